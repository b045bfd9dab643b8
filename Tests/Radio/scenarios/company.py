"""Several phones, and other people on the same machine."""

from pathlib import Path

from air.program import Program
from bridge.account import all_shown, check
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice

NOBODY = 65534


@scenario("two phones with equal handles are never mixed up", limit=120)
async def two_phones_with_equal_handles(world: World) -> None:
    """Both number from 100; both talk at once, one loses its link."""
    phones = []
    for name in ("Anna's iPhone", "Ben's iPhone"):
        phone = await world.phone(name, first_uid=100)
        await world.pair(phone)
        phones.append(phone)
    await world.bridge.run()
    for phone in phones:
        await world.bridge.phone("ready", name=phone.name)
    sent: dict[str, list[Notice]] = {phone.name: [] for phone in phones}
    for number in range(20):
        for phone in phones:
            notice = Notice(f"{phone.name} {number}", f"{phone.name} wrote {number} " * 20)
            sent[phone.name].append(phone.centre.add(notice))
        if number == 10:
            phones[1].lose_link()
    for phone in phones:
        await all_shown(world.bridge, sent[phone.name])
    for phone in phones:
        check(world.bridge, phone.name, sent[phone.name])


@scenario("another local user who listens on the bus sees no text")
async def no_text_for_other_users(world: World) -> None:
    """What bluetoothd broadcasts is read by a process of another user."""
    spy = Program("dbus-monitor", world.folder / "spy.log")
    await spy.start("dbus-monitor", "--system", "type='signal',sender='org.bluez'", user=NOBODY)
    phone = await world.connected()
    secret = "tangerine-4711"
    notice = phone.centre.add(Notice("Bank", f"Your code is {secret}"))
    await all_shown(world.bridge, [notice])
    # The monitor is known to work: it must have seen the handle's eight bytes or the connection.
    await spy.lines.first("signal of bluetoothd", lambda line: "org.bluez" in line)
    await spy.stop()
    heard = Path(spy.log).read_bytes()
    assert secret.encode() not in heard and hexadecimal(secret) not in plain(heard), (
        "the text was on the bus for everybody"
    )


def hexadecimal(text: str) -> str:
    """The way dbus-monitor prints bytes that are no text."""
    return " ".join(f"{byte:02x}" for byte in text.encode())


def plain(output: bytes) -> str:
    """The monitor's lines without their breaks."""
    return " ".join(output.decode(errors="replace").split())
