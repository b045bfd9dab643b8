"""A notification as the phone knows it, and its encoding in answers."""

import struct
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag


class Category(IntEnum):
    """The categories, with the one that no document names."""

    OTHER = 0
    INCOMING_CALL = 1
    MISSED_CALL = 2
    VOICEMAIL = 3
    SOCIAL = 4
    SCHEDULE = 5
    EMAIL = 6
    ACTIVE_CALL = 12


class Flag(IntFlag):
    """The flags of a Notification Source value."""

    SILENT = 1
    IMPORTANT = 2
    PRE_EXISTING = 4
    POSITIVE_ACTION = 8
    NEGATIVE_ACTION = 16


@dataclass(eq=False)
class Notice:
    """One notification; it has no handle of its own, since each session gives it another."""

    title: str
    message: str = ""
    subtitle: str = ""
    category: Category = Category.SOCIAL
    app: str = "com.apple.MobileSMS"
    date: str = "20260401T181928"
    positive: str = ""
    negative: str = "Clear"
    flags: Flag = field(default=Flag(0))

    def __post_init__(self) -> None:
        if self.positive:
            self.flags |= Flag.POSITIVE_ACTION
        if self.negative:
            self.flags |= Flag.NEGATIVE_ACTION

    def attribute(self, number: int) -> bytes:
        """Gives an attribute's whole value; one that does not exist is empty."""
        message = self.message.encode()
        return {
            0: self.app.encode(),
            1: self.title.encode(),
            2: self.subtitle.encode(),
            3: message,
            4: str(len(message)).encode(),
            5: self.date.encode(),
            6: self.positive.encode(),
            7: self.negative.encode(),
        }.get(number, b"")


def attributes(notice: Notice, wanted: list[tuple[int, int | None]]) -> bytes:
    """Encodes attributes, each cut to the greatest length that was asked for."""
    parts = []
    for number, greatest in wanted:
        value = notice.attribute(number)[:greatest]
        parts.append(struct.pack("<BH", number, len(value)) + value)
    return b"".join(parts)
