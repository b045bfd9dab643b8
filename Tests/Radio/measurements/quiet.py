"""The computer without what only tests need: nobody records the air, and bluetoothd is silent."""

import shutil

from air.computer import BLUETOOTHD, Computer
from air.program import Program
from inside.world import World

# A host that is busy with other things may hold the emulator up for long.
SLOW_SECONDS = 90


class NoTrace(Program):
    """Records nothing."""

    async def start(self, *command: str, **_: object) -> None:
        """Starts nothing."""


class QuietComputer(Computer):
    """What a consumer finds on a machine of its own."""

    def __init__(self, world: World) -> None:
        super().__init__(world.air, world.folder)
        self.trace = NoTrace("btmon", world.folder / "btmon.log")

    async def start_daemon(self) -> None:
        """Starts bluetoothd and waits until it knows the adapter."""
        mark = self.daemon.errors.mark()
        # The only file of bluetoothd that speaks; it says that the adapter is there.
        await self.daemon.start(BLUETOOTHD, "-n", "--debug=*adapter.c")
        await self.daemon.errors.first(
            "adapter", lambda line: "adapter /org/bluez/hci0 has been enabled" in line.lower(), mark, SLOW_SECONDS
        )


def quiet_world(world: World) -> World:
    """Another world in the same folder, without bonds and state of an earlier one."""
    own = World(world.folder)
    own.computer = QuietComputer(own)
    shutil.rmtree(own.state, ignore_errors=True)
    return own
