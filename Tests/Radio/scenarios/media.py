"""What a phone plays: shown, controlled, fetched whole, refused, and gone."""

import asyncio
from typing import Any

from bridge.account import check, one_more
from bridge.answers import lines
from bridge.callboard import Event
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.media import ABSENT_ATTRIBUTE, INVALID_COMMAND, INVALID_STATE
from phone.models import ENTITY_ATTRIBUTE, ENTITY_UPDATE, IPHONE_8_PLUS, IPHONE_12, REMOTE_COMMAND, Model
from phone.phone import MTU, Phone
from phone.player import PODCAST_COMMANDS, STEP, App, Command, Track

from .other_programs import SECRET, Spy, says

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
# A host that was refused waits for some time before it tries again.
PATIENCE_SECONDS = 90


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
    """Titles that are cut in the middle of a letter; what comes meanwhile is not mixed up with them."""
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


@scenario("a title that does not fit into a packet is fetched whole")
async def long_title_at_mtu_185(world: World) -> None:
    """At the size of packets that phones ask for."""
    await whole_title(world, 185)


@scenario("a title that does not fit into the smallest packet, 23, is fetched whole", limit=150)
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


@scenario("a media service that goes has no player any more, and has one when it is back", limit=150)
async def media_goes_and_comes(world: World) -> None:
    """By Service Changed, twice; notifications go on all the time."""
    phone = await playing(world, model=IPHONE_8_PLUS)
    for number in range(2):
        mark = world.bridge.events.mark()
        await phone.offer_media(False)
        await shown(world, mark, state="none")
        await one_more(world.bridge, phone, f"without media {number}")
        assert await command(world, "pause") != 0
        assert (await world.ask("media"))[0] == 1, "there is no player"
        mark = world.bridge.events.mark()
        await phone.offer_media(True)
        await shown(world, mark, state="playing", commands=MUSIC_WORDS)
        assert await command(world, "pause") == 0
        await shown(world, mark, state="paused")
        phone.media.tap(Command.PLAY)
        await shown(world, mark, state="playing")
        await one_more(world.bridge, phone, f"with media {number}")
    left = [event for event in world.bridge.events.items if event.get("state") in ("disconnected", "unavailable")]
    assert not left, f"notifications were given up: {left}"
    mark = world.bridge.events.mark()
    phone.go_away()
    await shown(world, mark, state="none")
    phone.come_near()
    await shown(world, mark, state="playing", title=MUSIC.tracks[0].title)


@scenario("a media service that refuses everything at first is asked again, and harms no notification", limit=240)
async def media_refuses(world: World) -> None:
    """With each of its three errors, at registrations, commands and whole texts."""
    errors = [INVALID_STATE, INVALID_COMMAND, ABSENT_ATTRIBUTE]
    long = "title " * 60
    app = App("Music", "com.apple.Music", (Track("short"), Track(long.strip())))
    phone = await world.phone("Anna's iPhone", model=IPHONE_12)
    phone.media.play(app)
    await world.pair(phone)
    phone.media.refusals[ENTITY_UPDATE] = errors * 2
    await world.bridge.run("solicit", *world.listening)
    await world.bridge.phone("ready", name=phone.name)
    await one_more(world.bridge, phone, "while registrations are refused")
    await shown(world, 0, PATIENCE_SECONDS, state="playing", title="short", commands=MUSIC_WORDS)
    assert not phone.media.refusals[ENTITY_UPDATE], "not asked again"
    phone.media.refusals[REMOTE_COMMAND] = list(errors)
    for _ in errors:
        happened = phone.happenings.mark()
        assert await command(world, "pause") != 0
        assert phone.happenings.count("was sent a command", happened) == 1, "a refused command is not repeated"
        await one_more(world.bridge, phone, f"after {len(phone.media.refusals[REMOTE_COMMAND])}")
    mark = world.bridge.events.mark()
    assert await command(world, "pause") == 0
    await shown(world, mark, state="paused")
    # A text that cannot be had whole is shown as far as it came, or not at all.
    phone.media.refusals[ENTITY_ATTRIBUTE] = errors * 2
    mark = world.bridge.events.mark()
    phone.media.tap(Command.NEXT)
    await shown(world, mark, index=1)
    await one_more(world.bridge, phone, "in spite of it")
    found = last_shown(world)
    assert long.startswith(found.get("title", "")), found
    phone.media.refusals[ENTITY_ATTRIBUTE] = []
    for each in (Command.NEXT, Command.NEXT):
        mark = world.bridge.events.mark()
        phone.media.tap(each)
    await shown(world, mark, title=long.strip())
    check(world.bridge, phone.name, phone.centre.notices)
    left = [event for event in world.bridge.events.items if event.get("state") == "disconnected"]
    assert not left, left


@scenario("another local user who listens on the bus sees nothing of what is played", radios=ONLY_BLUEZ)
async def no_media_for_other_users(world: World) -> None:
    """Neither a title that fits into a packet nor one that is fetched whole."""
    spy = Spy(world)
    await spy.listen()
    long = "filler " * 40 + SECRET
    app = App("Music", "com.apple.Music", (Track(SECRET), Track(long), Track("after")))
    phone = await playing(world, app)
    phone.media.tap(Command.NEXT)
    await shown(world, title=long)
    phone.media.tap(Command.NEXT)
    await shown(world, title="after")
    heard = await spy.heard()
    assert "/org/bluez/hci0" in heard, "the monitor heard nothing of bluetoothd"
    places = [each for each in (SECRET, "filler filler") if says(heard, each)]
    assert not places, f"on the bus for everybody: {places}"
