"""The whole of a run: start a browser, run the checks, report."""

import os
import shutil
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chromium.browser import Browser
from machine.check import Check, Failed, find
from machine.main import one
from machine.trouble import Trouble

from .world import World, fonts

project = Path(__file__).resolve().parents[3]
# How many checks run beside each other, as they wait most of the time.
LANES = 5
LONGEST = ("checks.floods", "checks.looks")
# What wants more than Chromium.
OTHERS = ("checks.firefox", "checks.proxies")
PROGRAMS = {"callboard": "CALLBOARD", "callboard-wall": "CALLBOARD_WALL"}


def main() -> int:
    """Runs and gives the exit status."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        checks = find(os.environ.get("ONLY", ""))
        if os.environ.get("CHROMIUM_ALONE"):
            checks = [check for check in checks if check.steps.__module__ not in OTHERS]
        if not checks:
            raise Trouble("no check has that name")
        programs = {name: program(name, variable) for name, variable in PROGRAMS.items()}
        folder = Path(tempfile.mkdtemp(prefix="callboard-browser-"))
        try:
            return report(checks, programs, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except (Trouble, Failed) as trouble:
        print(f"test-browser: {trouble}.", file=sys.stderr)
    return 2


def report(checks: list[Check], programs: dict[str, Path], folder: Path) -> int:
    """Runs the checks and says what came of them."""
    start = time.monotonic()
    browser = Browser(folder, fonts(project))
    try:
        world = World(project, browser, programs, bool(os.environ.get("LONG")), bool(os.environ.get("ACCEPT")))
        print(f"{len(checks)} checks in {browser.version}", flush=True)
        results = all_of(checks, world)
    finally:
        browser.close()
    skipped = f", {results.count('SKIPPED')} skipped" if "SKIPPED" in results else ""
    done = f"{results.count('ok')} of {len(results)} checks passed{skipped}"
    print(f"{done} in {browser.version} in {time.monotonic() - start:.0f} s", flush=True)
    return 1 if "FAIL" in results else 0


def all_of(checks: list[Check], world: World) -> list[str]:
    """Runs checks beside each other, those with much to do first."""
    pool = ThreadPoolExecutor(LANES)
    try:
        ordered = sorted(checks, key=lambda check: check.steps.__module__ not in LONGEST)
        running = [pool.submit(one, check, world) for check in ordered]
        return [each.result() for each in running]
    finally:
        pool.shutdown(cancel_futures=True)


def program(name: str, variable: str) -> Path:
    """Gives a program that is to be shown."""
    path = Path(os.environ.get(variable) or project / ".build" / "release" / name).resolve()
    if not path.exists():
        raise Trouble(f"there is no {path.name}; make build")
    return path
