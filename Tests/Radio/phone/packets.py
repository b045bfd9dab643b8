"""The attribute packets of a link as they are, beside what Bumble makes of them."""

from bumble.att import ATT_CID
from bumble.device import Connection, Device

from air.events import Record

# What a request is answered with.
ANSWERS = (0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21)
REQUESTS = (0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20)
EXCHANGE_MTU, READ = 0x02, 0x0A
READ_BY_GROUP_TYPE, WRITE, WRITE_COMMAND = 0x10, 0x12, 0x52
WRITE_NOT_PERMITTED = 0x03
# All primary services.
SERVICES = bytes.fromhex("100100ffff0028")


class Packets:
    """All that a phone heard of hosts, and a way to say anything."""

    def __init__(self, name: str) -> None:
        self.heard: Record[bytes] = Record(f"attribute packets to phone {name}")
        # Those of them that came over a link in clear.
        self.in_clear: Record[bytes] = Record(f"attribute packets in clear to phone {name}")
        self.connection: Connection | None = None
        # Requests that are not answered at all.
        self.unanswered: tuple[int, ...] = ()
        # Once for each link, upon the first of these, the phone asks for the host's services itself, and
        # answers nothing before it knows them.
        self.collides: tuple[int, ...] = ()
        self.collisions = 0
        self._due = False
        self._kept: list[bytes] | None = None

    def follow(self, device: Device) -> None:
        """Listens to a device that was just switched on."""

        def hear(handle: int, packet: bytes) -> None:
            self.heard.add(packet)
            if self.connection and not self.connection.is_encrypted:
                self.in_clear.add(packet)
            for each in self._admit(packet):
                if not self._refuses(device, each):
                    device.on_gatt_pdu(handle, each)

        device.l2cap_channel_manager.register_fixed_channel(ATT_CID, hear)
        device.on("connection", self._connected)

    def _admit(self, packet: bytes) -> list[bytes]:
        """Gives what the phone takes note of now."""
        if packet[0] in self.unanswered:
            return []
        if self._kept is not None:
            if packet[0] == READ_BY_GROUP_TYPE + 1 or packet[:2] == bytes((0x01, READ_BY_GROUP_TYPE)):
                kept, self._kept = self._kept, None
                return kept
            if packet[0] in REQUESTS:
                self._kept.append(packet)
                return []
        elif self._due and packet[0] in self.collides:
            self._due = False
            self._kept = [packet]
            self.collisions += 1
            self.send(SERVICES)
            return []
        return [packet]

    def _refuses(self, device: Device, packet: bytes) -> bool:
        """Refuses to write what cannot be written; Bumble would write it, even what declares a characteristic."""
        if packet[0] not in (WRITE, WRITE_COMMAND) or len(packet) < 3:
            return False
        attribute = device.gatt_server.get_attribute(int.from_bytes(packet[1:3], "little"))
        if attribute is None or attribute.permissions & attribute.WRITEABLE:
            return False
        if packet[0] == WRITE:
            self.send(bytes((0x01, WRITE)) + packet[1:3] + bytes((WRITE_NOT_PERMITTED,)))
        return True

    @property
    def waits(self) -> bool:
        """Says whether the phone still waits for the host's services."""
        return self._kept is not None

    def _connected(self, connection: Connection) -> None:
        self.connection = connection
        self._due = True
        self._kept = None

    def send(self, packet: bytes) -> None:
        """Sends a packet as it is on the newest link."""
        assert self.connection
        self.connection.send_l2cap_pdu(ATT_CID, packet)

    async def ask(self, request: bytes) -> bytes:
        """Sends a request as it is, and gives the answer."""
        mark = self.heard.mark()
        self.send(request)
        return await self.heard.first(f"answer to {request.hex()}", lambda heard: heard[0] in ANSWERS, mark)
