"""Runs the scenarios and reports each on the console, in lines that the host understands."""

import asyncio
import gc
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

SHARE = Path("/rig/share")
BLUETOOTHD = "/usr/libexec/bluetooth/bluetoothd"
WORK = Path("/tmp/scenario")
# The host takes a long silence for the end of the guest.
ALIVE_EVERY_SECONDS = 10
# After which the machine takes nothing more, and another is booted in its place: a kernel that has had adapters taken
# from it may end in the timer of one of them, 15 minutes after that was set.
LIFE_SECONDS = 660
# What a scenario may need after its own limit to end what it started.
ENDING_SECONDS = 20


def main() -> int:
    """Runs what the host asked for."""
    job = json.loads((SHARE / "job.json").read_text())
    # Bumble is imported once; every scenario is a fork of this process, and shares what was there with it.
    gc.disable()
    if not os.environ.get("RIG_DEBUG"):
        from . import terse  # noqa: F401
    from .scenario import find

    by_hand = " ".join(sys.argv[1:])
    chosen = find(job["package"], by_hand or job["only"], job["debian"])
    gc.freeze()
    gc.enable()
    say("UP", says=versions())
    worked = more = False
    for each in chosen:
        if not by_hand:
            if (SHARE / "taken" / each.name).exists():
                continue
            # A clock that begins with the machine, whose start may be slow: it does one in any case.
            more = worked and time.monotonic() > LIFE_SECONDS
            if more:
                break
            if not take(each.name):
                continue
        worked = True
        say("BEGIN", name=each.name)
        start = time.monotonic()
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir()
        reason = run_apart(each)
        if reason:
            keep(each.name, reason)
        seconds = time.monotonic() - start
        say(
            "RESULT", name=each.name, sentence=each.sentence, passed=not reason, seconds=seconds, reason=reason
        )  # fmt: skip
    say("END", more=more)
    return 0


def versions() -> str:
    """Says what is under test beside callboard."""
    bluetoothd = subprocess.run([BLUETOOTHD, "--version"], capture_output=True, text=True).stdout.strip()
    return f"kernel {os.uname().release}, bluetoothd {bluetoothd}, Python {sys.version.split()[0]}"


def take(name: str) -> bool:
    """Takes a scenario, unless another machine of this run has it."""
    try:
        os.mkdir(SHARE / "taken" / name)
    except FileExistsError:
        return False
    return True


def say(word: str, **fields: object) -> None:
    """Writes a line for the host."""
    print(f"RIG-{word} {json.dumps(fields)}", flush=True)


def run_apart(scenario) -> str:  # type: ignore[no-untyped-def]
    """Runs a scenario in a process of its own and gives the reason of its failure."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os._exit(run(scenario))
    end = time.monotonic() + scenario.limit + ENDING_SECONDS
    alive = time.monotonic()
    while True:
        if time.monotonic() > alive + ALIVE_EVERY_SECONDS:
            alive = time.monotonic()
            say("ALIVE")
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            status = -1
            break
        time.sleep(0.02)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if status == 0:
        return ""
    if status == -1:
        return f"it hung: no end {ENDING_SECONDS} s after its limit of {scenario.limit:.0f} s"
    reason = WORK / "reason"
    return reason.read_text() if reason.exists() else f"its process ended with status {status}"


def run(scenario) -> int:  # type: ignore[no-untyped-def]
    """Runs a scenario in this process."""
    logging.basicConfig(
        filename=WORK / "phone.log",
        level=logging.DEBUG if os.environ.get("RIG_DEBUG") else logging.INFO,
        format="%(asctime)s.%(msecs)03d %(name)s %(message)s",
        datefmt="%H:%M:%S",
    )
    try:
        asyncio.run(within_limits(scenario))
    except BaseException as error:
        (WORK / "reason").write_text(sentence(error))
        with open(WORK / "traceback.log", "w") as log:
            traceback.print_exception(error, file=log)
        return 1
    return 0


def sentence(error: BaseException) -> str:
    """Says in one line why a scenario failed."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


async def within_limits(scenario) -> None:  # type: ignore[no-untyped-def]
    """Builds the world, runs the steps, and ends the world."""
    from .world import World

    world = World(WORK, scenario.radio)
    try:
        async with asyncio.timeout(scenario.limit):
            shutil.rmtree(world.state, ignore_errors=True)
            await world.computer.start()
            await scenario.steps(world)
            world.computer.check()
    except BaseException as error:
        world.computer.trace.keep(WORK / "air.btsnoop")
        if isinstance(error, TimeoutError):
            raise AssertionError(f"it was not done after {scenario.limit:.0f} s") from None
        raise
    finally:
        async with asyncio.timeout(ENDING_SECONDS - 2):
            await world.end()


def keep(name: str, reason: str) -> None:
    """Copies the logs and the trace to the host."""
    folder = SHARE / "failed" / name
    try:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(WORK, folder)
        (folder / "reason").write_text(reason + "\n")
        with open(folder / "kernel.log", "wb") as log:
            subprocess.run(["dmesg"], stdout=log, stderr=log)
    except OSError as error:
        say("TROUBLE-KEEPING", name=name, reason=str(error))


if __name__ == "__main__":
    sys.exit(main())
