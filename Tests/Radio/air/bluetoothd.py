"""A system bus and bluetoothd on it."""

import asyncio
import shutil
import signal
from pathlib import Path

from .events import Missing
from .program import Program

BLUETOOTHD = "/usr/libexec/bluetooth/bluetoothd"
BONDS = Path("/var/lib/bluetooth")
POLICY = Path("/etc/dbus-1/system-local.conf")
# At -d its log names every step; a failed scenario is read from it.
TALKATIVE = "-d"


class Bluetoothd:
    """The two programs, each of which may be ended and started."""

    def __init__(self, folder: Path, debug: str = TALKATIVE, limit: float = 30) -> None:
        self.debug = debug
        # More of its options, from its next start on.
        self.options: tuple[str, ...] = ()
        self.limit = limit
        self.bus = Program("dbus-daemon", folder / "bus.log")
        self.daemon = Program("bluetoothd", folder / "bluetoothd.log")

    async def start_bus(self) -> None:
        """Starts the bus, with no policy and no bond of an earlier time."""
        for leftover in BONDS.iterdir():
            shutil.rmtree(leftover, ignore_errors=True)
        POLICY.unlink(missing_ok=True)
        Path("/run/dbus/pid").unlink(missing_ok=True)
        mark = self.bus.lines.mark()
        await self.bus.start("dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address=1")
        await self.bus.lines.first("address of the bus", lambda line: line.startswith("unix:"), mark)

    async def start(self) -> None:
        """Starts bluetoothd and waits until it knows the adapter."""
        mark = self.mark()
        await self.daemon.start(BLUETOOTHD, "-n", self.debug, *self.options)
        await self.usable("hci0", mark)

    def mark(self) -> int:
        """Gives a place in what bluetoothd says."""
        return self.daemon.errors.mark()

    async def usable(self, name: str, since: int) -> None:
        """Waits until bluetoothd has an adapter."""
        words = f"adapter /org/bluez/{name} has been enabled"
        await self.daemon.errors.first(
            f"adapter {name}", lambda line: words in line.lower(), since, self.limit
        )

    async def call(self, *arguments: str, limit: float = 20, service: str = "org.bluez") -> str:
        """Calls bluetoothd as any program could and gives the answer as text."""
        process = await asyncio.create_subprocess_exec(
            "dbus-send", "--system", "--print-reply=literal", f"--dest={service}", *arguments,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            output, errors = await asyncio.wait_for(process.communicate(), limit)
        except TimeoutError:
            process.kill()
            raise Missing(f"bluetoothd did not answer {arguments} within {limit:.0f} s") from None
        if process.returncode != 0:
            raise AssertionError(f"bluetoothd answered {arguments} with {errors.decode().strip()}")
        return output.decode().strip()

    async def signal(self, name: str) -> None:
        """Sends a signal that everybody may hear."""
        process = await asyncio.create_subprocess_exec("dbus-send", "--system", "--type=signal", "/", name)
        assert await process.wait() == 0, "the signal could not be sent"

    async def allow(self, policy: str) -> None:
        """Puts a policy into the bus, as an administrator does."""
        POLICY.write_text(policy)
        await self.call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus.ReloadConfig", service="org.freedesktop.DBus"
        )

    async def stop(self) -> None:
        """Ends both."""
        await self.daemon.stop()
        await self.bus.stop(signal.SIGKILL)
