"""Things that send the same to everybody, over and over, and one that hears everybody."""

import asyncio
import secrets
from uuid import UUID

from bumble import ll
from bumble.hci import Address

from .events import Record
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


def nearby(air: Air, key: bytes, signal: int = USUAL_SIGNAL) -> Beacon:
    """Gives what a phone with this key sends by itself, from an address that only its friends can resolve."""
    address = Address.generate_private_address(key)
    data = b"\x02\x01\x1a" + field(0xFF, APPLE + b"\x10\x05" + secrets.token_bytes(5))
    return Beacon(air, address.to_string(with_type_qualifier=False), data, signal)


class Ear:
    """Hears what everybody on the air sends to everybody, and is never heard."""

    random_address = public_address = Address.ANY

    def __init__(self, air: Air) -> None:
        self.heard: Record[bytes] = Record("ear")
        self.le_connections: dict[Address, None] = {}
        air.controllers.add(self)  # type: ignore[arg-type]

    def on_ll_advertising_pdu(self, packet: ll.AdvertisingPdu) -> None:
        """Takes what somebody sends."""
        if not isinstance(packet, ll.ConnectInd):
            self.heard.add(bytes(packet.data))  # type: ignore[attr-defined]

    def is_advertising_as(self, _address: Address) -> bool:
        """Says that nobody can connect to it."""
        return False
