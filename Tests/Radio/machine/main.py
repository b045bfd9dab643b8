"""The whole of a run on the host: prepare, boot, report, keep what a failure left."""

import fcntl
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from . import initramfs, kernel, plan, qemu
from .fleet import Fleet
from .report import Report
from .trouble import Trouble

BUMBLE = "bumble==0.0.236"
# Logs and the trace of one failed scenario are about 1 MB; the disk of the host is shared.
NEEDED_MEGABYTES = 200
# Each has one processor, and memory of its own.
GREATEST_FLEET = 4

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
        build.mkdir(parents=True, exist_ok=True)
        with open(build / "lock", "w") as lock:
            only_one(lock)
            return prepared()
    except Trouble as trouble:
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
    unpacked = kernel.fetch(build)
    python = install_bumble()
    start = build / "initramfs"
    initramfs.build(unpacked, radio / "machine" / "init", start)
    package, only = os.environ.get("PACKAGE", "scenarios"), os.environ.get("ONLY", "")
    shell = bool(os.environ.get("SHELL_IN_GUEST"))
    names = [] if shell else plan.names(radio, python, package, only)
    share = stage({"package": package, "only": only}, shell)
    shares = {"root": (Path("/"), False), "code": (radio, False), "python": (python, False), "share": (share, True)}
    if shell:
        return qemu.interactive(qemu.command(unpacked, start, shares, fast=False))
    report = Report(names, build / "failed", share / "failed")
    fleet = Fleet(lambda fast: qemu.command(unpacked, start, shares, fast), report, build)
    # What is measured has the host to itself.
    count = 1 if package == "measurements" else min(len(os.sched_getaffinity(0)), len(names), GREATEST_FLEET)
    fleet.run(count)
    return report.end()


def install_bumble() -> Path:
    """Puts Bumble into a folder of its own."""
    folder = build / "python"
    if (folder / BUMBLE).exists():
        return folder
    print(f"Installing {BUMBLE} into {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    command = ["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--root-user-action=ignore"]
    if subprocess.run([*command, "--target", str(folder), BUMBLE]).returncode != 0:
        raise Trouble(f"pip could not install {BUMBLE}")
    (folder / BUMBLE).touch()
    return folder


def stage(job: dict[str, str], shell: bool) -> Path:
    """Puts into the share what the guest cannot find by itself: the binary and the job."""
    share = build / "share"
    shutil.rmtree(share, ignore_errors=True)
    for folder in ("failed", "taken"):
        (share / folder).mkdir(parents=True)
    program = Path(os.environ.get("CALLBOARD", project / ".build" / "release" / "callboard"))
    if not program.exists():
        raise Trouble(f"{program} is missing; make build")
    shutil.copy2(program, share / "callboard")
    drawing = Path(os.environ.get("CALLBOARD_DRAW", program.parent / "callboard-draw"))
    if not drawing.exists():
        raise Trouble(f"{drawing} is missing; make build")
    shutil.copy2(drawing, share / "callboard-draw")
    # A scenario proves what this page tells people to do.
    policy = project / "Sources" / "Packaging" / "dbus" / "callboard-only.conf"
    shutil.copy2(policy, share / policy.name)
    (share / "job.json").write_text(json.dumps(job))
    if shell:
        (share / "shell").touch()
    return share
