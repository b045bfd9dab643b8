"""Beacons: things that send the same to everybody, over and over, and hear nothing."""

import asyncio
from uuid import UUID

from bumble import ll
from bumble.hci import Address

from .link import Air

APPLE = b"\x4c\x00"
USUAL_SIGNAL = -59


def field(kind: int, content: bytes) -> bytes:
    """Gives a field of an advertisement."""
    return bytes([len(content) + 1, kind]) + content


def ibeacon(uuid: UUID, major: int = 1, minor: int = 1, power: int = -59) -> bytes:
    """Gives what an iBeacon sends."""
    numbers = major.to_bytes(2, "big") + minor.to_bytes(2, "big") + power.to_bytes(1, "big", signed=True)
    return b"\x02\x01\x06" + field(0xFF, APPLE + b"\x02\x15" + uuid.bytes + numbers)


class Beacon:
    """A tag somewhere near or far; it is on the air from `start` to `stop`."""

    def __init__(self, air: Air, address: str, data: bytes, signal: int = USUAL_SIGNAL, interval: float = 0.1) -> None:
        self.air = air
        self.address = Address(address, Address.RANDOM_DEVICE_ADDRESS)
        self.data = data
        # How strong it arrives, in dBm.
        self.signal = signal
        self.interval = interval
        self.sent = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Gives it a battery."""
        if self._task is None:
            self._task = asyncio.create_task(self._send())

    def stop(self) -> None:
        """Takes it away."""
        if self._task:
            self._task.cancel()
        self._task = None

    async def _send(self) -> None:
        while True:
            self.say()
            await asyncio.sleep(self.interval)

    def say(self) -> None:
        """Sends its message once."""
        self.sent += 1
        self.air.send_advertising_pdu(self, ll.AdvNonConnInd(self.address, self.data))  # type: ignore[arg-type]
