"""The wall clock of the guest, which a scenario sets, and which is as it was in the end."""

import ctypes
import struct
import time
from datetime import datetime
from types import TracebackType

# struct timex of 64-bit Linux: its length, and where modes, the largest error and the status are in it.
LENGTH, MODES, LARGEST_ERROR, STATUS = 208, 0, 24, 40
SET_LARGEST_ERROR, SET_STATUS = 0x0004, 0x0010
NOT_SYNCHRONISED = 0x0040


def _adjust(modes: int = 0, error: int = 0, status: int = 0) -> bytes:
    """Asks the kernel to change how it judges its clock, and gives how it does."""
    buffer = ctypes.create_string_buffer(LENGTH)
    struct.pack_into("<I", buffer, MODES, modes)
    struct.pack_into("<q", buffer, LARGEST_ERROR, error)
    struct.pack_into("<i", buffer, STATUS, status)
    library = ctypes.CDLL(None, use_errno=True)
    assert library.adjtimex(buffer) >= 0, f"adjtimex failed with {ctypes.get_errno()}"
    return buffer.raw


class HostClock:
    """A wrong clock, for as long as a scenario needs it."""

    def __init__(self) -> None:
        self._epoch = time.time() - time.monotonic()

    def __enter__(self) -> "HostClock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        time.clock_settime(time.CLOCK_REALTIME, time.monotonic() + self._epoch)

    def set(self, moment: datetime) -> None:
        """Sets it; the kernel then no longer calls it synchronised."""
        time.clock_settime(time.CLOCK_REALTIME, moment.timestamp())
        assert not self.is_synchronised()

    def keep_right(self) -> None:
        """Says that it is synchronised, as a program does that asks the network."""
        _adjust(SET_LARGEST_ERROR | SET_STATUS)
        assert self.is_synchronised()

    def is_synchronised(self) -> bool:
        """Says whether the kernel calls it synchronised."""
        return not struct.unpack_from("<i", _adjust(), STATUS)[0] & NOT_SYNCHRONISED
