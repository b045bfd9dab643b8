"""Waiting: until something holds, and for how long at most; the one place for all checks that are written in Python."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path


def patience() -> int:
    """Gives the seconds after which something hangs: those of the file, as often as PATIENCE says."""
    word = os.environ.get("PATIENCE") or "1"
    if not word.isascii() or not word.isdigit() or int(word) == 0:
        print(f"PATIENCE must be a whole number above 0, such as 3, and is '{word}'", file=sys.stderr)
        sys.exit(2)
    return int((Path(__file__).parents[1] / "patience").read_text().split()[-1]) * int(word)


# No check fails because a machine is slow.
PATIENCE = patience()
STEP = 0.02


class Failed(Exception):
    """What did not hold."""


def eventually(holds: Callable[[], object], what: Callable[[], str], step: float = STEP) -> None:
    """Waits until something holds; fails with words if it hangs."""
    # Looks are counted, so that the time of a machine that stands still is nobody's.
    for _ in range(int(PATIENCE / step)):
        if holds():
            return
        time.sleep(step)
    if not holds():
        raise Failed(f"{what()} in {PATIENCE} s")
