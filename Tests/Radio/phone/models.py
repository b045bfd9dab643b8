"""Phones with the attributes that real ones were seen to have, in their order and at their handles."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bumble import att, gatt
from bumble.att import ATT_Error, Bearer
from bumble.core import UUID
from bumble.device import Connection

Permissions = att.Attribute.Permissions
Properties = gatt.Characteristic.Properties
AUTHENTICATION, ENCRYPTION = 0x05, 0x0F
PHONE, MEDIA_PLAYER = 0x0040, 0x0280

ATTRIBUTES = UUID.from_16_bits(0x1801)
SERVICE_CHANGED = UUID.from_16_bits(0x2A05)
EXTENDED_PROPERTIES = UUID.from_16_bits(0x2900)
CONFIGURATION = UUID.from_16_bits(0x2902)


class Own(Enum):
    """A service that is not made of traits alone."""

    ACCESS = auto()
    ATTRIBUTES = auto()
    # It comes and goes.
    NOTIFICATIONS = auto()


@dataclass(frozen=True)
class Trait:
    """A characteristic: its number, what may be done with it, and its value, where that may be read."""

    uuid: str
    properties: Properties
    value: bytes | None = None
    secure: bool = False


Group = tuple[str, tuple[Trait, ...]]
TALKS = Properties.WRITE | Properties.NOTIFY | Properties.EXTENDED_PROPERTIES
SECURE = {"secure": True}

CONTINUITY: Group = (
    "D0611E78-BBB4-4591-A5F8-487910AE4366",
    (Trait("8667556C-9A37-4C91-84ED-54EE27D90049", TALKS, **SECURE),),
)
NEARBY: Group = (
    "9FA480E0-4967-4542-9390-D343DC5D04AE",
    (Trait("AF0BADB1-5B99-43CD-917A-A77BC549E3CC", TALKS, **SECURE),),
)
BATTERY: Group = ("180F", (Trait("2A19", Properties.READ | Properties.NOTIFY, bytes([0x52]), True),))
# A Saturday in June 2018, with a reason for the last adjustment that should not be there.
TIME: Group = (
    "1805",
    (
        Trait("2A2B", Properties.READ | Properties.NOTIFY, bytes.fromhex("e207061e151e1006ef02"), True),
        Trait("2A0F", Properties.READ, bytes.fromhex("2000"), True),
    ),
)
MEDIA: Group = (
    "89D3502B-0F36-433A-8EF4-C502AD55F8DC",
    (
        Trait("9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2", TALKS, **SECURE),
        Trait("2F7CABCE-808D-411F-9A0C-BB92BA96C102", TALKS, **SECURE),
        Trait(
            "C6B2F38C-23AB-46D8-A6AB-A3A870BBD5D7",
            Properties.READ | Properties.WRITE | Properties.EXTENDED_PROPERTIES, b"", True,
        ),
    ),
)  # fmt: skip


def information(model: str) -> Group:
    """Gives the device information, which anybody may read."""
    return (
        "180A",
        (Trait("2A29", Properties.READ, b"Apple Inc."), Trait("2A24", Properties.READ, model.encode())),
    )


@dataclass(frozen=True)
class Model:
    """The services of a phone in their order, each without a gap behind the one before."""

    appearance: int
    services: tuple[Group | Own, ...]
    # Where notifications begin, Service Changed is, and the battery's level is subscribed to, as they were seen
    # or follow from what was.
    first: int
    changed: int
    battery: int


IPHONE_8_PLUS = Model(
    PHONE,
    (Own.ACCESS, Own.ATTRIBUTES, CONTINUITY, NEARBY, BATTERY, TIME, information("iPhone10,5"), Own.NOTIFICATIONS, MEDIA),
    first=35, changed=8, battery=23,
)  # fmt: skip
IPHONE_12 = Model(
    PHONE,
    (Own.ACCESS, information("iPhone13,2"), Own.ATTRIBUTES, CONTINUITY, NEARBY, BATTERY, TIME, Own.NOTIFICATIONS, MEDIA),
    first=35, changed=13, battery=28,
)  # fmt: skip
# Not a real one: three handles fewer in front of notifications, so that the remote control of media stands
# where an iPhone 8 Plus is subscribed to the Data Source.
THREE_LESS = Model(
    PHONE,
    (
        Own.ACCESS, Own.ATTRIBUTES, CONTINUITY, NEARBY,
        ("180F", (Trait("2A19", Properties.READ, bytes([0x52]), True),)), ("1805", TIME[1][:1]),
        information("iPhone10,4"), Own.NOTIFICATIONS, MEDIA,
    ),
    first=32, changed=8, battery=0,
)  # fmt: skip
IPAD = Model(MEDIA_PLAYER, IPHONE_12.services, first=35, changed=13, battery=28)


class Shelf:
    """Makes services as an iPhone has them: all are to be seen by anybody, and what is private is refused."""

    def __init__(self, read: Callable[[Bearer, gatt.Characteristic], bytes], tell: Callable[[str, object], None]) -> None:
        self.read = read
        self.tell = tell
        # What a host is told that has no key.
        self.refusal = AUTHENTICATION
        self.changed: gatt.Characteristic | None = None

    def access(self, name: str, appearance: int) -> gatt.Service:
        """Gives the name and what the phone looks like."""
        return self.group(
            (
                "1800",
                (
                    Trait("2A00", Properties.READ, name.encode()),
                    Trait("2A01", Properties.READ, struct.pack("<H", appearance)),
                ),
            )
        )

    def attributes(self) -> gatt.Service:
        """Gives what tells of changed services: a host counts as subscribed from the start."""
        subscription = gatt.Descriptor(
            CONFIGURATION, Permissions.READABLE | Permissions.WRITEABLE,
            att.AttributeValue(read=lambda _: b"\x02\x00", write=lambda _connection, _value: None),
        )  # fmt: skip
        self.changed = gatt.Characteristic(
            SERVICE_CHANGED, Properties.INDICATE, Permissions(0), b"", [subscription]
        )
        return gatt.Service(ATTRIBUTES, [self.changed])

    def group(self, group: Group) -> gatt.Service:
        """Gives any other service."""
        uuid, traits = group
        return gatt.Service(UUID(uuid), [self._characteristic(trait) for trait in traits])

    def _characteristic(self, trait: Trait) -> gatt.Characteristic:
        permissions = Permissions(0)
        if trait.properties & Properties.READ:
            permissions |= Permissions.READABLE
        if trait.properties & Properties.WRITE:
            permissions |= Permissions.WRITEABLE

        def read(connection: Connection) -> bytes:
            self.check(connection, trait.secure)
            return trait.value or b""

        def write(connection: Connection, value: bytes) -> None:
            self.check(connection, trait.secure)
            self.tell("written", (trait.uuid, value))

        descriptors = []
        if trait.properties & Properties.EXTENDED_PROPERTIES:
            descriptors.append(gatt.Descriptor(EXTENDED_PROPERTIES, Permissions.READABLE, b"\x01\x00"))
        characteristic = gatt.Characteristic(
            trait.uuid, trait.properties, permissions, att.AttributeValue(read=read, write=write), descriptors
        )
        if trait.properties & Properties.NOTIFY:
            descriptors.append(
                gatt.Descriptor(
                    CONFIGURATION, Permissions.READABLE | Permissions.WRITEABLE,
                    att.AttributeValueV2(
                        read=lambda bearer: self.read(bearer, characteristic),
                        write=lambda bearer, _: self.check(bearer, True),
                    ),
                )
            )  # fmt: skip
            characteristic.descriptors = descriptors
        return characteristic

    def check(self, connection: Connection, secure: bool) -> None:
        """Refuses a host without a key what is private."""
        if secure and not connection.encryption:
            self.tell("refused a stranger", self.refusal)
            raise ATT_Error(self.refusal)
