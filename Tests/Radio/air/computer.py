"""The host: the kernel's Bluetooth adapter on the air, a system bus, and bluetoothd."""

import asyncio
import logging
import shutil
import signal
from pathlib import Path

from bumble.hci import Address
from bumble.transport import open_transport
from bumble.transport.common import Transport

from .events import Missing
from .link import Air, Radio
from .program import Program

BLUETOOTHD = "/usr/libexec/bluetooth/bluetoothd"
BONDS = Path("/var/lib/bluetooth")
ADAPTER = "/org/bluez/hci0"


class Computer:
    """Everything that a Linux machine with Bluetooth has, apart from Callboard."""

    def __init__(self, air: Air, folder: Path) -> None:
        self.air = air
        self.folder = folder
        self.address = Address("00:1A:7D:DA:71:13", Address.PUBLIC_DEVICE_ADDRESS)
        self.radio: Radio | None = None
        self.transport: Transport | None = None
        self.bus = Program("dbus-daemon", folder / "bus.log")
        self.daemon = Program("bluetoothd", folder / "bluetoothd.log")
        self.trace = Program("btmon", folder / "btmon.log")

    async def start(self, daemon: bool = True) -> None:
        """Switches everything on, from nothing."""
        for leftover in BONDS.iterdir():
            shutil.rmtree(leftover, ignore_errors=True)
        Path("/run/dbus/pid").unlink(missing_ok=True)
        await self.bus.start("dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address=1")
        await self.bus.lines.first("address of the bus", lambda line: line.startswith("unix:"))
        await self.trace.start("btmon", "-w", str(self.folder / "air.btsnoop"))
        await self.plug_in()
        if daemon:
            await self.start_daemon()

    async def plug_in(self) -> None:
        """Gives the kernel an adapter."""
        self.transport = await open_transport("vhci")
        self.radio = Radio(
            "computer", self.transport.source, self.transport.sink, self.air, self.address
        )

    async def unplug(self) -> None:
        """Takes the adapter away, as pulling out a dongle does."""
        assert self.radio and self.transport
        self.radio.off_the_air()
        await self.transport.close()
        self.radio = self.transport = None

    async def start_daemon(self) -> None:
        """Starts bluetoothd and waits until it knows the adapter."""
        # At -d its log names every step; a failed scenario is read from it.
        mark = self.daemon.errors.mark()
        await self.daemon.start(BLUETOOTHD, "-n", "-d")
        await self.daemon.errors.first(
            "adapter", lambda line: "adapter /org/bluez/hci0 has been enabled" in line.lower(), mark
        )

    async def restart_daemon(self, number: int = signal.SIGTERM) -> None:
        """Ends bluetoothd by a signal and starts it again."""
        await self.daemon.stop(number)
        await self.start_daemon()

    async def call(self, *arguments: str, limit: float = 20) -> str:
        """Calls bluetoothd as any program could and gives the answer as text."""
        process = await asyncio.create_subprocess_exec(
            "dbus-send", "--system", "--print-reply=literal", "--dest=org.bluez", *arguments,
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

    async def set_adapter(self, name: str, value: bool) -> None:
        """Sets a property of the adapter."""
        logging.getLogger("rig").info("adapter: %s = %s", name, value)
        await self.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Set",
            "string:org.bluez.Adapter1", f"string:{name}", f"variant:boolean:{str(value).lower()}",
        )  # fmt: skip

    async def adapter(self, name: str) -> bool:
        """Reads a property of the adapter that is true or false."""
        answer = await self.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Get", "string:org.bluez.Adapter1", f"string:{name}"
        )
        return answer.endswith("true")

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
        if self.radio:
            await self.unplug()
        await self.trace.stop()
        await self.bus.stop(signal.SIGKILL)
