"""Phones with the attributes that real ones were seen to have, in their order and at their handles."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from bumble import gatt

from .packets import WRITE

Properties = gatt.Characteristic.Properties
AUTHENTICATION, ENCRYPTION = 0x05, 0x0F
PHONE, MEDIA_PLAYER = 0x0040, 0x0280


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

NAME, APPEARANCE, SERVICE_CHANGED = "2A00", "2A01", "2A05"
CONTROL_POINT = "69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9"
NOTIFICATION_SOURCE = "9FBF120D-6301-42D9-8C58-25E699A21DBD"
DATA_SOURCE = "22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB"
BATTERY_LEVEL = "2A19"
CURRENT_TIME, LOCAL_TIME_INFORMATION = "2A2B", "2A0F"
MAKER, MODEL = "2A29", "2A24"
REMOTE_COMMAND = "9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2"
ENTITY_UPDATE = "2F7CABCE-808D-411F-9A0C-BB92BA96C102"
ENTITY_ATTRIBUTE = "C6B2F38C-23AB-46D8-A6AB-A3A870BBD5D7"

CONTINUITY: Group = (
    "D0611E78-BBB4-4591-A5F8-487910AE4366",
    (Trait("8667556C-9A37-4C91-84ED-54EE27D90049", TALKS, secure=True),),
)
NEARBY: Group = (
    "9FA480E0-4967-4542-9390-D343DC5D04AE",
    (Trait("AF0BADB1-5B99-43CD-917A-A77BC549E3CC", TALKS, secure=True),),
)
# Level, time and player are those of the phone at that moment.
BATTERY: Group = ("180F", (Trait(BATTERY_LEVEL, Properties.READ | Properties.NOTIFY, secure=True),))
TIME: Group = (
    "1805",
    (
        Trait(CURRENT_TIME, Properties.READ | Properties.NOTIFY, secure=True),
        Trait(LOCAL_TIME_INFORMATION, Properties.READ, secure=True),
    ),
)
MEDIA: Group = (
    "89D3502B-0F36-433A-8EF4-C502AD55F8DC",
    (
        Trait(REMOTE_COMMAND, TALKS, secure=True),
        Trait(ENTITY_UPDATE, TALKS, secure=True),
        Trait(ENTITY_ATTRIBUTE, Properties.READ | Properties.WRITE | Properties.EXTENDED_PROPERTIES, secure=True),
    ),
)
# An app's own service, which takes anything that is written to it: as many attributes as the media service has.
APP: Group = (
    "0B1E5C4A-6D51-4E0F-9C3B-5A7D2F10C8E4",
    (
        Trait("0B1E5C4A-6D51-4E0F-9C3B-5A7D2F10C8E5", TALKS, secure=True),
        Trait("0B1E5C4A-6D51-4E0F-9C3B-5A7D2F10C8E6", TALKS, secure=True),
        Trait("0B1E5C4A-6D51-4E0F-9C3B-5A7D2F10C8E7", MEDIA[1][2].properties, b"", True),
    ),
)

# The traits of the services that are made otherwise, for their handles.
SHAPES: dict[Own, tuple[Trait, ...]] = {
    Own.ACCESS: (Trait(NAME, Properties.READ), Trait(APPEARANCE, Properties.READ)),
    Own.ATTRIBUTES: (Trait(SERVICE_CHANGED, Properties.INDICATE),),
    Own.NOTIFICATIONS: (
        Trait(CONTROL_POINT, Properties.WRITE | Properties.EXTENDED_PROPERTIES),
        Trait(NOTIFICATION_SOURCE, Properties.NOTIFY),
        Trait(DATA_SOURCE, Properties.NOTIFY),
    ),
}
# What a host subscribes to, and what it writes.
SUBSCRIBED = (
    SERVICE_CHANGED, NOTIFICATION_SOURCE, DATA_SOURCE, BATTERY_LEVEL, CURRENT_TIME, REMOTE_COMMAND, ENTITY_UPDATE,
)  # fmt: skip
WRITTEN = (CONTROL_POINT, REMOTE_COMMAND, ENTITY_UPDATE, ENTITY_ATTRIBUTE)
# What has nothing to do with notifications, and is asked for beside them.
FURTHER = (
    BATTERY_LEVEL, CURRENT_TIME, LOCAL_TIME_INFORMATION, MAKER, MODEL, REMOTE_COMMAND, ENTITY_UPDATE, ENTITY_ATTRIBUTE,
)  # fmt: skip


def information(model: str) -> Group:
    """Gives the device information, which anybody may read."""
    return (
        "180A",
        (Trait(MAKER, Properties.READ, b"Apple Inc."), Trait(MODEL, Properties.READ, model.encode())),
    )


@dataclass(frozen=True)
class Place:
    """The handles of a characteristic: its value, and its subscription if there is one."""

    value: int
    subscription: int | None

    @property
    def handles(self) -> set[int]:
        """Gives both."""
        return {self.value} | ({self.subscription} if self.subscription else set())


@dataclass(frozen=True)
class Model:
    """The services of a phone in their order, each without a gap behind the one before."""

    appearance: int
    services: tuple[Group | Own, ...]
    # Where notifications begin, Service Changed is, and the battery's level is subscribed to, as they were seen
    # or follow from what was.
    first: int
    changed: int
    battery: int | None

    def __post_init__(self) -> None:
        """Compares the handles with those that were seen."""
        found = (
            self.places[CONTROL_POINT].value - 2,
            self.places[SERVICE_CHANGED].value,
            self.places[BATTERY_LEVEL].subscription,
        )
        assert found == (self.first, self.changed, self.battery), found

    @cached_property
    def places(self) -> dict[str, Place]:
        """Gives where each characteristic is, by its number."""
        places: dict[str, Place] = {}
        handle = 1
        for group in self.services:
            handle += 1
            for trait in SHAPES[group] if isinstance(group, Own) else group[1]:
                value = handle + 1
                handle = value + 1 + bool(trait.properties & Properties.EXTENDED_PROPERTIES)
                tells = trait.properties & (Properties.NOTIFY | Properties.INDICATE)
                places[trait.uuid] = Place(value, handle if tells else None)
                handle += bool(tells)
        return places

    def handles(self, *uuids: str) -> set[int]:
        """Gives the handles of some characteristics, of those that there are."""
        return {handle for uuid in uuids if uuid in self.places for handle in self.places[uuid].handles}

    @property
    def subscriptions(self) -> dict[str, int]:
        """Gives the handles at which a host subscribes, by the characteristic."""
        found = {uuid: place.subscription for uuid, place in self.places.items() if uuid in SUBSCRIBED}
        return {uuid: handle for uuid, handle in found.items() if handle}

    def subscribed(self, packets: list[bytes]) -> set[str]:
        """Gives the characteristics to which a host subscribes with these packets."""
        names = {handle.to_bytes(2, "little"): uuid for uuid, handle in self.subscriptions.items()}
        return {
            names[each[1:3]] for each in packets if each[0] == WRITE and each[1:3] in names and each[3:] == b"\x01\x00"
        }

    @property
    def written(self) -> set[int]:
        """Gives the handles that a host has reason to write to."""
        values = {place.value for uuid, place in self.places.items() if uuid in WRITTEN}
        return {*self.subscriptions.values(), *values}


IPHONE_8_PLUS = Model(
    PHONE,
    (
        Own.ACCESS, Own.ATTRIBUTES, CONTINUITY, NEARBY, BATTERY, TIME, information("iPhone10,5"), Own.NOTIFICATIONS,
        MEDIA,
    ),
    first=35, changed=8, battery=23,
)  # fmt: skip
IPHONE_12 = Model(
    PHONE,
    (
        Own.ACCESS, information("iPhone13,2"), Own.ATTRIBUTES, CONTINUITY, NEARBY, BATTERY, TIME, Own.NOTIFICATIONS,
        MEDIA,
    ),
    first=35, changed=13, battery=28,
)  # fmt: skip
# Not a real one: three handles fewer in front of notifications, so that the remote control of media stands
# where an iPhone 8 Plus is subscribed to the Data Source.
THREE_LESS = Model(
    PHONE,
    (
        Own.ACCESS, Own.ATTRIBUTES, CONTINUITY, NEARBY,
        ("180F", (Trait(BATTERY_LEVEL, Properties.READ, secure=True),)), ("1805", TIME[1][:1]),
        information("iPhone10,4"), Own.NOTIFICATIONS, MEDIA,
    ),
    first=32, changed=8, battery=None,
)  # fmt: skip
# Not a real one either: an iPhone 8 Plus with an app's service where its media service is, and everything else in
# its place, Service Changed and notifications included.
WITH_AN_APP = Model(PHONE, (*IPHONE_8_PLUS.services[:-1], APP), first=35, changed=8, battery=23)
IPAD = Model(MEDIA_PLAYER, IPHONE_12.services, first=35, changed=13, battery=28)
