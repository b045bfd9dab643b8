"""Media services that go, that refuse, and others that listen."""

import asyncio

from bridge.account import check, one_more
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.media import ABSENT_ATTRIBUTE, INVALID_COMMAND, INVALID_STATE
from phone.models import ENTITY_ATTRIBUTE, ENTITY_UPDATE, IPHONE_8_PLUS, IPHONE_12, REMOTE_COMMAND
from phone.player import App, Command, Track

from .media import MUSIC, MUSIC_WORDS, command, last_shown, playing, shown
from .other_programs import SECRET, Spy, says

# A host that was refused waits for some time before it tries again.
PATIENCE_SECONDS = 90


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


@scenario("a media service that goes while something is asked of it harms nothing, and is used again", limit=150)
async def media_goes_amid_requests(world: World) -> None:
    """While a text is fetched whole, a command is under way, and it is being registered for."""
    # Over bluetoothd nothing is fetched whole, and a long title stays cut.
    fetches = ["chosen"] if world.radio == "kernel" else []
    second = "".join(f"{number:03}é" for number in range(100)) if fetches else "second"
    phone = await playing(world, App("Music", "com.apple.Music", (Track("short"), Track(second))), 23)
    for what in (*fetches, "was sent a command", "registered"):
        happened = phone.happenings.mark()
        asking: asyncio.Task[int] | None = None
        if what == "chosen":
            phone.media.tap(Command.NEXT)
        elif what == "was sent a command":
            asking = asyncio.create_task(command(world, "next"))
        else:
            phone.lose_link()
        await phone.happenings.wait(what, happened)
        await phone.offer_media(False)
        await one_more(world.bridge, phone, f"gone when {what}")
        if asking:
            await asking
        mark = world.bridge.events.mark()
        await phone.offer_media(True)
        track = phone.media.player.track
        assert track
        await shown(world, mark, state="playing", title=track.title)
        await one_more(world.bridge, phone, f"back after {what}")
    check(world.bridge, phone.name, phone.centre.notices)


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
    if world.radio == "kernel":
        for each in (Command.NEXT, Command.NEXT):
            mark = world.bridge.events.mark()
            phone.media.tap(each)
        await shown(world, mark, title=long.strip())
    check(world.bridge, phone.name, phone.centre.notices)
    left = [event for event in world.bridge.events.items if event.get("state") == "disconnected"]
    assert not left, left


@scenario("another local user who listens on the bus sees nothing of what is played", radios=ONLY_BLUEZ)
async def no_media_for_other_users(world: World) -> None:
    """Neither a title that fits into a packet nor one that does not, which stays cut."""
    spy = Spy(world)
    await spy.listen()
    long = "filler " * 50
    app = App("Music", "com.apple.Music", (Track(SECRET), Track(long), Track("after")))
    phone = await playing(world, app)
    phone.media.tap(Command.NEXT)
    await shown(world, index=1)
    phone.media.tap(Command.NEXT)
    await shown(world, title="after")
    heard = await spy.heard()
    assert "/org/bluez/hci0" in heard, "the monitor heard nothing of bluetoothd"
    found = [each for each in (SECRET, "filler filler") if says(heard, each)]
    assert not found, f"on the bus for everybody: {found}"
