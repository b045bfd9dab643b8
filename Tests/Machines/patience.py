"""How long tests wait before they say that something hangs: no measure of anything, and one limit for all."""

import os
import sys
from pathlib import Path


def _seconds() -> int:
    base = int((Path(__file__).resolve().parents[1] / "patience").read_text().split()[-1])
    word = os.environ.get("PATIENCE") or "1"
    if not word.isdigit() or int(word) == 0:
        sys.exit(f"PATIENCE must be a number above 0, such as 3, and is '{word}'")
    return base * int(word)


SECONDS = _seconds()
