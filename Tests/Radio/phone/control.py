"""Commands at the Control Point, read from bytes."""

import struct
from dataclasses import dataclass

# Only these attributes are followed by a greatest length.
CUT = (1, 2, 3)


class Refused(Exception):
    """The command gets an error of the attribute protocol."""

    def __init__(self, code: int) -> None:
        super().__init__(hex(code))
        self.code = code


UNKNOWN_COMMAND = 0xA0
INVALID_COMMAND = 0xA1
INVALID_PARAMETER = 0xA2
ACTION_FAILED = 0xA3
WRITE_NOT_PERMITTED = 0x03


@dataclass
class Fetch:
    """Asks for attributes of a notification."""

    uid: int
    attributes: list[tuple[int, int | None]]


@dataclass
class FetchApp:
    """Asks for attributes of an app."""

    app: bytes
    attributes: list[int]


@dataclass
class Perform:
    """Asks for an action."""

    uid: int
    positive: bool


def parse(command: bytes) -> Fetch | FetchApp | Perform:
    """Reads a command."""
    if not command:
        raise Refused(INVALID_COMMAND)
    match command[0]:
        case 0 if len(command) > 5:
            return Fetch(struct.unpack_from("<I", command, 1)[0], wanted(command[5:]))
        case 1 if b"\0" in command[1:-1]:
            app, _, numbers = command[1:].partition(b"\0")
            return FetchApp(app, list(numbers))
        case 2 if len(command) == 6 and command[5] < 2:
            return Perform(struct.unpack_from("<I", command, 1)[0], command[5] == 0)
        case 0 | 1 | 2:
            raise Refused(INVALID_COMMAND)
    raise Refused(UNKNOWN_COMMAND)


def wanted(rest: bytes) -> list[tuple[int, int | None]]:
    """Reads a list of attributes."""
    result: list[tuple[int, int | None]] = []
    while rest:
        if rest[0] not in CUT:
            result.append((rest[0], None))
            rest = rest[1:]
        elif len(rest) >= 3:
            result.append((rest[0], struct.unpack_from("<H", rest, 1)[0]))
            rest = rest[3:]
        else:
            raise Refused(INVALID_COMMAND)
    return result
