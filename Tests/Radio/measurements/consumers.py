"""Those that are compared, each on the kernel's adapter and in a process of its own."""

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from air.program import Program
from inside.scenario import BLUEZ, KERNEL
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone

from .stamps import Stamps, stamp

# Python in the emulator, with its modules read through the share.
SLOW_START_SECONDS = 120


@dataclass
class Subscribed:
    """A phone with a consumer that shows its notifications."""

    phone: Phone
    lines: Stamps
    # What stands in the line about a notification.
    words: Callable[[Notice], str]
    # Whose processor time the consumer costs.
    programs: list[Program]
    # Ends the consumer, before its phone and its adapter go.
    end: Callable[[], Awaitable[object]]


class Probe:
    """The floor: a socket of the kernel, no bluetoothd, nothing decoded."""

    name = "probe"
    radio = KERNEL
    is_checked = False

    async def begin(self, folder: Path) -> None:
        """Needs nothing beforehand."""

    async def subscribe(self, world: World) -> Subscribed:
        """Tells it the handles that others have to discover."""
        phone = await world.phone()
        attributes = phone.centre.attributes
        assert attributes
        handles = [attributes.source.handle, attributes.control.handle, attributes.data.handle]
        program = Program("probe", world.folder / "probe.log")
        lines = stamp(program)
        await program.start(sys.executable, "-m", "measurements.probe", *map(str, handles))
        await lines.first("advertisement", lambda line: line == "on air", limit=SLOW_START_SECONDS)
        assert await phone.tap(await phone.look("solicit"))
        await lines.first("subscription", lambda line: line == "subscribed")

        def words(notice: Notice) -> str:
            assert phone.centre.session
            return f"answer {phone.centre.session.uids[notice]}"

        return Subscribed(phone, lines, words, [program], program.stop)


class Callboard:
    """`callboard run`, with one of its radios."""

    is_checked = True

    def __init__(self, name: str, radio: str) -> None:
        self.name = name
        self.radio = radio

    async def begin(self, folder: Path) -> None:
        """Needs nothing beforehand."""

    async def subscribe(self, world: World) -> Subscribed:
        """As every scenario does."""
        lines = stamp(world.bridge)
        phone = await world.connected()
        programs = [world.bridge, *world.computer.programs()]
        return Subscribed(phone, lines, lambda each: f'"{each.title}"', programs, world.bridge.stop)


class Bumble:
    """Bumble's own client, which takes the adapter from the kernel and is its own host."""

    name = "Bumble"
    radio = KERNEL
    is_checked = False

    async def begin(self, folder: Path) -> None:
        """Starts the program, which serves in every turn."""
        self.program = Program("bumble", folder / "bumble.log")
        self.lines = stamp(self.program)
        await self.program.start(sys.executable, "-m", "measurements.bumble_client")
        await self.lines.first("readiness", lambda line: line == "ready", limit=SLOW_START_SECONDS)

    async def subscribe(self, world: World) -> Subscribed:
        """The phone pairs as soon as it sees it."""
        phone = await world.phone()
        since = self.lines.mark()
        self.program.say("begin")
        await self.lines.first("advertisement", lambda line: line == "on air", since)
        assert await phone.tap(await phone.look("solicit"))
        await self.lines.first("subscription", lambda line: line == "subscribed", since)
        return Subscribed(phone, self.lines, lambda each: f'"{each.title}"', [self.program], self.end)

    async def end(self) -> None:
        """Gives the adapter back."""
        since = self.lines.mark()
        self.program.say("end")
        await self.lines.first("end", lambda line: line == "ended", since)


CONSUMERS = (Probe(), Callboard("callboard bluez", BLUEZ), Callboard("callboard kernel", KERNEL), Bumble())
