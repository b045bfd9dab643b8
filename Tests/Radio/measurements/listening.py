"""Whether listening for beacons delays a call: from the phone to the line, with and without, in one boot."""

import asyncio
import statistics
import time
from uuid import UUID

from air.beacon import Beacon, ibeacon
from inside.scenario import scenario
from inside.world import World
from phone.notice import Category, Notice

from .quiet import quiet_world
from .stamps import Stamps, stamp

# Short turns, so that whatever else the machine does meets both alike.
TURNS = 3
CALLS = 8
# The first ones pay for what is asked once, such as the name of the app.
FIRST_ONES = 2
OURS = UUID("fda50693-a4e2-4fb1-afcf-c6eb07647825")
FOREIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
# What is in the air in every turn: ours ten times a second, and each of the others twice.
OTHERS = 20
# A call has the radio to itself for a second, and the next one comes while the host listens again.
PAUSE_SECONDS = 2.2


def tags(world: World) -> list[Beacon]:
    """Gives everything that is in the air."""
    own = Beacon(world.air, "C0:00:00:00:01:01", ibeacon(OURS, 1, 1), interval=0.1)
    others = [
        Beacon(world.air, f"C0:00:00:00:02:{n:02X}", ibeacon(FOREIGN, n, n), interval=0.5) for n in range(OTHERS)
    ]
    return [own, *others]


async def calls(own: World, lines: Stamps, scan: str, turn: int) -> list[float]:
    """Has a phone ring again and again; gives the milliseconds until each line."""
    phone = await own.phone()
    await own.pair(phone)
    file = own.folder / "callboard.conf"
    file.write_text(f"[beacons]\nscan = {scan}\n[beacon keys]\nuuid = {OURS}\n")
    air = tags(own)
    for each in air:
        each.start()
    times = []
    try:
        await own.bridge.run("solicit", "--config", str(file))
        await own.bridge.phone("ready", name=phone.name, limit=90)
        if scan != "off":
            await own.bridge.event("near", region="keys", limit=60)
        for number in range(CALLS + FIRST_ONES):
            title = f"{scan} {turn} {number}."
            since = lines.mark()
            start = time.monotonic()
            call = phone.centre.add(Notice(title, "Incoming Call", category=Category.INCOMING_CALL))
            shown = await lines.time_of(f'"{title}"', since)
            times.append((shown - start) * 1000)
            phone.centre.remove(call)
            await asyncio.sleep(PAUSE_SECONDS)
    finally:
        for each in air:
            each.stop()
    return times[FIRST_ONES:]


@scenario("from a call to its line, with and without listening for beacons", limit=1800)
async def call_while_listening(world: World) -> None:
    """Both in turns, each first as often as the other."""
    await world.end()
    times: dict[str, list[float]] = {"off": [], "3s every 15s": [], "continuous": []}
    for turn in range(TURNS):
        for scan in sorted(times, reverse=turn % 2 == 1):
            own = quiet_world(world, world.radio)
            lines = stamp(own.bridge)
            try:
                await own.computer.start()
                times[scan] += await calls(own, lines, scan, turn)
            finally:
                await own.end()
    for scan, each in times.items():
        most = sorted(each)[-1 - len(each) // 100]
        tenth = sorted(each)[-1 - len(each) // 10]
        world.note(
            f"{world.radio}, scan {scan}: n {len(each)}, median {statistics.median(each):.1f} ms, "
            f"nine of ten {tenth:.1f} ms, greatest {most:.1f} ms"
        )
    await world.computer.start()
