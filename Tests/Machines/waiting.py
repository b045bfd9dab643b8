"""Waiting: until something holds, and for how long at most; the one place for all checks that are written in Python."""

import os
import time
from collections.abc import Callable
from pathlib import Path

# Seconds after which something hangs. No check fails because a machine is slow.
PATIENCE = int((Path(__file__).parents[1] / "patience").read_text().split()[-1]) * int(os.environ.get("PATIENCE") or 1)
STEP = 0.02


class Failed(Exception):
    """What did not hold."""


def eventually(holds: Callable[[], object], what: Callable[[], str], step: float = STEP) -> None:
    """Waits until something holds; fails with words if it hangs."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise Failed(f"{what()} in {PATIENCE} s")
        time.sleep(step)
