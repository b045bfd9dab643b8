"""Which scenarios a run consists of: asked on the host, where it takes a second, not a boot."""

import json
import os
import subprocess
from pathlib import Path

from .trouble import Trouble

PROGRAM = """
import json, sys
from inside.scenario import find
print(json.dumps([each.name for each in find(*sys.argv[1:])]))
"""


def names(code: Path, python: Path, package: str, only: str) -> list[str]:
    """Gives the names of the scenarios that were asked for, in the order in which to run them."""
    done = subprocess.run(
        ["/usr/bin/python3", "-c", PROGRAM, package, only],
        env={**os.environ, "PYTHONPATH": f"{code}:{python}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise Trouble(f"the scenarios cannot be read: {(done.stderr.strip() or '?').splitlines()[-1]}")
    found = json.loads(done.stdout)
    if not found:
        raise Trouble(f"no scenario has {only} in its name")
    return found
