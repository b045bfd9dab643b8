"""The sleep of the host: what its kernel does around it, and clocks of which one counts it and one does not."""

import asyncio
import logging
import struct
import time
from pathlib import Path

LIBRARY = "/run/rig/asleep.so"
STATE, TEST, DELAY = (
    Path("/sys/power/state"),
    Path("/sys/power/pm_test"),
    Path("/sys/module/suspend/parameters/pm_test_delay"),
)
SECOND = 1_000_000_000


class Sleep:
    """A host that sleeps for hours in a second.

    The kernel tells its drivers that it is about to suspend, which has Bluetooth end links and leave the air, freezes every
    program, lets them go on and tells its drivers; only the devices are left alone, for the root file system would not
    survive that. So its own clocks show no sleep: the program under test is shown it by a library.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "slept"
        self.slept = 0
        self._write()

    @property
    def through(self) -> tuple[str, ...]:
        """Gives by way of what a program is to be started."""
        return "env", f"LD_PRELOAD={LIBRARY}", f"RIG_SLEPT={self.file}"

    async def suspend(self) -> None:
        """Goes to sleep and wakes, before any clock shows that."""
        logging.getLogger("rig").info("suspend")
        # The kernel waits for the controllers, which are in this process.
        await asyncio.to_thread(self._suspend)
        logging.getLogger("rig").info("resumed")

    def wake(self, seconds: int) -> None:
        """Has the clocks show a sleep."""
        self.slept += seconds
        self._write()
        # As the kernel does on waking, and everybody who waits for that hears of it.
        time.clock_settime(time.CLOCK_REALTIME, time.time() + seconds)

    def end(self) -> None:
        """Sets the clock on the wall back."""
        time.clock_settime(time.CLOCK_REALTIME, time.time() - self.slept)

    def _suspend(self) -> None:
        DELAY.write_text("1")
        TEST.write_text("freezer")
        try:
            STATE.write_text("freeze")
        finally:
            TEST.write_text("none")

    def _write(self) -> None:
        # In place: it is mapped.
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("<q", self.slept * SECOND))
