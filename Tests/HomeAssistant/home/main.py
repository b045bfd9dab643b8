"""The whole of a run: make clean Debians with Home Assistant, run the checks, report."""

import fcntl
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import debian
from machine.check import Check, find
from machine.main import one
from machine.trouble import Trouble

from .root import VERSIONS, Unreachable, made
from .world import World

project = Path(__file__).resolve().parents[3]
build = project / ".build" / "home-assistant"
DEFAULT = "13"
# How many checks run beside each other, as they wait most of the time; each has a house of its own.
LANES = 3
PROGRAMS = {"callboard": "CALLBOARD", "callboard-mqtt": "CALLBOARD_MQTT"}


def main() -> int:
    """Runs and gives the exit status."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        if os.geteuid() != 0:
            raise Trouble("it changes into another root file system, which only root may; make test-home-assistant uses sudo")
        build.mkdir(parents=True, exist_ok=True)
        with open(build / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return prepared()
    except Unreachable as reason:
        print(f"SKIPPED Home Assistant: {reason}. This is not a pass.", flush=True)
        return 0
    except (Trouble, debian.Unavailable) as trouble:
        print(f"test-home-assistant: {trouble}.", file=sys.stderr)
    return 2


def prepared() -> int:
    """Prepares everything and runs the checks."""
    checks = find(os.environ.get("ONLY", ""))
    if not checks:
        raise Trouble("no check has that name")
    programs = {name: program(name, variable) for name, variable in PROGRAMS.items()}
    releases = debian.named(os.environ.get("DEBIAN") or DEFAULT)
    start = time.monotonic()
    results = []
    for release in releases:
        results += inside(release, checks, programs)
    names = " and ".join(f"Home Assistant {VERSIONS[each.word]}" for each in releases)
    done = f"{results.count('ok')} of {len(results)} checks passed"
    print(f"{done} on {names} in {time.monotonic() - start:.0f} s", flush=True)
    return 1 if "FAIL" in results else 0


def inside(release: debian.Debian, checks: list[Check], programs: dict[str, Path]) -> list[str]:
    """Runs checks with the Home Assistant of a Debian and gives what came of each."""
    world = World(programs, made(release, build), project, release.word == DEFAULT, bool(os.environ.get("ACCEPT")))
    print(f"{len(checks)} checks on Home Assistant {VERSIONS[release.word]}, {release.name}", flush=True)
    pool = ThreadPoolExecutor(LANES)
    try:
        return [each.result() for each in [pool.submit(one, check, world) for check in checks]]
    finally:
        pool.shutdown(cancel_futures=True)


def program(name: str, variable: str) -> Path:
    """Gives a program that is to be shown."""
    path = Path(os.environ.get(variable) or project / ".build" / "release" / name).resolve()
    if not path.exists():
        raise Trouble(f"there is no {path.name}; make build build-mqtt")
    return path
