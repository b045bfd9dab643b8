"""Other people and other programs on the same machine."""

import asyncio
import sys
import time
from pathlib import Path

from air.program import Program
from bridge.account import check, one_more
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World

NOBODY = 65534
SECRET = "tangerine-4711"
DONE = "org.callboard.rig.Done"
# How long it is counted how often bluetoothd is asked for what another program holds.
COUNTED_SECONDS = 3


class Spy(Program):
    """Another local user, who listens to everything on the bus that may be listened to."""

    def __init__(self, world: World) -> None:
        super().__init__("dbus-monitor", world.folder / "spy.log")
        self.world = world

    async def listen(self) -> None:
        """Starts, and waits until it hears."""
        await self.start("dbus-monitor", "--system", "type='signal'", user=NOBODY)
        await self.lines.first("line of the monitor", lambda line: bool(line))

    async def heard(self) -> str:
        """Ends it, and gives everything that was on the bus up to now, for it at least."""
        mark = self.lines.mark()
        await self.world.bluez.bluetoothd.signal(DONE)
        await self.lines.first("last signal", lambda line: line.endswith("member=Done"), mark)
        await self.stop()
        return Path(self.log).read_text(errors="replace")


def says(output: str, text: str) -> bool:
    """Whether a text is in what was heard, as text or in the way in which bytes are printed."""
    bytes_of_it = " ".join(f"{byte:02x}" for byte in text.encode())
    return text in output or bytes_of_it in " ".join(output.split())


@scenario("another local user who listens on the bus sees no text", radios=ONLY_BLUEZ)
async def no_text_for_other_users(world: World) -> None:
    """What bluetoothd broadcasts is read by a process of another user."""
    spy = Spy(world)
    await spy.listen()
    phone = await world.connected()
    await one_more(world.bridge, phone, SECRET)
    heard = await spy.heard()
    # The monitor is known to work: it must have seen the connection at least.
    assert "/org/bluez/hci0" in heard, "the monitor heard nothing of bluetoothd"
    assert not says(heard, SECRET), "the text was on the bus for everybody"


@scenario(
    "with texts over the bus a warning is given, and with the policy of the package nobody else sees them",
    radios=ONLY_BLUEZ,
)
async def no_text_over_the_bus_with_the_policy(world: World) -> None:
    """The policy is the one of the package; without it the same monitor does see the text."""
    policy = Path("/rig/share/callboard-only.conf").read_text()
    phone = await world.connected("Anna's iPhone", "solicit", "--data-source", "notify")
    await world.bridge.errors.first("warning", lambda line: "every local user" in line)
    spy = Spy(world)
    await spy.listen()
    await one_more(world.bridge, phone, SECRET)
    assert says(await spy.heard(), SECRET), "the monitor does not hear what it could"
    await world.bridge.stop()
    await world.bluez.bluetoothd.allow(policy)
    # The monitor's log goes on where it ended.
    spy.log = spy.log.with_name("spy-with-policy.log")
    await spy.listen()
    mark = world.bridge.events.mark()
    await world.bridge.run("solicit", "--data-source", "notify")
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "another " + SECRET, mark)
    check(world.bridge, phone.name, phone.centre.notices, mark)
    heard = await spy.heard()
    assert not says(heard, SECRET), "the text was on the bus for everybody"
    assert "/org/bluez" not in heard, "something of bluetoothd was on the bus for everybody"


async def held_by_another(world: World, member: str) -> None:
    """The bridge says what is wrong, is patient, and goes on when the other program lets go."""
    phone = await world.phone()
    await world.pair(phone)
    path = await world.bluez.data_source()
    other = Program("other program", world.folder / "other.log")
    await other.start(sys.executable, "-m", "air.holder", path, member)
    await other.lines.first("descriptor", lambda line: line == "held")
    calls = Program("dbus-monitor", world.folder / "calls.log")
    await calls.start("dbus-monitor", "--system", "type='method_call'")
    await calls.lines.first("line of the monitor", lambda line: bool(line))
    try:
        await world.bridge.run()
        await world.bridge.errors.first(
            "sentence about another program", lambda line: "another program" in line.lower()
        )
        start, mark = time.monotonic(), calls.lines.mark()
        # What is counted are calls in a time: a slow machine makes fewer of them, never more.
        await asyncio.sleep(COUNTED_SECONDS)
        asked = [
            line
            for line in calls.lines.items[mark:]
            if path in line and ("member=AcquireNotify" in line or "member=StartNotify" in line)
        ]
        seconds = time.monotonic() - start
        assert len(asked) <= 2 + seconds, f"bluetoothd was asked {len(asked)} times in {seconds:.0f} s"
        await other.stop()
        await world.bridge.phone("ready", name=phone.name, limit=90)
        await one_more(world.bridge, phone, "at last")
        check(world.bridge, phone.name, phone.centre.notices)
        told = [line for line in world.bridge.errors.items if "another program" in line.lower()]
        assert len(told) <= 3, f"it was said {len(told)} times"
    finally:
        await calls.stop()
        await other.stop()


@scenario(
    "while another program has acquired the texts the bridge says so, asks seldom, and then goes on",
    limit=180, radios=ONLY_BLUEZ,
)
async def texts_acquired_by_another(world: World) -> None:
    """bluetoothd gives them to nobody else meanwhile."""
    await held_by_another(world, "AcquireNotify")


@scenario(
    "while another program listens to the texts the bridge says so, asks seldom, and then goes on",
    limit=180, radios=ONLY_BLUEZ,
)
async def texts_listened_to_by_another(world: World) -> None:
    """bluetoothd lets nobody acquire them meanwhile."""
    await held_by_another(world, "StartNotify")
