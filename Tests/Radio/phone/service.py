"""The notification service as attributes: who may do what, and what was written."""

from collections.abc import Awaitable, Callable

from bumble import att, gatt
from bumble.core import UUID
from bumble.device import Connection
from bumble.gatt_server import Server

SERVICE = UUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0")
NOTIFICATION_SOURCE = UUID("9FBF120D-6301-42D9-8C58-25E699A21DBD")
CONTROL_POINT = UUID("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9")
DATA_SOURCE = UUID("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB")

Permissions = att.Attribute.Permissions
Properties = gatt.Characteristic.Properties
CCCD = gatt.GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR


class Attributes:
    """The service with its characteristics, all of which want an encrypted link."""

    def __init__(
        self,
        server: Server,
        on_command: Callable[[Connection, bytes], Awaitable[None]],
        on_subscription: Callable[[Connection, UUID, bool], None],
        fake: bool,
    ) -> None:
        self.server = server
        self.on_subscription = on_subscription
        self.source = self._notifying(NOTIFICATION_SOURCE)
        self.data = self._notifying(DATA_SOURCE)
        self.control = gatt.Characteristic(
            CONTROL_POINT,
            Properties.WRITE,
            Permissions.WRITEABLE | Permissions.WRITE_REQUIRES_ENCRYPTION,
            gatt.CharacteristicValue(write=on_command),
        )
        characteristics = [self.source, self.control] if fake else [self.source, self.control, self.data]
        self.service = gatt.Service(SERVICE, characteristics)
        self.handles: tuple[int, int] | None = None

    def _notifying(self, uuid: UUID) -> gatt.Characteristic[bytes]:
        def read(bearer: att.Bearer) -> bytes:
            return self.server.read_cccd(bearer, characteristic)

        def write(bearer: att.Bearer, value: bytes) -> None:
            self.server.write_cccd(bearer, characteristic, value)
            assert isinstance(bearer, Connection)
            self.on_subscription(bearer, uuid, value[:1] == b"\x01")

        # Bumble's own descriptor may be written on a link in clear; an iPhone's may not.
        subscription: gatt.Descriptor = gatt.Descriptor(
            CCCD,
            Permissions.READABLE | Permissions.WRITEABLE | Permissions.WRITE_REQUIRES_ENCRYPTION,
            att.AttributeValueV2(read=read, write=write),
        )
        characteristic: gatt.Characteristic[bytes] = gatt.Characteristic(
            uuid, Properties.NOTIFY, Permissions(0), b"", [subscription]
        )
        return characteristic

    def appear(self) -> None:
        """Adds the service at the end of the attributes."""
        self.server.add_service(self.service)
        self.handles = (self.service.handle, self.service.end_group_handle)

    def disappear(self) -> None:
        """Takes the service away; it is the last one."""
        assert self.handles
        del self.server.attributes[self.handles[0] - 1 :]
        self.server.attributes_by_handle.clear()
        self.server.services.remove(self.service)
