"""The whole of a run: make clean Debians, run the checks, report."""

import fcntl
import os
import signal
import sys
import time
from pathlib import Path

import debian
from spreading import chosen

from .check import Check, Failed, Skipped, find
from .trouble import Trouble
from .world import World

project = Path(__file__).resolve().parents[3]
build = project / ".build" / "package"
DEFAULT = "12"
# What every installed Debian has and the smallest set of packages has not.
PACKAGES = ("systemd", "udev", "init-system-helpers")
# The architecture of the packages, where QEMU emulates their programs on this machine.
EMULATED = os.environ.get("ARCH", "")


def main() -> int:
    """Runs and gives the exit status."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        if os.geteuid() != 0:
            raise Trouble("it changes into another root file system, which only root may; make test-package uses sudo")
        build.mkdir(parents=True, exist_ok=True)
        with open(build / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return prepared()
    except (Trouble, debian.Unavailable) as trouble:
        print(f"test-package: {trouble}.", file=sys.stderr)
    return 2


def prepared() -> int:
    """Prepares everything and runs the checks."""
    checks = find(os.environ.get("ONLY", ""))
    if not checks:
        raise Trouble("no check has that name")
    releases = debian.named(os.environ.get("DEBIAN") or DEFAULT)
    start = time.monotonic()
    results = []
    words = [each.word for each in releases]
    spread = os.environ.get("SPREAD")
    try:
        for release in releases:
            if here := [each for each in checks if release.word in places(each, words, spread)]:
                results += inside(release, here)
    finally:
        give_back()
    skipped = f", {results.count('SKIPPED')} skipped" if "SKIPPED" in results else ""
    names = " and ".join(each.name for each in releases)
    done = f"{results.count('ok')} of {len(results)} checks passed{skipped}"
    print(f"{done} on {names} in {time.monotonic() - start:.0f} s", flush=True)
    return 1 if "FAIL" in results else 0


def places(check: Check, words: list[str], spread: str | None) -> list[str]:
    """Gives the Debians on which a check runs: one that the word chooses, if there is a word."""
    if check.once:
        return words[:1]
    return [chosen(words, check.name, spread)] if spread else words


def inside(release: debian.Debian, checks: list[Check]) -> list[str]:
    """Runs checks in a clean root of a Debian and gives what came of each."""
    world = World(project, package(), release.word, debian.root(release, PACKAGES, build, ".tar", EMULATED), build)
    try:
        print(f"{len(checks)} checks on {release.name}", flush=True)
        world.unpack()
        return [one(check, world) for check in checks]
    finally:
        world.discard()


def package() -> Path:
    """Gives the package that is to be proven."""
    if "DEB" in os.environ:
        return Path(os.environ["DEB"]).resolve()
    folder = f".build/deb-{EMULATED}" if EMULATED else ".build/deb"
    found = sorted((project / folder).glob("callboard_*.deb"))
    if len(found) != 1:
        raise Trouble(f"there is no package in {folder}; make deb{f' ARCH={EMULATED}' if EMULATED else ''}")
    return found[0]


def one(check: Check, world: World) -> str:
    """Runs one check, prints what came of it and gives that in a word."""
    start = time.monotonic()
    word, reason = "ok", ""
    try:
        if check.machine and EMULATED:
            raise Skipped("it boots a system or traces system calls, and QEMU emulates programs alone")
        check.steps(world)
    except Skipped as skipped:
        word, reason = "SKIPPED", f"{skipped}. This is not a pass."
    except Failed as failed:
        word, reason = "FAIL", str(failed)
    except OSError as error:
        word, reason = "FAIL", f"{error.filename or 'a file'}: {error.strerror or error}"
    seconds = time.monotonic() - start
    print(f"{word:^7} {seconds:5.1f} s  {check.name}: {check.sentence}", flush=True)
    if reason:
        print(f"        {reason}", flush=True)
    return word


def give_back() -> None:
    """Lets the person who used sudo remove what this run left in the project."""
    if "SUDO_UID" not in os.environ:
        return
    user, group = int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"])
    for each in [build, *build.rglob("*")]:
        os.chown(each, user, group, follow_symlinks=False)
