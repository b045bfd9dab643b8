"""Which scenarios a run consists of: asked on the host, where it takes a second, not a boot."""

import json
import subprocess
from pathlib import Path

from .trouble import Trouble

PROGRAM = """
import json, sys
from inside.scenario import find
print(json.dumps([each.name for each in find(*sys.argv[1:])]))
"""
# Mounts are seen by this command alone, and vanish with it.
MOUNTS = """
root=$0 code=$1 python=$2
shift 2
mkdir -p "$root/rig/code" "$root/rig/python" &&
    mount --bind "$code" "$root/rig/code" && mount --bind "$python" "$root/rig/python" &&
    exec chroot "$root" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
        PYTHONPATH=/rig/code:/rig/python python3 -c "$@"
"""


def names(code: Path, python: Path, root: Path, package: str, only: str, debian: str) -> list[str]:
    """Gives the names of the scenarios that were asked for, in the order in which to run them."""
    # By the Python of the guest, which may be newer than that of this machine.
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", MOUNTS, str(root), str(code), str(python), PROGRAM, package, only, debian],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise Trouble(f"the scenarios cannot be read: {(done.stderr.strip() or '?').splitlines()[-1]}")
    found = json.loads(done.stdout)
    if not found:
        raise Trouble(f"no scenario has {only} in its name")
    return found
