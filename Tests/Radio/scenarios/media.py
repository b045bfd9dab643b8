"""What a phone plays: shown, controlled, and fetched whole."""

import asyncio
import time
from typing import Any

from air.program import Program
from bridge.account import check, one_more
from bridge.answers import lines
from bridge.callboard import PROGRAM, Event
from bridge.process import woken
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.models import IPHONE_8_PLUS, IPHONE_12, Model
from phone.phone import MTU, Phone
from phone.player import PODCAST_COMMANDS, STEP, App, Command, Track

MUSIC = App(
    "Music", "com.apple.Music",
    (Track("Gymnopédie No. 1"), Track("Gymnopédie No. 2", seconds=166.5), Track("Gymnopédie No. 3", album="")),
)  # fmt: skip
PODCASTS = App("Podcasts", "com.apple.podcasts", (Track("On kestrels", "BBC", "", 2400),), PODCAST_COMMANDS)
# What callboard calls the commands, in its own order.
MUSIC_WORDS = ["play", "pause", "toggle", "next", "previous", "louder", "softer", "repeat", "shuffle"]
PODCAST_WORDS = ["play", "pause", "toggle", "louder", "softer", "skip", "back"]
# How far a position may be off: a guest that is busy is late.
CLOSE_SECONDS = 5
# Half a minute after a phone is ready its notifications count as listed; after that nothing is left to do. The clock of
# a phone is read every half minute at most, so that would be noticed.
SETTLING_SECONDS, WATCHED_SECONDS = 40, 35


async def shown(world: World, since: int = 0, limit: float = 60, **fields: Any) -> Event:
    """Waits until the bridge shows that something is played, and gives what it says of that."""

    def fits(event: Event) -> bool:
        return event["event"] == "media" and all(event["media"].get(key) == each for key, each in fields.items())

    words = " ".join(f"{key}={value}" for key, value in fields.items())
    return (await world.bridge.events.first(f"event media {words}", fits, since, limit))["media"]


def last_shown(world: World) -> Event:
    """Gives what the bridge said last of what is played."""
    return [event["media"] for event in world.bridge.events.items if event["event"] == "media"][-1]


async def playing(world: World, app: App = MUSIC, mtu: int = MTU, model: Model = IPHONE_12) -> Phone:
    """A phone that plays something, which the bridge shows."""
    phone = await world.connected("Anna's iPhone", "solicit", *world.listening, mtu=mtu, model=model)
    phone.media.play(app)
    await shown(world, state="playing", app_id=app.bundle, title=app.tracks[0].title)
    return phone


async def command(world: World, word: str) -> int:
    """Has the player do something, by a client, and gives how that ended."""
    return (await world.ask("media", word))[0]


@scenario("what a phone plays is shown with all that is known of it, and follows each change", limit=150)
async def media_is_shown(world: World) -> None:
    """Every attribute; the owner plays, pauses, goes on and turns it up on the phone."""
    phone = await playing(world)
    first = await shown(world, title="Gymnopédie No. 1", commands=MUSIC_WORDS, repeat="off")
    expected = {
        "state": "playing", "artist": "Erik Satie", "album": "Piano Works", "player": "Music", "volume": 0.5,
        "duration": 187, "rate": 1, "index": 0, "count": 3, "shuffle": "off",
    }  # fmt: skip
    assert {key: first.get(key) for key in expected} == expected, first
    assert first["position"] < 60, first
    changes = (
        (Command.PAUSE, {"state": "paused", "rate": 0}),
        (Command.LOUDER, {"volume": 0.5 + STEP}),
        (Command.NEXT, {"title": "Gymnopédie No. 2", "duration": 166.5, "index": 1}),
        (Command.PLAY, {"state": "playing"}),
        (Command.REPEAT, {"repeat": "one"}),
        (Command.SHUFFLE, {"shuffle": "one"}),
        (Command.NEXT, {"title": "Gymnopédie No. 3", "album": None, "index": 2}),
    )
    for change, fields in changes:
        mark = world.bridge.events.mark()
        phone.media.tap(change)
        await shown(world, mark, **fields)
    mark = world.bridge.events.mark()
    phone.media.seek(100)
    assert abs((await shown(world, mark))["position"] - 100) < CLOSE_SECONDS
    (line,) = await lines(world, "media")
    assert line["media"]["title"] == "Gymnopédie No. 3" and line["phone"] == phone.name, line
    assert abs(line["media"]["position"] - phone.media.player.elapsed) < CLOSE_SECONDS, line
    mark = world.bridge.events.mark()
    phone.media.play(None)
    await shown(world, mark, state="none")
    assert await command(world, "pause") != 0
    await one_more(world.bridge, phone, "and notifications as ever")


