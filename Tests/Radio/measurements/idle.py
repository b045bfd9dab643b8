"""What the bridge does while nothing happens: it should do nothing."""

import asyncio
import signal

from air.program import Program
from bridge.process import Memory, memory, ticks, wakeups
from inside.scenario import scenario
from inside.world import World

from .quiet import quiet_world

MINUTES = 5
# What follows a start or a change of the link has its own timers, which are over after this.
SETTLING_SECONDS = 15
# A bridge that woke up is watched for as long again, to see what wakes it.
LIMIT_SECONDS = 60 * (MINUTES * 2) + 180


async def idle(world: World, own: World, state: str) -> None:
    """Counts, and names what woke the bridge if anything did."""
    await asyncio.sleep(SETTLING_SECONDS)
    programs = [own.bridge, *own.computer.programs()]
    pids = {each.name.split()[0]: each.process.pid for each in programs if each.process}
    before = {name: (wakeups(pid), ticks(pid)) for name, pid in pids.items()}
    await asyncio.sleep(60 * MINUTES)
    counts = {}
    whole = Memory()
    for name, pid in pids.items():
        threads = wakeups(pid)
        threads.subtract(before[name][0])
        counts[name] = threads.total()
        each = ", ".join(f"{thread}: {count}" for thread, count in threads.items() if count)
        world.note(
            f"{state}, {MINUTES} min: {name:12} {counts[name]:4} wake-ups {f'({each})' if each else ''}  "
            f"{(ticks(pid) - before[name][1]) * 10:4} ms of processor   {(held := memory(pid))}"
        )
        whole += held
    world.note(f"{state}, all of {', '.join(pids)}: {whole}")
    if counts["callboard"]:
        for call in await woken_by(own, pids["callboard"]):
            world.note(f"callboard: {call}")


async def woken_by(own: World, pid: int) -> list[str]:
    """Gives the system calls of a process that was to have nothing to do."""
    program = Program("strace", own.folder / "strace.log")
    await program.start("strace", "-f", "-tt", "-s", "200", "-p", str(pid))
    await asyncio.sleep(60 * MINUTES)
    await program.stop(signal.SIGINT)
    return [*program.errors.items[:40], f"{len(program.errors.items)} lines in all"]


@scenario("five minutes in which a connected phone says nothing", limit=LIMIT_SECONDS)
async def idle_connected(world: World) -> None:
    """With a phone connected and ready."""
    await world.end()
    own = quiet_world(world, world.radio)
    try:
        await own.computer.start()
        await own.connected()
        await idle(world, own, "connected")
    finally:
        await own.end()
    await world.computer.start()


@scenario("five minutes in which the bridge is on air and its phone is away", limit=LIMIT_SECONDS)
async def idle_advertising(world: World) -> None:
    """With a phone that it knows out of range."""
    await world.end()
    own = quiet_world(world, world.radio)
    try:
        await own.computer.start()
        phone = await own.connected()
        mark = own.bridge.events.mark()
        phone.go_away()
        await own.bridge.phone("disconnected", mark)
        watcher = await own.phone("Watcher")
        await watcher.look("solicit")
        await watcher.switch_off()
        await idle(world, own, "advertising")
    finally:
        await own.end()
    await world.computer.start()
