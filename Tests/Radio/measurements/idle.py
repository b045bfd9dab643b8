"""What the bridge does while nothing happens: it should do nothing."""

import asyncio
from pathlib import Path

from inside.scenario import scenario
from inside.world import World

MINUTES = 5


def work(pid: int) -> tuple[int, int, int]:
    """Gives wake-ups, clock ticks used and resident kilobytes of a process."""
    wakeups = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if "ctxt_switches" in line:
                wakeups += int(line.split()[1])
    ticks = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    resident = next(
        int(line.split()[1])
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )
    return wakeups, ticks, resident


@scenario("nothing happens for five minutes", limit=60 * MINUTES + 120)
async def five_idle_minutes(world: World) -> None:
    """With a phone connected and ready."""
    await world.connected()
    assert world.bridge.process
    pid = world.bridge.process.pid
    # What follows a start has its own timers; it is over after this.
    await asyncio.sleep(15)
    before = work(pid)
    for minute in range(MINUTES):
        await asyncio.sleep(60)
        now = work(pid)
        world.note(f"after {minute + 1} min: {now[0] - before[0]} wake-ups, {now[1] - before[1]} ticks")
    world.note(f"resident {now[2] / 1024:.1f} MB")
