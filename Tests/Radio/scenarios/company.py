"""Several phones at once."""

from bridge.account import all_shown, check, one_more
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice


@scenario("two phones with equal handles are never mixed up", limit=120)
async def two_phones_with_equal_handles(world: World) -> None:
    """Both number from 100; both talk at once, one loses its link."""
    phones = []
    for name in ("Anna's iPhone", "Ben's iPhone"):
        phone = await world.phone(name, first_uid=100)
        await world.pair(phone)
        phones.append(phone)
    await world.bridge.run()
    for phone in phones:
        await world.bridge.phone("ready", name=phone.name)
    sent: dict[str, list[Notice]] = {phone.name: [] for phone in phones}
    for number in range(20):
        for phone in phones:
            notice = Notice(f"{phone.name} {number}", f"{phone.name} wrote {number} " * 20)
            sent[phone.name].append(phone.centre.add(notice))
        if number == 10:
            phones[1].lose_link()
    for phone in phones:
        await all_shown(world.bridge, sent[phone.name])
    for phone in phones:
        check(world.bridge, phone.name, sent[phone.name])


@scenario("a second phone comes while the first is connected")
async def second_phone_comes_later(world: World) -> None:
    """A connection ends the advertisement on the air; it must be there again for the next phone."""
    first, second = await world.phone("Anna's iPhone"), await world.phone("Ben's iPhone")
    for phone in (first, second):
        await world.pair(phone)
        phone.go_away()
        await phone.happenings.wait("disconnected")
    await world.bridge.run()
    await world.bridge.event("radio", state="listening")
    for phone in (first, second):
        phone.come_near()
        await world.bridge.phone("ready", name=phone.name)
        await one_more(world.bridge, phone, f"from {phone.name}")
    await one_more(world.bridge, first, "still here")
    for phone in (first, second):
        check(world.bridge, phone.name, phone.centre.notices)
