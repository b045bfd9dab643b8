"""The host: the kernel's Bluetooth adapter on the air, and nothing else."""

import re
from pathlib import Path

from . import management
from .dongle import Dongle
from .link import Air
from .management import Management, Setting
from .program import Program
from .trace import Trace

ADDRESS = re.compile(r"\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b")
# Where callboard itself keeps the keys of phones.
KEYS = "keys.json"


class Computer:
    """Everything that a Linux machine with Bluetooth has, apart from Callboard; here without bluetoothd."""

    radio = "kernel"

    def __init__(self, air: Air, folder: Path, state: Path) -> None:
        self.air = air
        self.folder = folder
        self.state = state
        self.dongle = Dongle(air, "00:1A:7D:DA:71:13")
        self.second_dongle = Dongle(air, "00:1A:7D:DA:71:99")
        self.trace = Trace()
        self.management = Management()

    async def start(self) -> None:
        """Switches everything on, from nothing."""
        self.management.open()
        self.trace.start()
        await self.plug_in("hci0")

    async def plug_in(self, name: str | None = None) -> None:
        """Gives the kernel an adapter; waits until it can be used under a name."""
        await self._plug_in(self.dongle, name)

    async def unplug(self) -> None:
        """Takes the adapter away, as pulling out a dongle does."""
        await self.dongle.unplug()

    async def plug_in_second(self, name: str = "hci1") -> None:
        """Gives the kernel one more adapter and waits until it can be used."""
        await self._plug_in(self.second_dongle, name)

    async def _plug_in(self, dongle: Dongle, name: str | None) -> None:
        mark = self._mark()
        await dongle.plug_in()
        if name:
            await self._usable(name, mark)

    def _mark(self) -> int:
        return self.management.events.mark()

    async def _usable(self, name: str, since: int) -> None:
        await self.management.added(int(name.removeprefix("hci")), since)

    async def power(self, on: bool) -> None:
        """Switches the adapter on or off, as a person may."""
        await self.management.switch(management.SET_POWERED, on)

    async def leave(self, is_open: bool) -> dict[str, str]:
        """Has phones pair with the adapter and find it, or not; gives all that must be so after a window."""
        await self.management.switch(management.SET_BONDABLE, is_open)
        # Not connectable is not discoverable either, and only what is connectable may be told so.
        await self.management.switch(management.SET_CONNECTABLE, is_open)
        if is_open:
            await self.management.switch(management.SET_DISCOVERABLE, True, more=b"\0\0")
        settings = await self.settings()
        word = str(is_open).lower()
        assert settings == {"Pairable": word, "Discoverable": word, "on air": "false"}, settings
        return settings

    async def settings(self) -> dict[str, str]:
        """Reads what a pairing window may change of the adapter."""
        settings = await self.management.settings()
        radio = self.dongle.radio
        values = {
            "Pairable": Setting.BONDABLE in settings,
            "Discoverable": Setting.DISCOVERABLE in settings,
            "on air": radio is not None and radio.is_advertising,
        }
        return {name: str(value).lower() for name, value in values.items()}

    async def is_pairable(self) -> bool:
        """Says whether the adapter lets new phones pair."""
        return Setting.BONDABLE in await self.management.settings()

    def daemon_pid(self) -> int | None:
        """Gives the process of bluetoothd."""
        return None

    def key_files(self) -> list[Path]:
        """Gives the files with the keys of phones."""
        return sorted(self.state.rglob(KEYS))

    def _addresses(self, file: Path) -> set[str]:
        ours = {str(self.dongle), str(self.second_dongle)}
        return set(ADDRESS.findall(file.read_text(errors="replace").upper())) - ours

    def bonds(self) -> set[str]:
        """Gives the addresses of the phones that there are keys of."""
        return {address for path in self.key_files() for address in self._addresses(path)}

    def programs(self) -> list[Program]:
        """Gives the programs that a bridge needs beside itself."""
        return []

    def check(self) -> None:
        """Nothing that was to run has ended by itself."""

    async def stop(self) -> None:
        """Switches everything off."""
        for each in (self.dongle, self.second_dongle):
            await each.unplug()
        self.trace.stop()
        self.management.close()
