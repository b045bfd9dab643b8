"""The host: the kernel's Bluetooth adapter on the air, a system bus, and bluetoothd."""

import asyncio
import logging
import re
import shutil
import signal
from pathlib import Path

from bumble.hci import Address

from .dongle import Dongle
from .events import Missing
from .link import Air
from .program import Program

BLUETOOTHD = "/usr/libexec/bluetooth/bluetoothd"
BONDS = Path("/var/lib/bluetooth")
ADAPTER = "/org/bluez/hci0"
POLICY = Path("/etc/dbus-1/system-local.conf")
DATA_SOURCE = "22eac6e9-24d6-4bb5-be44-b36ace7c7bfb"


class Computer:
    """Everything that a Linux machine with Bluetooth has, apart from Callboard."""

    def __init__(self, air: Air, folder: Path) -> None:
        self.air = air
        self.folder = folder
        self.dongle = Dongle(air, "00:1A:7D:DA:71:13")
        self.second_dongle = Dongle(air, "00:1A:7D:DA:71:99")
        self.bus = Program("dbus-daemon", folder / "bus.log")
        self.daemon = Program("bluetoothd", folder / "bluetoothd.log")
        self.trace = Program("btmon", folder / "btmon.log")

    async def start(self, daemon: bool = True) -> None:
        """Switches everything on, from nothing."""
        for leftover in BONDS.iterdir():
            shutil.rmtree(leftover, ignore_errors=True)
        POLICY.unlink(missing_ok=True)
        Path("/run/dbus/pid").unlink(missing_ok=True)
        mark = self.bus.lines.mark()
        await self.bus.start("dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address=1")
        await self.bus.lines.first("address of the bus", lambda line: line.startswith("unix:"), mark)
        await self.trace.start("btmon", "-w", str(self.folder / "air.btsnoop"), is_read=False)
        await self.plug_in()
        if daemon:
            await self.start_daemon()

    async def plug_in(self, name: str | None = None) -> None:
        """Gives the kernel an adapter; waits until bluetoothd has it under a name."""
        await self._plug_in(self.dongle, name)

    async def unplug(self) -> None:
        """Takes the adapter away, as pulling out a dongle does."""
        await self.dongle.unplug()

    async def plug_in_second(self, name: str = "hci1") -> None:
        """Gives the kernel one more adapter and waits until bluetoothd has it."""
        await self._plug_in(self.second_dongle, name)

    async def _plug_in(self, dongle: Dongle, name: str | None) -> None:
        mark = self.daemon.errors.mark()
        await dongle.plug_in()
        if name:
            await self._enabled(name, mark)

    async def start_daemon(self) -> None:
        """Starts bluetoothd and waits until it knows the adapter."""
        # At -d its log names every step; a failed scenario is read from it.
        mark = self.daemon.errors.mark()
        await self.daemon.start(BLUETOOTHD, "-n", "-d")
        await self._enabled("hci0", mark)

    async def _enabled(self, name: str, since: int) -> None:
        words = f"adapter /org/bluez/{name} has been enabled"
        await self.daemon.errors.first(f"adapter {name}", lambda line: words in line.lower(), since)

    async def restart_daemon(self, number: int = signal.SIGTERM) -> None:
        """Ends bluetoothd by a signal and starts it again."""
        await self.daemon.stop(number)
        await self.start_daemon()

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

    async def set_adapter(self, name: str, value: bool | str) -> None:
        """Sets a property of the adapter."""
        logging.getLogger("rig").info("adapter: %s = %s", name, value)
        variant = f"boolean:{str(value).lower()}" if isinstance(value, bool) else f"string:{value}"
        await self.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Set",
            "string:org.bluez.Adapter1", f"string:{name}", f"variant:{variant}",
        )  # fmt: skip

    async def adapter(self, name: str) -> bool:
        """Reads a property of the adapter that is true or false."""
        return await self._property(name) == "true"

    async def settings(self) -> dict[str, str]:
        """Reads what a person may have set of the adapter and a pairing window may change."""
        return {name: await self._property(name) for name in ("Pairable", "Discoverable", "Alias")}

    async def _property(self, name: str) -> str:
        answer = await self.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Get", "string:org.bluez.Adapter1", f"string:{name}"
        )
        return answer.split()[-1]

    async def data_source(self) -> str:
        """Finds the path of the Data Source of the phone that is connected."""
        objects = await self.call("/", "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
        before = objects[: objects.index(DATA_SOURCE)]
        return re.findall(r"\S+/char[0-9a-f]{4}(?!\S)", before)[-1]

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

    async def remove_bond(self, address: Address) -> None:
        """Forgets a phone without Callboard's knowledge."""
        name = address.to_string(with_type_qualifier=False).replace(":", "_")
        await self.call(ADAPTER, "org.bluez.Adapter1.RemoveDevice", f"objpath:{ADAPTER}/dev_{name}")

    def bonds(self) -> set[str]:
        """Gives the addresses of the phones that bluetoothd keeps keys of."""
        return {
            path.parent.name
            for path in BONDS.glob("*/*/info")
            if "LongTermKey]" in path.read_text(errors="replace")
        }

    async def stop(self) -> None:
        """Switches everything off."""
        await self.daemon.stop()
        for each in (self.dongle, self.second_dongle):
            await each.unplug()
        await self.trace.stop()
        await self.bus.stop(signal.SIGKILL)
