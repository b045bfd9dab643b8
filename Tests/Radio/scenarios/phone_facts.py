"""The battery, the model and the clock of a phone, as users see them."""

from datetime import UTC, datetime, timedelta

from bridge.account import check, one_more
from bridge.answers import lines, listed, status_until
from bridge.callboard import Event
from inside.scenario import scenario
from inside.world import World
from phone.models import CURRENT_TIME, IPHONE_8_PLUS, IPHONE_12, THREE_LESS
from phone.notice import Notice
from phone.packets import READ

# A guest that is busy is late, and both clocks are read there.
CLOSE_SECONDS = 10
# Changes of the clock are looked at every half minute.
CLOCK_SECONDS = 90


async def level(world: World, percent: int, since: int = 0) -> Event:
    """Waits until the bridge shows how full the battery of the phone is."""
    return await world.bridge.event("battery", since, 60, battery=percent, phone="Anna's iPhone")


def is_close(moment: datetime, expected: datetime) -> bool:
    """Says whether two moments are the same but for a late guest."""
    return abs(moment - expected) < timedelta(seconds=CLOSE_SECONDS)


@scenario("the battery of a phone is shown, follows each change, and is known again after a link loss", limit=180)
async def battery_is_shown(world: World) -> None:
    """Of many changes at once the last one counts."""
    phone = await world.connected("Anna's iPhone", "solicit", *world.listening, model=IPHONE_12)
    await level(world, 82)
    assert (await listed(world, phone.name))["battery"] == 82
    for percents in ((81,), range(60, 40, -1)):
        mark = world.bridge.events.mark()
        for percent in percents:
            phone.battery.set(percent)
        await level(world, phone.battery.level, mark)
        assert (await listed(world, phone.name))["battery"] == phone.battery.level
    told = [event["battery"] for event in world.bridge.events.items if event["event"] == "battery"]
    assert len(told) <= 5, f"a level is to be told seldom: {told}"
    phone.battery.set(39)
    mark = world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await level(world, 39, mark)
    assert (await listed(world, phone.name))["battery"] == 39


@scenario("the battery of a phone that does not share its notifications is shown as well")
async def battery_without_sharing(world: World) -> None:
    """That answer of the phone shows an encrypted link, too."""
    phone = await world.phone(model=IPHONE_12)
    phone.centre.share(False)
    await world.pair(phone)
    await world.bridge.run()
    await world.bridge.phone("not_shared", name=phone.name)
    await level(world, 82)


@scenario("the model and the maker of each phone are in the status")
async def model_and_maker(world: World) -> None:
    """By the name under which it is sold, of two phones with the device information in other places."""
    phones = {"iPhone 12": IPHONE_12, "iPhone 8 Plus": IPHONE_8_PLUS}
    for model, kind in phones.items():
        await world.pair(await world.phone(f"An {model}", model=kind))
    await world.bridge.run("solicit", *world.listening)
    for model in phones:
        name = f"An {model}"
        await world.bridge.phone("ready", name=name)
        found = await status_until(world, name, "model and maker", lambda each: "maker" in each)
        assert (found["model"], found["maker"]) == (model, "Apple Inc."), found
        assert (await listed(world, name))["model"] == model


@scenario("the zone of a phone and how fast its clock is are in the status, and change with it", limit=240)
async def zone_and_clock(world: World) -> None:
    """`callboard time` shows its local time; then the phone travels, and daylight saving time begins."""
    phone = await world.phone("Anna's iPhone", model=IPHONE_12)
    phone.clock.move(zone=32, ahead=90)
    await world.pair(phone)
    await world.bridge.run("solicit", *world.listening)
    await world.bridge.phone("ready", name=phone.name)
    for zone, ahead in (("+08:00", 90), ("-02:30", -45), ("-02:30", 0)):
        found = await status_until(
            world, phone.name, f"clock with {zone} and {ahead} s",
            lambda each, zone=zone, ahead=ahead: each.get("zone") == zone and is_lead(each, "clock_lead_ms", ahead),
            CLOCK_SECONDS,
        )  # fmt: skip
        world.note(f"{zone}, {ahead} s ahead: {found['clock_lead_ms']} ms")
        (line,) = await lines(world, "time")
        assert line["zone"] == zone and is_lead(line, "lead_ms", ahead), line
        shown_time = datetime.fromisoformat(line["time"])
        assert is_close(shown_time.replace(tzinfo=None), phone.clock.local().replace(tzinfo=None)), line
        _, words = await world.ask("time")
        assert phone.name in words and zone in words, words
        phone.clock.move(zone=-14, daylight=4, ahead=-45 if ahead == 90 else 0)
    await one_more(world.bridge, phone, "in any zone")


