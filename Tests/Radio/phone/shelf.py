"""The services of a phone as attributes, and the values behind them that change."""

import struct
from collections.abc import Callable

from bumble import att, gatt
from bumble.att import ATT_CID, ATT_Error
from bumble.core import UUID
from bumble.device import Connection
from bumble.gatt_server import Server

from . import models
from .models import AUTHENTICATION, Group, Properties, Trait

Permissions = att.Attribute.Permissions
NO_PERMISSION = Permissions(0)
ATTRIBUTES = UUID.from_16_bits(0x1801)
EXTENDED_PROPERTIES = UUID.from_16_bits(0x2900)
CONFIGURATION = UUID.from_16_bits(0x2902)
NOTIFICATION = 0x1B


class Live:
    """A characteristic whose value changes: what is read and written, and who is subscribed."""

    def __init__(
        self,
        read: Callable[[], bytes] = lambda: b"",
        write: Callable[[bytes], None] = lambda _: None,
        on_subscription: Callable[[bool], None] = lambda _: None,
    ) -> None:
        self.read = read
        self.write = write
        self.on_subscription = on_subscription
        self.place: gatt.Characteristic | None = None
        self.subscriber: Connection | None = None

    def subscribe(self, connection: Connection | None) -> None:
        """Remembers who is subscribed; says so only if that is another one than before."""
        if connection is self.subscriber:
            return
        self.subscriber = connection
        self.on_subscription(connection is not None)

    @property
    def room(self) -> int:
        """Gives how many bytes of a value fit into a packet."""
        return self.subscriber.att_mtu - 3 if self.subscriber else 0

    def notify(self, value: bytes) -> None:
        """Sends a value to the subscriber, if there is one."""
        if self.subscriber and self.place:
            packet = struct.pack("<BH", NOTIFICATION, self.place.handle) + value[: self.room]
            self.subscriber.send_l2cap_pdu(ATT_CID, packet)


class Shelf:
    """Makes services as an iPhone has them: all are to be seen by anybody, and what is private is refused."""

    def __init__(self, server: Server, lives: dict[str, Live], tell: Callable[[str, object], None]) -> None:
        """Makes them of traits, and of values that change, by the numbers of their characteristics."""
        self.server = server
        self.lives = lives
        self.tell = tell
        # What a host is told that has no key.
        self.refusal = AUTHENTICATION
        # What is not given to a host with a key either, by the numbers of characteristics.
        self.refuses: set[str] = set()
        self.changed: gatt.Characteristic | None = None

    def access(self, name: str, appearance: int) -> gatt.Service:
        """Gives the name and what the phone looks like."""
        return self.group(
            (
                "1800",
                (
                    Trait(models.NAME, Properties.READ, name.encode()),
                    Trait(models.APPEARANCE, Properties.READ, struct.pack("<H", appearance)),
                ),
            )
        )

    def attributes(self) -> gatt.Service:
        """Gives what tells of changed services: a host counts as subscribed from the start."""
        descriptor = gatt.Descriptor(
            CONFIGURATION, Permissions.READABLE | Permissions.WRITEABLE,
            att.AttributeValue(read=lambda _: b"\x02\x00", write=lambda _connection, _value: None),
        )  # fmt: skip
        self.changed = gatt.Characteristic(
            models.SERVICE_CHANGED, Properties.INDICATE, NO_PERMISSION, b"", [descriptor]
        )
        return gatt.Service(ATTRIBUTES, [self.changed])

    def group(self, group: Group) -> gatt.Service:
        """Gives any other service."""
        uuid, traits = group
        return gatt.Service(UUID(uuid), [self._characteristic(trait) for trait in traits])

    def leave(self, connection: Connection) -> None:
        """Ends the subscriptions of a host that is gone."""
        for live in self.lives.values():
            if live.subscriber is connection:
                live.subscribe(None)

    def take_away(self, group: Group) -> tuple[int, int]:
        """Takes the last service away, and gives the handles that it had."""
        uuid, traits = group
        service = self.server.services[-1]
        assert service.uuid == UUID(uuid), "another service is behind it"
        for trait in traits:
            if live := self.lives.get(trait.uuid):
                live.subscribe(None)
        return remove(self.server, service)

    def _characteristic(self, trait: Trait) -> gatt.Characteristic:
        permissions = NO_PERMISSION
        if trait.properties & Properties.READ:
            permissions |= Permissions.READABLE
        if trait.properties & Properties.WRITE:
            permissions |= Permissions.WRITEABLE
        live = self.lives.get(trait.uuid)

        def read(connection: Connection) -> bytes:
            self.check(connection, trait.secure)
            if trait.uuid in self.refuses:
                raise ATT_Error(self.refusal)
            return live.read() if live else trait.value or b""

        def write(connection: Connection, value: bytes) -> None:
            self.check(connection, trait.secure)
            if live:
                live.write(value)
            else:
                self.tell("written", (trait.uuid, value))

        def subscribe(bearer: Connection, value: bytes) -> None:
            if live:
                live.subscribe(bearer if value[:1] == b"\x01" else None)
            else:
                self.tell("subscribed", (trait.uuid, value))

        descriptors = []
        if trait.properties & Properties.EXTENDED_PROPERTIES:
            descriptors.append(gatt.Descriptor(EXTENDED_PROPERTIES, Permissions.READABLE, b"\x01\x00"))
        characteristic: gatt.Characteristic = gatt.Characteristic(
            trait.uuid, trait.properties, permissions, att.AttributeValue(read=read, write=write), descriptors
        )
        if trait.properties & Properties.NOTIFY:
            characteristic.descriptors = [*descriptors, subscription(self.server, characteristic, self.check, subscribe)]
        if live:
            live.place = characteristic
        return characteristic

    def check(self, connection: Connection, secure: bool) -> None:
        """Refuses a host without a key what is private."""
        if secure and not connection.encryption:
            self.tell("refused a stranger", self.refusal)
            raise ATT_Error(self.refusal)


def subscription(
    server: Server,
    characteristic: gatt.Characteristic,
    check: Callable[[Connection, bool], None],
    on_write: Callable[[Connection, bytes], None],
    protection: Permissions = NO_PERMISSION,
) -> gatt.Descriptor:
    """Gives a descriptor for subscriptions; Bumble's own may be written on a link in clear, an iPhone's may not."""

    def read(bearer: att.Bearer) -> bytes:
        return server.read_cccd(bearer, characteristic)

    def write(bearer: att.Bearer, value: bytes) -> None:
        assert isinstance(bearer, Connection)
        check(bearer, True)
        server.write_cccd(bearer, characteristic, value)
        on_write(bearer, value)

    return gatt.Descriptor(
        CONFIGURATION,
        Permissions.READABLE | Permissions.WRITEABLE | protection,
        att.AttributeValueV2(read=read, write=write),
    )


def remove(server: Server, service: gatt.Service) -> tuple[int, int]:
    """Takes the last service away, and what was subscribed to in it; gives the handles that it had."""
    handles = service.handle, service.end_group_handle
    assert handles[1] == len(server.attributes), "another service is behind it"
    del server.attributes[handles[0] - 1 :]
    server.attributes_by_handle.clear()
    server.services.remove(service)
    for subscriptions in server.subscribers.values():
        for handle in [each for each in subscriptions if each >= handles[0]]:
            del subscriptions[handle]
    return handles