@scenario("a track that plays on causes no events, and notifications are as ever")
async def media_plays_on(world: World) -> None:
    """A position follows from the one before; only a jump is told."""
    phone = await playing(world)
    await shown(world, commands=MUSIC_WORDS)
    await asyncio.sleep(1)
    mark = world.bridge.events.mark()
    for number in range(3):
        # As players do from time to time.
        phone.media.seek(phone.media.player.elapsed)
        await one_more(world.bridge, phone, f"while it plays {number}", mark)
    told = [event for event in world.bridge.events.items[mark:] if event["event"] == "media"]
    assert not told, f"nothing has changed: {told}"


@scenario("a track that plays on wakes neither the bridge nor a client that follows it", limit=150)
async def media_wakes_nobody(world: World) -> None:
    """A position follows from the one before, so nobody has to look."""
    await playing(world)
    follower = Program("follower", world.folder / "follower.log")
    await follower.start(PROGRAM, "media", "--follow", "--json", *world.listening)
    await lines(world, "media")
    await asyncio.sleep(SETTLING_SECONDS)
    assert world.bridge.process and follower.process
    pids = {"bridge": world.bridge.process.pid, "follower": follower.process.pid}
    counts = await woken(pids, WATCHED_SECONDS)
    assert not any(counts.values()), f"woken within {WATCHED_SECONDS} s: {counts}"
    mark = world.bridge.events.mark()
    world.phones[0].media.tap(Command.NEXT)
    await shown(world, mark, title=MUSIC.tracks[1].title)
    await follower.lines.first("next track", lambda line: MUSIC.tracks[1].title in line)
    await follower.stop()


@scenario("a player that changes all the time keeps no notification away, and is shown as it is in the end", limit=120)
async def media_flood(world: World) -> None:
    """At most four events in a second."""
    phone = await playing(world)
    await shown(world, commands=MUSIC_WORDS)
    mark, start = world.bridge.events.mark(), time.monotonic()
    for number in range(200):
        phone.media.tap(Command.NEXT)
        phone.media.tap(Command.SOFTER if number < 199 else Command.LOUDER)
        if number % 40 == 0:
            await one_more(world.bridge, phone, f"in the flood {number}", mark)
    await shown(world, mark, title=MUSIC.tracks[2].title, volume=STEP)
    seconds = time.monotonic() - start
    await asyncio.sleep(1)
    last = last_shown(world)
    assert (last["title"], last["volume"]) == (MUSIC.tracks[2].title, STEP), last
    told = [event for event in world.bridge.events.items[mark:] if event["event"] == "media"]
    world.note(f"{len(told)} events in {seconds:.1f} s, for 400 changes")
    assert len(told) <= 4 * (seconds + 1), f"{len(told)} events in {seconds:.1f} s"
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("of two phones the one that plays is paused, and the other one if it is named", limit=150)
async def two_players(world: World) -> None:
    """Both have a player; each event names its phone."""
    phones = []
    for name, model, app in (("Anna's iPhone", IPHONE_12, MUSIC), ("Ben's iPhone", IPHONE_8_PLUS, PODCASTS)):
        phone = await world.phone(name, model=model)
        phone.media.play(app)
        phones.append(phone)
        await world.pair(phone)
    await world.bridge.run("solicit", *world.listening)
    for app in (MUSIC, PODCASTS):
        await shown(world, app_id=app.bundle, title=app.tracks[0].title)
    for quiet, loud in (phones, reversed(phones)):
        mark = world.bridge.events.mark()
        quiet.media.tap(Command.PAUSE)
        await world.bridge.events.first("pause", lambda each, name=quiet.name: is_paused(each, name), mark)
        mark, happened = world.bridge.events.mark(), [each.happenings.mark() for each in phones]
        assert await command(world, "pause") == 0
        await world.bridge.events.first("pause", lambda each, name=loud.name: is_paused(each, name), mark)
        assert sum(each.happenings.count("obeyed", since) for each, since in zip(phones, happened, strict=True)) == 1
        assert (await world.ask("media", "play", "--phone", quiet.name))[0] == 0
        await quiet.happenings.first("play", lambda each: each == ("obeyed", Command.PLAY))
        assert (await world.ask("media", "play", "--phone", loud.name))[0] == 0
        mark = world.bridge.events.mark()
        for each in phones:
            await one_more(world.bridge, each, f"of {each.name} {mark}")
    assert await command(world, "pause") == 0
    assert (await world.ask("media", "pause", "--phone", "Nobody's iPhone"))[0] != 0