@scenario("the zone of a phone that does not report it follows from its time", limit=120)
async def zone_by_the_time(world: World) -> None:
    """To a quarter of an hour; what is left is how fast its clock is."""
    phone = await world.phone("Anna's iPhone", model=THREE_LESS)
    phone.clock.move(zone=23, ahead=-20)
    await world.pair(phone)
    await world.bridge.run("solicit", *world.listening)
    await world.bridge.phone("ready", name=phone.name)
    found = await status_until(world, phone.name, "zone", lambda each: "zone" in each)
    assert found["zone"] == "+05:45" and is_lead(found, "clock_lead_ms", -20), found


@scenario("a phone whose clock is set again and again is not asked for each change", limit=120)
async def clock_set_often(world: World) -> None:
    """The last one counts, after half a minute at most."""
    model = IPHONE_12
    phone = await world.connected("Anna's iPhone", "solicit", *world.listening, model=model)
    await status_until(world, phone.name, "zone", lambda each: "zone" in each)
    heard = phone.packets.heard.mark()
    for zone in range(40):
        phone.clock.move(zone=zone)
        if zone % 10 == 0:
            await one_more(world.bridge, phone, f"in zone {zone}")
    await status_until(world, phone.name, "last zone", lambda each: each.get("zone") == "+09:45", CLOCK_SECONDS)
    handle = model.places[CURRENT_TIME].value.to_bytes(2, "little")
    reads = [each for each in phone.packets.heard.items[heard:] if each[0] == READ and each[1:3] == handle]
    assert len(reads) <= 3, f"{len(reads)} reads for 40 changes"


def is_lead(found: Event, field: str, ahead: float) -> bool:
    """Says whether a clock is as fast as it should be."""
    return field in found and abs(found[field] / 1000 - ahead) < CLOSE_SECONDS


@scenario("a notification of a phone in another zone has the time at which it was sent", limit=240)
async def sent_in_another_zone(world: World) -> None:
    """One that came before the zone was known is corrected; then the phone travels on."""
    phone = await world.phone("Anna's iPhone", model=IPHONE_12)
    phone.clock.move(zone=32)
    await world.pair(phone)
    # What the phone calls eight hours later than the host has not been yet, as far as the host knows.
    hour = timedelta(hours=1)
    early, sent = phone.centre.add(Notice("an hour ago", "1", date=phone.clock.date(hour))), datetime.now(UTC) - hour
    await world.bridge.run("solicit", *world.listening)
    event = await world.bridge.events.first(
        "zone of the early one", lambda each: each.get("title") == early.title and "date_offset" in each, limit=60
    )
    is_sent(event, "+08:00", sent)
    for number, (zone, offset) in enumerate((("+08:00", 32), ("-05:00", -20))):
        phone.clock.move(zone=offset)
        await status_until(world, phone.name, zone, lambda each, zone=zone: each.get("zone") == zone, CLOCK_SECONDS)
        mark = world.bridge.events.mark()
        fresh = phone.centre.add(Notice(f"fresh {number}", "2", date=phone.clock.date()))
        is_sent(await world.bridge.event("added", mark, title=fresh.title), zone, datetime.now(UTC))
    check(world.bridge, phone.name, phone.centre.notices)


def is_sent(event: Event, zone: str, sent: datetime) -> None:
    """An event has the zone of its phone, and the moment at which it was sent."""
    assert event.get("date_offset") == zone and "sent" in event, event
    assert is_close(datetime.fromisoformat(event["sent"]), sent), event
