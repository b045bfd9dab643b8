"""The host with a system bus and bluetoothd, as Debian has it."""

import logging
import re
import signal
from pathlib import Path

from .bluetoothd import BONDS, Bluetoothd
from .computer import Computer
from .link import Air
from .program import Program

ADAPTER = "/org/bluez/hci0"
DATA_SOURCE = "22eac6e9-24d6-4bb5-be44-b36ace7c7bfb"


class BlueZComputer(Computer):
    """A computer on which bluetoothd has the adapter."""

    radio = "bluez"

    def __init__(self, air: Air, folder: Path, state: Path) -> None:
        super().__init__(air, folder, state)
        self.bluetoothd = Bluetoothd(folder)

    async def start(self) -> None:
        """Switches everything on, from nothing."""
        await self.bluetoothd.start_bus()
        self.trace.start()
        await self.plug_in()
        await self.bluetoothd.start()

    def _mark(self) -> int:
        return self.bluetoothd.mark()

    async def _usable(self, name: str, since: int) -> None:
        await self.bluetoothd.usable(name, since)

    async def restart_daemon(self, number: int = signal.SIGTERM) -> None:
        """Ends bluetoothd by a signal and starts it again."""
        await self.bluetoothd.daemon.stop(number)
        await self.bluetoothd.start()

    async def power(self, on: bool) -> None:
        """Switches the adapter on or off, as a person may."""
        await self.set_adapter("Powered", on)

    async def set_adapter(self, name: str, value: bool | str) -> None:
        """Sets a property of the adapter."""
        logging.getLogger("rig").info("adapter: %s = %s", name, value)
        variant = f"boolean:{str(value).lower()}" if isinstance(value, bool) else f"string:{value}"
        await self.bluetoothd.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Set",
            "string:org.bluez.Adapter1", f"string:{name}", f"variant:{variant}",
        )  # fmt: skip

    async def leave(self, is_open: bool) -> dict[str, str]:
        """Has phones pair with the adapter and find it, or not; gives all that must be so after a window."""
        await self.set_adapter("Pairable", is_open)
        await self.set_adapter("Discoverable", is_open)
        await self.set_adapter("Alias", "Kitchen")
        settings = await self.settings()
        word = str(is_open).lower()
        assert settings == {"Pairable": word, "Discoverable": word, "Alias": "Kitchen"}, settings
        return settings

    async def settings(self) -> dict[str, str]:
        """Reads what a person may have set of the adapter and a pairing window may change."""
        return {name: await self._property(name) for name in ("Pairable", "Discoverable", "Alias")}

    async def is_pairable(self) -> bool:
        """Says whether the adapter lets new phones pair."""
        return await self._property("Pairable") == "true"

    async def active_instances(self) -> str:
        """Gives how many advertisements bluetoothd believes in."""
        return await self._property("ActiveInstances", "org.bluez.LEAdvertisingManager1")

    async def _property(self, name: str, interface: str = "org.bluez.Adapter1") -> str:
        answer = await self.bluetoothd.call(
            ADAPTER, "org.freedesktop.DBus.Properties.Get", f"string:{interface}", f"string:{name}"
        )
        return answer.split()[-1]

    async def data_source(self) -> str:
        """Finds the path of the Data Source of the phone that is connected."""
        objects = await self.bluetoothd.call("/", "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
        before = objects[: objects.index(DATA_SOURCE)]
        return re.findall(r"\S+/char[0-9a-f]{4}(?!\S)", before)[-1]

    def daemon_pid(self) -> int | None:
        """Gives the process of bluetoothd."""
        return self.bluetoothd.daemon.process.pid if self.bluetoothd.daemon.process else None

    def key_files(self) -> list[Path]:
        """Gives the files with the keys of phones."""
        return [path for path in BONDS.glob("*/*/info") if "LongTermKey]" in path.read_text(errors="replace")]

    def bonds(self) -> set[str]:
        """Gives the addresses of the phones that there are keys of."""
        return {path.parent.name for path in self.key_files()}

    def programs(self) -> list[Program]:
        """Gives the programs that a bridge needs beside itself."""
        return [self.bluetoothd.daemon, self.bluetoothd.bus]

    def check(self) -> None:
        """Nothing that was to run has ended by itself."""
        assert self.bluetoothd.daemon.running, "bluetoothd ended by itself"

    async def stop(self) -> None:
        """Switches everything off."""
        await self.bluetoothd.daemon.stop()
        for each in (self.dongle, self.second_dongle):
            await each.unplug()
        self.trace.stop()
        await self.bluetoothd.bus.stop(signal.SIGKILL)
