"""A serial adapter that is plugged into USB and out: the emulator does it, by way of its monitor."""

import json

from .device import Device, until
from .ports import ADAPTER, FAR_MONITOR, far_ends

# An adapter without one is named by its socket, and the emulator takes another socket each time.
SERIAL = "A10KZP45"


class Adapter:
    """An FTDI adapter; its far end is a device's."""

    def __init__(self) -> None:
        self.monitor = Device(far_ends()[FAR_MONITOR], "monitor")
        self.is_in = False
        self._asked = 0

    async def begin(self) -> None:
        """Gets the monitor's ear."""
        self.monitor.listen()
        # What another scenario has left half said is no command, nor is an echo of the monitor's greeting
        # from the moment before the port was raw; the monitor forgets both over a byte that is no text.
        self.monitor.say(b"\xff\n")
        await self._ask("qmp_capabilities")

    async def plug_in(self) -> None:
        """Plugs it in and waits for its port."""
        answer = await self._ask("device_add", driver="usb-serial", id="adapter", chardev="usb", serial=SERIAL)
        assert "return" in answer, f"the emulator has no adapter: {answer}"
        self.is_in = True
        await until(f"the coming of {ADAPTER}", ADAPTER.exists)

    async def pull_out(self) -> None:
        """Pulls it out and waits until its port is gone."""
        answer = await self._ask("device_del", id="adapter")
        assert "return" in answer, f"the adapter stays: {answer}"
        self.is_in = False
        await until(f"the going of {ADAPTER}", lambda: not ADAPTER.exists())

    async def end(self) -> None:
        """Leaves nothing plugged in."""
        if self.is_in:
            await self.pull_out()
        self.monitor.stop_listening()

    async def _ask(self, command: str, **arguments: str) -> dict[str, object]:
        self._asked += 1
        mark = self.monitor.lines.mark()
        question = {"execute": command, "arguments": arguments, "id": self._asked}
        self.monitor.say(json.dumps(question).encode() + b"\n")
        while True:
            line = await self.monitor.line(f'"id": {self._asked}'.encode(), mark)
            return json.loads(line[line.index(b"{") :])
