"""The whole of a run on the host: prepare, boot, report, keep what a failure left."""

import fcntl
import itertools
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import debian

from . import initramfs, kernel, plan, qemu
from .fleet import Fleet, GuestKind
from .report import Report
from .trouble import Trouble

BUMBLE = "bumble==0.0.236"
# Logs and the trace of one failed scenario are about 1 MB; the disk of the host is shared.
NEEDED_MEGABYTES = 200
# A scenario mostly waits for time to pass in the guest: on average a machine has half a processor of this one busy.
MACHINES_PER_PROCESSOR = 3
GREATEST_FLEET = 16
# What the emulator takes beside the guest's memory.
EMULATOR_MEGABYTES = 256
DEFAULT = "12"
# What a guest has beside the smallest Debian: bluetoothd, a bus, what the scenarios use, and the libraries of both programs.
PACKAGES = (
    "bluez busybox-static dbus-bin dbus-daemon dbus-system-bus-common fontconfig fonts-dejavu-core "
    "hostname iproute2 kmod libdbus-1-3 libpango-1.0-0 libpangocairo-1.0-0 libpcre2-8-0 libsqlite3-0 "
    "procps python3 strace udev"
).split()

radio = Path(__file__).resolve().parent.parent
project = radio.parent.parent
build = project / ".build" / "radio"


def main() -> int:
    """Runs and gives the exit status."""
    if platform.machine() != "x86_64":
        print(
            f"SKIPPED: the radio scenarios were not run. They need Debian's x86-64 kernel in an emulator; "
            f"this machine is {platform.machine()}, where neither was tried. This is not a pass."
        )
        return 0
    # So that the emulator ends with this program, whatever ends it.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        if os.geteuid() != 0:
            raise Trouble("it makes root file systems, which only root may; make test-radio uses sudo")
        build.mkdir(parents=True, exist_ok=True)
        with open(build / "lock", "w") as lock:
            only_one(lock)
            return prepared()
    except (Trouble, debian.Unavailable) as trouble:
        print(f"test-radio: {trouble}.", file=sys.stderr)
    except OSError as error:
        print(f"test-radio: {error.filename or 'a file'}: {error.strerror}.", file=sys.stderr)
    return 2


