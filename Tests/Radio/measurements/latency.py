"""From a notification on the phone to its text on this side, for three consumers in one boot."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from bridge.account import check
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone

from . import bumble_consumer
from .probe_consumer import Probe

ROUNDS = 3
NOTICES = 40
TEXT = "Are we still on for dinner at eight, or shall we rather meet at the station? Call me." * 2

Shown = Callable[[Notice], Awaitable[None]]


async def send(phone: Phone, shown: Shown, name: str) -> list[float]:
    """Sends notifications one at a time and gives the milliseconds that each took."""
    times = []
    for number in range(-3, NOTICES):
        notice = Notice(f"{name} {number}", TEXT)
        start = time.monotonic()
        phone.centre.add(notice)
        await asyncio.wait_for(shown(notice), 20)
        # The first ones pay for what is asked once, such as the name of the app.
        if number >= 0:
            times.append((time.monotonic() - start) * 1000)
    return times


async def callboard(world: World) -> list[float]:
    """`callboard run` over bluetoothd, all eight attributes."""
    phone = await world.connected()

    async def shown(notice: Notice) -> None:
        await world.bridge.event("added", max(0, world.bridge.events.mark() - 2), title=notice.title)

    times = await send(phone, shown, "callboard")
    check(world.bridge, phone.name, phone.centre.notices)
    return times


async def probe(world: World) -> list[float]:
    """The floor: a socket of the kernel, no bluetoothd, no decoding."""
    consumer = Probe(world)
    phone = await consumer.connected()
    return await send(phone, consumer.shown, "probe")


async def bumble(world: World) -> list[float]:
    """Bumble's own client, in the phone's process: it crosses no kernel."""
    phone, shown = await bumble_consumer.connected(world)
    return await send(phone, shown, "bumble")


@scenario("from a notification sent to its text shown", limit=600)
async def from_sent_to_shown(world: World) -> None:
    """Three consumers in turns."""
    await world.end()
    times: dict[str, list[float]] = {"probe": [], "callboard": [], "bumble": []}
    for turn in range(ROUNDS):
        for name, measure in (("probe", probe), ("callboard", callboard), ("bumble", bumble)):
            own = World(world.folder)
            try:
                await own.computer.start(daemon=name == "callboard")
                times[name] += await measure(own)
            finally:
                await own.end()
            world.note(f"turn {turn + 1} of {ROUNDS}: {name} {statistics.median(times[name]):.1f} ms")
    floor = statistics.median(times["probe"])
    for name, values in times.items():
        middle, last = statistics.median(values), statistics.quantiles(values, n=100)[98]
        world.note(
            f"{name:10} n = {len(values)}   median {middle:6.1f} ms   p99 {last:6.1f} ms   "
            f"{middle / floor:.2f} times the floor"
        )
    await world.computer.start()
