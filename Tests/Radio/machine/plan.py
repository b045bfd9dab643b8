"""Which scenarios a run consists of: asked on the host, where it takes a second, not a boot."""

import json
import subprocess
from pathlib import Path

from spreading import chosen

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
        PYTHONPATH=/rig/code:/rig/python python3 "$@"
"""


def run_python(code: Path, python: Path, root: Path, *arguments: str) -> str:
    """Runs the Python of a guest, which may be newer than that of this machine, and gives what it printed."""
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", MOUNTS, str(root), str(code), str(python), *arguments],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise Trouble(f"the guest's Python failed: {((done.stderr + done.stdout).strip() or '?').splitlines()[-1]}")
    return done.stdout


def compile_packages(code: Path, python: Path, root: Path) -> None:
    """Compiles Bumble for the Python of a root, which would do so again at each boot."""
    run_python(code, python, root, "-m", "compileall", "-q", "/rig/python")


def names(code: Path, python: Path, root: Path, package: str, only: str, debian: str) -> list[str]:
    """Gives the names of the scenarios that were asked for, in the order in which to run them."""
    found = json.loads(run_python(code, python, root, "-c", PROGRAM, package, only, debian))
    if not found:
        raise Trouble(f"no scenario has {only} in its name")
    return found


def spread(names: dict[str, list[str]], word: str) -> dict[str, list[str]]:
    """Leaves each scenario to one of the Debians that have it, which a word chooses, and its other radio to another one."""

    def place(name: str) -> str:
        scenario, _, radio = name.partition("@")
        return chosen([debian for debian, found in names.items() if name in found], scenario, word, bool(radio))

    return {debian: [name for name in found if place(name) == debian] for debian, found in names.items()}