def only_one(lock) -> None:  # type: ignore[no-untyped-def]
    """Waits for another run of the same clone."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another run is under way in this folder; waiting for it.", flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)


def prepared() -> int:
    """Prepares everything and boots."""
    if shutil.disk_usage(build).free < NEEDED_MEGABYTES << 20:
        raise Trouble(f"less than {NEEDED_MEGABYTES} MB are free on the disk of {build}")
    package, only = os.environ.get("PACKAGE", "scenarios"), os.environ.get("ONLY", "")
    shell = bool(os.environ.get("SHELL_IN_GUEST"))
    grounds = {each.word: prepare(each) for each in debian.named(os.environ.get("DEBIAN") or DEFAULT)}
    if shell:
        word, ground = next(iter(grounds.items()))
        return qemu.interactive(guests(word, ground, package, []).command(fast=False))
    names = {word: plan.names(radio, each.python, each.root, package, only, word) for word, each in grounds.items()}
    if spread := os.environ.get("SPREAD"):
        names = plan.spread(names, spread)
    worlds = [guests(word, each, package, names[word]) for word, each in grounds.items() if names[word]]
    report = Report({each.word: each.names for each in worlds}, build / "failed")
    fleet = Fleet(report, build)
    if package == "measurements":
        # What is measured has the host to itself.
        for each in worlds:
            fleet.run([each])
    else:
        fleet.run(crew(worlds, places()))
    return report.end()


def places() -> int:
    """Gives how many machines this one has room for."""
    free = next(int(line.split()[1]) for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemAvailable"))
    room = (free >> 10) // (memory() + EMULATOR_MEGABYTES)
    return max(1, min(len(os.sched_getaffinity(0)) * MACHINES_PER_PROCESSOR, room, GREATEST_FLEET))


def crew(kinds: list[GuestKind], count: int) -> list[GuestKind]:
    """Gives each kind as many machines as its part of the scenarios wants, and one in any case."""
    total = sum(len(each.names) for each in kinds)
    wanted = [[each] * max(1, min(len(each.names), round(count * len(each.names) / total))) for each in kinds]
    # In turns, so that none begins later than another.
    return [each for turn in itertools.zip_longest(*wanted) for each in turn if each]


@dataclass(frozen=True)
class Ground:
    """What is the same in each run on a Debian."""

    root: Path
    kernel: kernel.Kernel
    python: Path
    start: Path


def prepare(release: debian.Debian) -> Ground:
    """Makes what guests of a Debian are booted from, unless it is there."""
    root = debian.root(release, PACKAGES, build)
    unpacked = kernel.fetch(release, root, build)
    python = install_bumble(root)
    start = build / f"initramfs-{release.word}"
    initramfs.build(unpacked, radio / "machine" / "init", start)
    return Ground(root, unpacked, python, start)


def guests(word: str, ground: Ground, package: str, names: list[str]) -> GuestKind:
    """Gives guests that take these scenarios from one list, or without any open a shell."""
    share = stage(word, package, names)
    shares = {"root": (ground.root, False), "code": (radio, False), "python": (ground.python, False), "share": (share, True)}
    return GuestKind(
        word, names, share, lambda fast: qemu.command(ground.kernel, ground.start, shares, memory(), fast)
    )


def memory() -> int:
    """Gives how many megabytes a guest has."""
    wanted = os.environ.get("MEMORY") or str(qemu.MEMORY_MEGABYTES)
    if not wanted.isdigit():
        raise Trouble(f"MEMORY={wanted}: it is a number of megabytes")
    return int(wanted)


def install_bumble(root: Path) -> Path:
    """Puts Bumble, for the Python of a root, into a folder of its own."""
    version = os.readlink(root / "usr/bin/python3").removeprefix("python")
    folder = build / f"python-{version}"
    complete = folder / f"{BUMBLE}-compiled"
    if complete.exists():
        return folder
    print(f"Installing {BUMBLE} into {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    command = ["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--root-user-action=ignore"]
    # As built for that Python, whatever this machine's own is.
    command += ["--python-version", version, "--only-binary=:all:", "--no-compile"]
    if subprocess.run([*command, "--target", str(folder), BUMBLE]).returncode != 0:
        raise Trouble(f"pip could not install {BUMBLE}")
    plan.compile_packages(radio, folder, root)
    complete.touch()
    return folder


def compile_library(source: Path, target: Path) -> None:
    """Compiles what stands between a program and its C library."""
    command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(target), str(source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise Trouble("there is no C compiler (Debian's gcc)") from None
    if done.returncode != 0:
        raise Trouble(f"{source.name} does not compile: {done.stderr.strip()}")


def stage(word: str, package: str, names: list[str]) -> Path:
    """Puts into the share what the guest cannot find by itself: the binary and the job."""
    share = build / f"share-{word}"
    shutil.rmtree(share, ignore_errors=True)
    for folder in ("failed", "taken"):
        (share / folder).mkdir(parents=True)
    program = Path(os.environ.get("CALLBOARD") or project / ".build" / "release" / "callboard")
    if not program.exists():
        raise Trouble(f"{program} is missing; make build")
    shutil.copy2(program, share / "callboard")
    drawing = Path(os.environ.get("CALLBOARD_DRAW") or program.parent / "callboard-draw")
    if not drawing.exists():
        raise Trouble(f"{drawing} is missing; make build")
    shutil.copy2(drawing, share / "callboard-draw")
    compile_library(radio / "clock" / "asleep.c", share / "asleep.so")
    # A scenario proves what this page tells people to do.
    policy = project / "Sources" / "Packaging" / "dbus" / "callboard-only.conf"
    shutil.copy2(policy, share / policy.name)
    job = {"package": package, "only": f"={','.join(names)}", "debian": word}
    (share / "job.json").write_text(json.dumps(job))
    if not names:
        (share / "shell").touch()
    return share
