"""A device that the bridge says notices to: its section of the configuration, and what the bridge thinks of it."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

from bridge.callboard import output_of
from inside.world import World

from .device import Device
from .ports import far_ends


class Sign(Device):
    """What the section [serial sign] is about."""

    def __init__(self, world: World, port: Path, far_end: int) -> None:
        super().__init__(far_ends()[far_end], "sign")
        self.world = world
        self.port = port
        self.socket = world.folder / "control.sock"
        self.file = world.folder / "callboard.conf"

    def wired(self, **settings: str) -> tuple[str, ...]:
        """Writes the configuration and gives the options with which a bridge follows it."""
        rows = [f"{key.replace('_', '-')} = {value}" for key, value in settings.items()]
        self.file.write_text("\n".join(["[serial sign]", f"device = {self.port}", *rows, ""]))
        return "--config", str(self.file), "--socket", str(self.socket)

    async def status(self) -> dict[str, Any]:
        """Gives what the running bridge says of the port."""
        status, output = await output_of(
            self.world.folder, "status", "--json", "--socket", str(self.socket)
        )
        assert status == 0, f"status ended with {status}: {output}"
        return next(outlet for outlet in json.loads(output)["outlets"] if outlet.get("port") == "sign")

    async def becomes(self, what: str, **fields: Any) -> dict[str, Any]:
        """Waits until the bridge says so of the port."""
        found: dict[str, Any] = {}
        try:
            async with asyncio.timeout(20):
                while not all(found.get(key) == value for key, value in fields.items()) or not found:
                    found = await self.status()
        except TimeoutError:
            raise AssertionError(f"status does not say that the port {what}; it says {found}") from None
        return found

    def modes(self) -> str:
        """Gives the mode of the port, as `stty` prints it for programs."""
        return self._stty("-g")

    def words(self) -> set[str]:
        """Gives the mode of the port in the words of `stty`, its speed among them."""
        rows = self._stty("-a").replace(";", " ").split()
        return {*rows, f"{rows[rows.index('speed') + 1]} baud"}

    def set(self, *words: str) -> None:
        """Puts the port into a mode by `stty`."""
        self._stty(*words)

    def _stty(self, *words: str) -> str:
        done = subprocess.run(["stty", "-F", str(self.port), *words], capture_output=True, text=True)
        assert done.returncode == 0, f"stty {words}: {done.stderr.strip()}"
        return done.stdout
