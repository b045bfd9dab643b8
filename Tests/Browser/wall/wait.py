"""Waiting for what takes a moment."""

import time
from collections.abc import Callable

from machine.check import Failed


def eventually(holds: Callable[[], object], what: Callable[[], str], seconds: float = 10) -> None:
    """Waits until something holds; fails with words if it does not."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Failed(f"{what()} in {seconds:.0f} s")
        time.sleep(0.02)
