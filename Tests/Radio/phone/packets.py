"""The attribute packets of a link as they are, beside what Bumble makes of them."""

from bumble.att import ATT_CID
from bumble.device import Connection, Device

from air.events import Record

# What a request is answered with.
ANSWERS = (0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21)


class Packets:
    """All that a phone heard of hosts, and a way to say anything."""

    def __init__(self, name: str) -> None:
        self.heard: Record[bytes] = Record(f"attribute packets to phone {name}")
        self.connection: Connection | None = None

    def follow(self, device: Device) -> None:
        """Listens to a device that was just switched on."""

        def hear(handle: int, packet: bytes) -> None:
            self.heard.add(packet)
            device.on_gatt_pdu(handle, packet)

        device.l2cap_channel_manager.register_fixed_channel(ATT_CID, hear)
        device.on("connection", self._connected)

    def _connected(self, connection: Connection) -> None:
        self.connection = connection

    def send(self, packet: bytes) -> None:
        """Sends a packet as it is on the newest link."""
        assert self.connection
        self.connection.send_l2cap_pdu(ATT_CID, packet)

    async def ask(self, request: bytes) -> bytes:
        """Sends a request as it is, and gives the answer."""
        mark = self.heard.mark()
        self.send(request)
        return await self.heard.first(f"answer to {request.hex()}", lambda heard: heard[0] in ANSWERS, mark)
