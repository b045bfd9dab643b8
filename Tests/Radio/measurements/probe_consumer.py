"""The bare probe as a program beside the phone, told the handles that others have to discover."""

import sys

from air.program import Program
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone


class Probe:
    """Starts the probe and waits for what it prints: the handle of each whole answer."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = Program("probe", world.folder / "probe.log")
        self.phone: Phone | None = None

    async def connected(self) -> Phone:
        """A phone that is paired with the probe and whose sources it subscribed to."""
        phone = self.phone = await self.world.phone()
        attributes = phone.centre.attributes
        assert attributes
        handles = [attributes.source.handle, attributes.control.handle, attributes.data.handle]
        await self.program.start(sys.executable, "-m", "measurements.probe", *map(str, handles))
        await self.program.lines.first("advertisement", lambda line: line == "on air")
        assert await phone.tap(await phone.look("solicit"))
        await self.program.lines.first("subscription", lambda line: line == "subscribed")
        return phone

    async def shown(self, notice: Notice) -> None:
        """Waits for the whole answer about a notification."""
        assert self.phone and self.phone.centre.session
        uid = self.phone.centre.session.uids[notice]
        since = max(0, self.program.lines.mark() - 2)
        await self.program.lines.first(f"answer {uid}", lambda line: line == f"{uid}", since)
