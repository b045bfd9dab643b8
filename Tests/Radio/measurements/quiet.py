"""The computer without what only tests need: nobody records the air, and bluetoothd is silent."""

import shutil

from air.bluetoothd import Bluetoothd
from air.bluez_computer import BlueZComputer
from air.trace import Trace
from inside.world import World

# A host that is busy with other things may hold the emulator up for long.
SLOW_SECONDS = 90
# The only file of bluetoothd that speaks; it says that the adapter is there.
NEARLY_SILENT = "--debug=*adapter.c"


class NoTrace(Trace):
    """Records nothing."""

    def start(self) -> None:
        """Starts nothing."""


def quiet_world(world: World, radio: str) -> World:
    """Another world in the same folder, without bonds and state of an earlier one."""
    own = World(world.folder, radio)
    own.computer.trace = NoTrace()
    if isinstance(own.computer, BlueZComputer):
        own.computer.bluetoothd = Bluetoothd(world.folder, NEARLY_SILENT, SLOW_SECONDS)
    shutil.rmtree(own.state, ignore_errors=True)
    return own
