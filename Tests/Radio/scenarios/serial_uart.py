"""Notices on a UART, by the kernel's own driver; the scenario is the device at the other end."""

import signal
import time

from air.program import Program
from bridge.callboard import PROGRAM
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.notice import Category, Notice
from wire.ports import FAR_UART, UART
from wire.sign import Sign

NOBODY = 65534
READY = b"PHONE Anna's iPhone: ready"


def mail() -> Notice:
    """Something with letters that no sign has."""
    app = "com.apple.mobilemail"
    return Notice("Zoë Müller", "Your “posters”, 5 €…", "Order 1042", category=Category.EMAIL, app=app)


async def wired(world: World) -> Sign:
    """A device that hears what is said on the port."""
    sign = Sign(world, UART, FAR_UART)
    sign.listen()
    await sign.greet(UART)
    return sign


async def refused(world: World, name: str, *command: str, user: int | None = None) -> str:
    """Runs a program that must not get the port, and gives what it says."""
    program = Program(name, world.folder / "refused.log")
    await program.start(*command, user=user)
    try:
        assert await program.ended(), f"{name} was not refused"
    finally:
        await program.stop(signal.SIGKILL)
    return " ".join(program.errors.items)


@scenario(
    "a UART is in the mode that was wanted, hears each line byte for byte, and is nobody else's meanwhile",
    radios=ONLY_BLUEZ,
)
async def uart_lines_at_9600_7e1(world: World) -> None:
    """What was set before is set again in the end."""
    sign = await wired(world)
    sign.set("2400", "cs8", "-parenb", "cstopb", "crtscts", "icanon", "echo", "opost", "ixon")
    before = sign.modes()
    options = sign.wired(baud="9600", data_bits="7", parity="even", format="line")
    phone = await world.connected("Anna's iPhone", "solicit", *options)
    await sign.line(READY)
    wanted = {"9600 baud", "cs7", "parenb", "-parodd", "-cmspar", "-cstopb", "-crtscts", "-ixon", "-ixoff"}
    wanted |= {"clocal", "cread", "-icanon", "-echo", "-opost", "-isig", "-iexten", "-icrnl", "-istrip", "inpck"}
    assert wanted <= sign.words(), f"the mode lacks {wanted - sign.words()}"

    mark = sign.lines.mark()
    notice = phone.centre.add(mail())
    await world.bridge.event("added", title="Zoë Müller")
    phone.centre.change(notice, "Привет 👍")
    await world.bridge.event("modified", title="Zoë Müller")
    phone.centre.remove(notice)
    phone.centre.add(Notice("+1 555 0100", "Missed Call", category=Category.MISSED_CALL, app="com.apple.mobilephone"))
    await sign.bytes(
        b'MAIL Zoe Muller: Order 1042 - Your "posters", 5 EUR...\r\n'
        b"MAIL Zoe Muller: Order 1042 - Privet (thumbs up)\r\n"
        b"GONE Zoe Muller\r\n"
        b"MISSED +1 555 0100\r\n",
        mark,
    )

    # Root may open what is exclusive, and is refused by the other lock.
    UART.chmod(0o666)
    said = await refused(world, "cat", "cat", str(UART), user=NOBODY)
    assert "busy" in said, f"cat said {said}"
    said = await refused(world, "serial test", PROGRAM, "serial", "test", "sign", "--config", str(sign.file))
    assert "another program uses it" in said, f"serial test said {said}"
    await world.bridge.stop()
    assert sign.modes() == before, f"the port is left in {sign.modes()}, was {before}"
    sign.stop_listening()


def sentence(*fields: str) -> bytes:
    """A sentence of NMEA 0183."""
    body = ",".join(fields).encode()
    check = 0
    for byte in body:
        check ^= byte
    return b"$%s*%02X\r\n" % (body, check)


@scenario(
    "a UART hears NMEA sentences byte for byte, and after a bridge that was killed the next one has it at once",
    radios=ONLY_BLUEZ,
)
async def uart_nmea_at_115200_8n2(world: World) -> None:
    """With flow control by wires; killed bridges have no chance to give a port back."""
    sign = await wired(world)
    options = sign.wired(baud="115200", stop_bits="2", flow="rtscts", format="nmea")
    phone = await world.connected("Anna's iPhone", "solicit", *options)
    ready = sentence("CBPHN", "1", "1", "ready", "Anna's iPhone")
    await sign.line(ready)
    assert sign.lines.items[2] == sentence("CBVER", "1"), sign.lines.items[:5]
    wanted = {"115200 baud", "cs8", "-parenb", "cstopb", "crtscts", "clocal", "-ixon", "-ixoff", "-icanon", "-echo"}
    assert wanted <= sign.words(), f"the mode lacks {wanted - sign.words()}"

    mark = sign.lines.mark()
    notice = phone.centre.add(mail())
    number = (await world.bridge.event("added", title="Zoë Müller"))["id"]
    phone.centre.remove(notice)
    await sign.bytes(
        sentence("CBEVT", "1", "1", number, "added", "MAIL", "Zoe Muller")
        + sentence("CBTXT", "1", "1", number, 'Order 1042 - Your "posters"^2C 5 EUR...')
        + sentence("CBEVT", "1", "1", number, "removed", "MAIL", "Zoe Muller"),
        mark,
    )

    mark = sign.lines.mark()
    world.bridge.send_signal(signal.SIGKILL)
    await world.bridge.ended()
    start = time.monotonic()
    await world.bridge.run("solicit", *options)
    await sign.line(sentence("CBVER", "1"), mark)
    world.note(f"the next bridge spoke {time.monotonic() - start:.2f} s after it was started")
    await sign.line(ready, mark)
    assert not world.bridge.errors.items or "serial" not in " ".join(world.bridge.errors.items)
    await world.bridge.stop()
    sign.stop_listening()
