"""A call beside the further services of a phone: from the phone to the line, without and with them, in one boot."""

import asyncio
import statistics
import time
from dataclasses import dataclass, field

from inside.scenario import scenario
from inside.world import World
from phone.models import CURRENT_TIME, ENTITY_UPDATE, IPHONE_12, REMOTE_COMMAND
from phone.notice import Category, Notice
from phone.phone import Phone
from phone.player import App, Command, Track

from .quiet import quiet_world
from .stamps import Stamps, stamp

# Short turns, so that whatever else the machine does meets all alike; each is first as often as the others.
TURNS = 12
CALLS = 10
# The first ones pay for what is asked once, such as the name of the app.
FIRST_ONES = 2
# Between two calls; with the time of a call it is no part of a second, so that calls come at any moment of a track.
PAUSE_SECONDS = 0.37
TRACK_SECONDS = 1.0
# How the configuration says that no service is used.
NOTHING = '""'
MUSIC = App("Music", "com.apple.Music", tuple(Track(f"Gymnopédie No. {number}") for number in range(1, 4)))


@dataclass
class Variety:
    """What the bridge uses of the phone, and what the phone does beside calling."""

    letter: str
    name: str
    services: str
    has_changing_tracks: bool = False
    times: list[float] = field(default_factory=list)

    @property
    def uses_all(self) -> bool:
        """Says whether the bridge uses more than notifications."""
        return self.services != NOTHING

    def quantile(self, share: float) -> float:
        """Gives the time that a share of the calls stays below."""
        return sorted(self.times)[min(len(self.times) - 1, int(len(self.times) * share))]


async def until_subscribed(own: World, phone: Phone, heard: int, since: int) -> None:
    """Waits until the bridge has asked for everything, and shows it."""
    await phone.packets.heard.until(
        "all subscriptions",
        lambda items: {CURRENT_TIME, REMOTE_COMMAND, ENTITY_UPDATE} <= IPHONE_12.subscribed(items[heard:]),
    )
    await own.bridge.event("battery", since)
    await own.bridge.events.first(
        "player", lambda each: each["event"] == "media" and each["media"].get("state") == "playing", since
    )


async def change_tracks(phone: Phone) -> None:
    """Goes to another track again and again."""
    while True:
        await asyncio.sleep(TRACK_SECONDS)
        phone.media.tap(Command.NEXT)


async def calls(own: World, phone: Phone, lines: Stamps, variety: Variety, turn: int) -> None:
    """Has a phone ring again and again, with one bridge."""
    file = own.folder / "callboard.conf"
    file.write_text(f"[radio]\nservices = {variety.services}\n")
    heard, since = phone.packets.heard.mark(), own.bridge.events.mark()
    await own.bridge.run("solicit", "--config", str(file))
    await own.bridge.phone("ready", since, 90, name=phone.name)
    if variety.uses_all:
        await until_subscribed(own, phone, heard, since)
    changes = asyncio.create_task(change_tracks(phone)) if variety.has_changing_tracks else None
    try:
        for number in range(CALLS + FIRST_ONES):
            await asyncio.sleep(PAUSE_SECONDS)
            # As long in each turn: what is longer takes one more packet.
            title = f"Caller {variety.letter} {turn:02}{number:02}"
            mark = lines.mark()
            start = time.monotonic()
            call = phone.centre.add(Notice(title, "Incoming Call", category=Category.INCOMING_CALL))
            shown = await lines.time_of(f'"{title}"', mark)
            if number >= FIRST_ONES:
                variety.times.append((shown - start) * 1000)
            phone.centre.remove(call)
            await own.bridge.event("ended", since, title=title)
    finally:
        if changes:
            changes.cancel()
    await own.bridge.stop()


@scenario("from a call to its line, with notifications alone, with all services, and with changing tracks", limit=1800)
async def call_beside_services(world: World) -> None:
    """All in turns; the phone plays in each of them."""
    await world.end()
    everything = "battery, device, media, time"
    varieties = [
        Variety("A", "notifications alone", NOTHING),
        Variety("B", "all services", everything),
        Variety("C", "all services, a track a second", everything, has_changing_tracks=True),
    ]
    own = quiet_world(world, world.radio)
    lines = stamp(own.bridge)
    try:
        await own.computer.start()
        phone = await own.phone(model=IPHONE_12)
        phone.media.play(MUSIC)
        await own.pair(phone)
        for turn in range(TURNS):
            for place in range(len(varieties)):
                await calls(own, phone, lines, varieties[(turn + place) % len(varieties)], turn)
            medians = "   ".join(f"{each.name} {statistics.median(each.times):.1f}" for each in varieties)
            world.note(f"turn {turn + 1} of {TURNS}, median ms so far: {medians}")
    finally:
        await own.end()
    alone = statistics.median(varieties[0].times)
    for each in varieties:
        median = statistics.median(each.times)
        world.note(
            f"{world.radio}, {each.name}: n {len(each.times)}, median {median:.1f} ms ({median / alone:.3f}), "
            f"nine of ten {each.quantile(0.9):.1f} ms, greatest {each.quantile(1):.1f} ms"
        )
    await world.computer.start()