def is_paused(event: Event, name: str) -> bool:
    """Says whether a phone was paused."""
    return event["event"] == "media" and event["phone"] == name and event["media"].get("state") == "paused"


@scenario("`callboard media` plays, pauses, skips and turns down on the phone", limit=150)
async def media_is_controlled(world: World) -> None:
    """Each command reaches the phone once, and what it does is shown."""
    phone = await playing(world)
    await shown(world, commands=MUSIC_WORDS)
    commands = (
        ("pause", Command.PAUSE, {"state": "paused"}),
        ("play", Command.PLAY, {"state": "playing"}),
        ("next", Command.NEXT, {"title": "Gymnopédie No. 2"}),
        ("previous", Command.PREVIOUS, {"title": "Gymnopédie No. 1"}),
        ("softer", Command.SOFTER, {"volume": 0.5 - STEP}),
        ("toggle", Command.TOGGLE, {"state": "paused"}),
    )
    for word, expected, fields in commands:
        mark, happened = world.bridge.events.mark(), phone.happenings.mark()
        assert await command(world, word) == 0, f"callboard media {word} failed"
        assert [about for kind, about in phone.happenings.items[happened:] if kind == "obeyed"] == [expected]
        await shown(world, mark, **fields)
    assert await command(world, "dance") == 64, "a command that does not exist"
    await one_more(world.bridge, phone, "afterwards")


async def whole_title(world: World, mtu: int) -> None:
    """Titles that are cut in the middle of a letter; what comes meanwhile is not mixed up with them.

    Over bluetoothd nothing is fetched whole: its answers would pass over the bus for everybody.
    """
    long = "".join(f"{number:03}é" for number in range(100))
    app = App("Music", "com.apple.Music", (Track("short"), Track(long, artist=long[50:]), Track("·")))
    phone = await playing(world, app, mtu)
    for number in range(2):
        mark = world.bridge.events.mark()
        phone.media.tap(Command.NEXT)
        await one_more(world.bridge, phone, f"meanwhile {number}", mark)
        await shown(world, mark, title=long, artist=long[50:])
        # The next track begins before all of this one is fetched.
        mark = world.bridge.events.mark()
        phone.media.tap(Command.PREVIOUS)
        phone.media.tap(Command.NEXT)
        phone.media.tap(Command.NEXT)
        found = await shown(world, mark, title="·")
        assert found["artist"] == "Erik Satie", found
        await asyncio.sleep(1)
        last = last_shown(world)
        assert last["title"] == "·" and last["artist"] == "Erik Satie", last
        phone.media.tap(Command.NEXT)
    chosen = phone.happenings.count("chosen")
    assert chosen, "nothing was fetched whole"
    world.note(f"{chosen} texts were fetched whole")
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("a title that does not fit into a packet is fetched whole", radios=ONLY_KERNEL)
async def long_title_at_mtu_185(world: World) -> None:
    """At the size of packets that phones ask for."""
    await whole_title(world, 185)


@scenario("a title that does not fit into the smallest packet, 23, is fetched whole", limit=150, radios=ONLY_KERNEL)
async def long_title_at_mtu_23(world: World) -> None:
    """Almost every text is cut there."""
    await whole_title(world, 23)


@scenario("another player has its own commands, and what it does not offer is refused", limit=150)
async def another_player(world: World) -> None:
    """The phone sends the list once for each subscription, so the host has to subscribe again."""
    phone = await playing(world)
    await shown(world, app_id=MUSIC.bundle, commands=MUSIC_WORDS)
    for app, words, refused in ((PODCASTS, PODCAST_WORDS, "next"), (MUSIC, MUSIC_WORDS, "skip")):
        mark, happened = world.bridge.events.mark(), phone.happenings.mark()
        phone.media.play(app)
        await shown(world, mark, app_id=app.bundle, commands=words)
        assert phone.happenings.count("listed commands", happened) == 1
        assert await command(world, refused) != 0, f"{app.name} does not offer {refused}"
        assert not phone.happenings.count("was sent a command", happened), f"{refused} was sent to {app.name}"
        assert await command(world, "pause") == 0
        await shown(world, mark, app_id=app.bundle, state="paused")
    await one_more(world.bridge, phone, "afterwards")
