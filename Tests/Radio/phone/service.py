"""The notification service as attributes: who may do what, and what was written."""

from collections.abc import Awaitable, Callable

from bumble import gatt
from bumble.core import UUID
from bumble.device import Connection
from bumble.gatt_server import Server

from .shelf import EXTENDED_PROPERTIES, NO_PERMISSION, Permissions, remove, subscription

SERVICE = UUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0")
NOTIFICATION_SOURCE = UUID("9FBF120D-6301-42D9-8C58-25E699A21DBD")
CONTROL_POINT = UUID("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9")
DATA_SOURCE = UUID("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB")

Properties = gatt.Characteristic.Properties


class Attributes:
    """The service with its characteristics, all of which want an encrypted link."""

    def __init__(
        self,
        server: Server,
        on_command: Callable[[Connection, bytes], Awaitable[None]],
        on_subscription: Callable[[Connection, UUID, bool], None],
        fake: bool,
        is_real: bool = False,
        check: Callable[[Connection, bool], None] = lambda _connection, _secure: None,
    ) -> None:
        """Makes them in the order of an iPhone, and with what else it has, where that is wanted."""
        self.server = server
        self.check = check
        self.is_real = is_real
        self.on_subscription = on_subscription
        self.source = self._notifying(NOTIFICATION_SOURCE)
        self.data = self._notifying(DATA_SOURCE)
        self.control = gatt.Characteristic(
            CONTROL_POINT,
            Properties.WRITE | (Properties.EXTENDED_PROPERTIES if is_real else Properties(0)),
            Permissions.WRITEABLE | self._protection,
            gatt.CharacteristicValue(write=self._checked(on_command)),
            [gatt.Descriptor(EXTENDED_PROPERTIES, Permissions.READABLE, b"\x01\x00")] if is_real else [],
        )
        characteristics = [self.source, self.control] if fake else [self.source, self.control, self.data]
        if is_real:
            characteristics = [self.control, self.source, self.data]
        self.service = gatt.Service(SERVICE, characteristics)
        self.handles: tuple[int, int] | None = None

    @property
    def _protection(self) -> Permissions:
        # An iPhone refuses otherwise than Bumble does.
        return NO_PERMISSION if self.is_real else Permissions.WRITE_REQUIRES_ENCRYPTION

    def _checked(
        self, on_command: Callable[[Connection, bytes], Awaitable[None]]
    ) -> Callable[[Connection, bytes], Awaitable[None]]:
        async def command(connection: Connection, value: bytes) -> None:
            self.check(connection, True)
            await on_command(connection, value)

        return command

    def _notifying(self, uuid: UUID) -> gatt.Characteristic[bytes]:
        def told(bearer: Connection, value: bytes) -> None:
            self.on_subscription(bearer, uuid, value[:1] == b"\x01")

        characteristic: gatt.Characteristic[bytes] = gatt.Characteristic(uuid, Properties.NOTIFY, NO_PERMISSION, b"")
        characteristic.descriptors = [subscription(self.server, characteristic, self.check, told, self._protection)]
        return characteristic

    def appear(self) -> None:
        """Adds the service at the end of the attributes."""
        self.server.add_service(self.service)
        self.handles = (self.service.handle, self.service.end_group_handle)

    def disappear(self) -> None:
        """Takes the service away; it is the last one."""
        remove(self.server, self.service)
