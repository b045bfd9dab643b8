"""What the bridge does while nothing happens: it should do nothing."""

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path

from air.program import Program
from bridge.callboard import PROGRAM
from bridge.process import Memory, memory, ticks, woken
from bridge.terminal import Terminal
from inside.scenario import scenario
from inside.world import World
from phone.models import IPHONE_12
from phone.phone import Phone
from phone.player import App, Track

from .quiet import quiet_world

MINUTES = 5
# What follows a start or a change of the link has its own timers, which are over after this: the last one is that the
# notifications of a phone that is ready count as listed, after half a minute.
SETTLING_SECONDS = 45
# A bridge that woke up is watched for as long again, to see what wakes it.
LIMIT_SECONDS = 60 * (MINUTES * 2) + 180
# A track that is played while all of them are counted, one after the other.
LONG_TRACK = App("Podcasts", "com.apple.podcasts", (Track("On kestrels", "BBC", "", 7200),))
SHORT_MINUTES = 1
# A board checks the bridge so often, and a clock is drawn once a minute; each in so many steps at most.
CHECK_SECONDS, WOKEN_BY_CHECK, WOKEN_BY_CLOCK = 7, 2, 3
ROWS, COLUMNS = 24, 80


async def idle(
    world: World, own: World, state: str, minutes: int = MINUTES, rests: bool = True, **more: int
) -> dict[str, Counter[str]]:
    """Counts, also of other processes, and names what woke a bridge that rests."""
    await asyncio.sleep(SETTLING_SECONDS)
    programs = [own.bridge, *own.computer.programs()]
    pids = {each.name.split()[0]: each.process.pid for each in programs if each.process} | more
    before = {name: ticks(pid) for name, pid in pids.items()}
    counts = await woken(pids, 60 * minutes)
    whole = Memory()
    for name, pid in pids.items():
        each = ", ".join(f"{thread}: {count}" for thread, count in counts[name].items())
        world.note(
            f"{state}, {minutes} min: {name:12} {counts[name].total():4} wake-ups {f'({each})' if each else ''}  "
            f"{(ticks(pid) - before[name]) * 10:4} ms of processor   {(held := memory(pid))}"
        )
        whole += held
    world.note(f"{state}, all of {', '.join(pids)}: {whole}")
    if rests and counts["callboard"]:
        for call in await woken_by(own, pids["callboard"], minutes):
            world.note(f"callboard: {call}")
    return counts


async def woken_by(own: World, pid: int, minutes: int) -> list[str]:
    """Gives the system calls of a process that was to have nothing to do."""
    program = Program("strace", own.folder / "strace.log")
    await program.start("strace", "-f", "-tt", "-s", "200", "-p", str(pid))
    await asyncio.sleep(60 * minutes)
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


@scenario("minutes in which a phone plays one long track, for the bridge alone, followers and boards", limit=2400)
async def idle_playing(world: World) -> None:
    """Nothing is woken but by a clock once a minute, and by a board that checks its bridge."""
    await world.end()
    own = quiet_world(world, world.radio)
    try:
        await own.computer.start()
        phone = await own.phone(model=IPHONE_12)
        phone.media.play(LONG_TRACK)
        await own.pair(phone)
        await playing(own, phone)
        counts = await idle(world, own, "playing", 2 * SHORT_MINUTES)
        assert not counts["callboard"], counts
        await with_clients(world, own)
        await own.bridge.stop()
        await with_boards(world, own, phone)
    finally:
        await own.end()
    await world.computer.start()


async def playing(own: World, phone: Phone, *options: str) -> None:
    """Starts a bridge, and waits until it shows what is played."""
    mark = own.bridge.events.mark()
    await own.bridge.run("solicit", *own.listening, *options)
    await own.bridge.phone("ready", mark, name=phone.name)
    await own.bridge.event("battery", mark)
    await own.bridge.events.first("player", lambda each: "title" in each.get("media", {}), mark)


async def with_clients(world: World, own: World) -> None:
    """A program that follows the player, and then a board in a terminal, at the same bridge."""
    follower = Program("follower", own.folder / "follower.log")
    await follower.start(PROGRAM, "media", "--follow", "--json", *own.listening)
    assert follower.process
    counts = await idle(world, own, "playing, a follower", SHORT_MINUTES, follower=follower.process.pid)
    assert not counts["callboard"] and not counts["follower"], counts
    await follower.stop()
    board = Terminal("board", own.folder / "board.log", ROWS, COLUMNS)
    await board.start("board", *own.listening)
    await board.says("kestrels")
    assert board.process
    counts = await idle(world, own, "playing, a board", SHORT_MINUTES, False, board=board.process.pid)
    checks = SHORT_MINUTES * 60 // CHECK_SECONDS + 1
    assert counts["callboard"].total() <= WOKEN_BY_CHECK * checks, counts
    assert counts["board"].total() <= WOKEN_BY_CHECK * checks + WOKEN_BY_CLOCK * (SHORT_MINUTES + 1), counts
    await board.stop()


async def with_boards(world: World, own: World, phone: Phone) -> None:
    """A picture without a clock, and a console, which has one."""
    file = own.folder / "callboard.conf"
    picture = own.folder / "day.png"
    file.write_text(f"[image]\nsize = 320x200\nfile = {picture}\nclock = no\n")
    await playing(own, phone, "--config", str(file))
    while not picture.exists():
        await asyncio.sleep(1)
    assert own.bridge.process
    counts = await idle(world, own, "playing, a picture", SHORT_MINUTES, **drawing(own.bridge.process.pid))
    assert not counts["callboard"], counts
    await own.bridge.stop()
    console = Terminal("console", own.folder / "console.log", ROWS, COLUMNS)
    slave = console.open()
    file.write_text(f"[console]\ndevice = {os.ttyname(slave)}\n")
    await playing(own, phone, "--config", str(file))
    await console.says("kestrels")
    counts = await idle(world, own, "playing, a console", SHORT_MINUTES, False)
    assert counts["callboard"].total() <= WOKEN_BY_CLOCK * (SHORT_MINUTES + 1), counts
    os.close(slave)
    console.hang_up()


def drawing(pid: int) -> dict[str, int]:
    """Gives the processes that draw for a bridge."""
    children = [each for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()]
    return {f"draw {number}": int(child) for number, child in enumerate(children)}
