"""The battery of a phone: its level in percent, which a subscribed host hears of when it changes."""

from .models import BATTERY_LEVEL
from .shelf import Live


class Battery:
    """A level that the scenario sets; it outlives connections and restarts."""

    def __init__(self) -> None:
        self.level = 82
        self._live = Live(read=lambda: bytes([self.level]))
        self.lives = {BATTERY_LEVEL: self._live}

    def set(self, level: int) -> None:
        """Charges or discharges it, and notifies a host that is subscribed."""
        self.level = level
        self._live.notify(bytes([level]))
