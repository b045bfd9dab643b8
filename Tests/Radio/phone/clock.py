"""The clock of a phone: date, time and zone, which the scenario moves."""

import struct
import time
from datetime import UTC, datetime, timedelta

from .models import CURRENT_TIME, LOCAL_TIME_INFORMATION
from .shelf import Live

QUARTER = timedelta(minutes=15)
# Apple documents that there is no reason; an iPhone was seen with this one: an external reference.
REASON = 0x02


class Clock:
    """Differs from the clock of the guest by a zone, daylight saving time and some seconds; it outlives connections."""

    def __init__(self) -> None:
        # Both in quarters of an hour, as they are on the air.
        self.zone = 0
        self.daylight = 0
        # Seconds by which it is fast.
        self.ahead: float = 0
        # What the clock of the guest is ahead of the one that is never set, if that one counts.
        self._epoch: float | None = None
        self._time = Live(read=self._current_time)
        zone = Live(read=lambda: struct.pack("<bB", self.zone, self.daylight))
        self.lives = {CURRENT_TIME: self._time, LOCAL_TIME_INFORMATION: zone}

    @property
    def offset(self) -> timedelta:
        """Gives what the time here is ahead of UTC."""
        return (self.zone + self.daylight) * QUARTER

    def part(self) -> None:
        """Goes on by itself, whatever the clock of the guest is set to from now on."""
        self._epoch = time.time() - time.monotonic()

    def moment(self) -> datetime:
        """Gives the moment that the phone shows, whatever its zone."""
        now = time.time() if self._epoch is None else time.monotonic() + self._epoch
        return datetime.fromtimestamp(now + self.ahead, UTC)

    def local(self) -> datetime:
        """Gives the date and time that the phone shows."""
        return self.moment() + self.offset

    def date(self, ago: timedelta = timedelta()) -> str:
        """Gives what it shows, or showed some time ago, as notifications have it."""
        return (self.local() - ago).strftime("%Y%m%dT%H%M%S")

    def move(self, zone: int | None = None, daylight: int | None = None, ahead: float | None = None) -> None:
        """Travels, or is set, and notifies a host that is subscribed."""
        self.zone = self.zone if zone is None else zone
        self.daylight = self.daylight if daylight is None else daylight
        self.ahead = self.ahead if ahead is None else ahead
        self._time.notify(self._current_time())

    def _current_time(self) -> bytes:
        now = self.local()
        date = (now.year, now.month, now.day, now.hour, now.minute, now.second, now.isoweekday())
        return struct.pack("<HBBBBBBBB", *date, now.microsecond * 256 // 1_000_000, REASON)
