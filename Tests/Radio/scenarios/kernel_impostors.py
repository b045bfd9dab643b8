"""Somebody under the address of a phone that is bonded, without its key."""

import asyncio

from bridge.account import check, one_more
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.impostor import Impostor, Trick
from phone.phone import Phone

# The host may wait for the link to be encrypted, but not for ever.
PATIENCE_SECONDS = 60


async def got_nothing(world: World, impostor: Impostor, since: int) -> None:
    """Its link was ended by the host; the host wrote nothing into it and showed nothing of it."""
    await impostor.happenings.wait("disconnected", since, PATIENCE_SECONDS)
    assert not impostor.commands(), f"the host wrote {[each.hex() for each in impostor.commands()]}"
    shown = [event for event in world.bridge.came() if event.get("title") == "forged"]
    assert not shown, f"shown was {shown}"


def keys(world: World) -> list[bytes]:
    """Gives what is kept of phones."""
    return [path.read_bytes() for path in world.computer.key_files()]


async def back(world: World, phone: Phone, since: int) -> None:
    """The phone itself is known as ever."""
    phone.come_near()
    await world.bridge.phone("ready", since, name=phone.name)
    await one_more(world.bridge, phone, "from the phone itself", since)


@scenario(
    "somebody with the lasting address of a phone and without its key gets nothing and shows nothing",
    limit=400,
    radios=ONLY_KERNEL,
)
async def impostor_with_the_address_of_a_phone(world: World) -> None:
    """Silent, with a key of its own making, and pairing while no window is open."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    phone.go_away()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    before = keys(world)
    impostor = await world.impostor(phone)
    mark = world.bridge.events.mark()
    for trick in Trick:
        since = impostor.happenings.mark()
        await impostor.intrude(await impostor.look("solicit"), trick)
        await got_nothing(world, impostor, since)
        assert not impostor.happenings.count("paired", since), f"it paired by {trick.name}"
        told = [event for event in world.bridge.events.items[mark:] if event.get("state") == "ready"]
        assert not told, f"taken for the phone: {told}"
    assert keys(world) == before, "the keys of the phone were changed"
    await back(world, phone, mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario(
    "somebody with an old address of a phone does not disturb the phone itself, which is connected",
    limit=300,
    radios=ONLY_KERNEL,
)
async def impostor_beside_the_phone(world: World) -> None:
    """The kernel takes both links for the same phone's."""
    phone = await world.connected()
    assert phone.device
    overheard = phone.device.random_address
    mark = world.bridge.events.mark()
    await phone.restart()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.bridge.phone("ready", mark, name=phone.name)
    impostor = await world.impostor(phone, overheard)
    mark = world.bridge.events.mark()
    for trick in Trick:
        since = impostor.happenings.mark()
        await impostor.intrude(await impostor.look("solicit"), trick)
        await one_more(world.bridge, phone, f"beside {trick.name}", mark)
        await got_nothing(world, impostor, since)
        await one_more(world.bridge, phone, f"after {trick.name}", mark)
    left = [event for event in world.bridge.events.items[mark:] if event.get("state") == "disconnected"]
    assert not left, f"the phone was disconnected: {left}"
    assert impostor.happenings.count("connected") == len(Trick)
    check(world.bridge, phone.name, phone.centre.notices, mark)


@scenario(
    "somebody with the address of a phone gets nothing from a window that is open for another phone",
    limit=300,
    radios=ONLY_KERNEL,
)
async def impostor_in_a_window(world: World) -> None:
    """It talks, then wants to pair: at most a person is asked, and says no; the phone's own keys stay."""
    phone = await world.phone()
    await world.pair(phone)
    phone.go_away()
    before = keys(world)
    impostor = await world.impostor(phone)
    mark = world.window.events.mark()
    await world.window.open("solicit", "compare", "--timeout", "120")
    since = impostor.happenings.mark()
    await impostor.intrude(await impostor.look("solicit"), Trick.NOTHING)
    await got_nothing(world, impostor, since)
    since = impostor.happenings.mark()
    intrusion = asyncio.create_task(impostor.intrude(await impostor.look("solicit"), Trick.PAIRING))
    asked = asyncio.create_task(world.window.event("compare", mark, limit=PATIENCE_SECONDS))
    await asyncio.wait({intrusion, asked}, return_when=asyncio.FIRST_COMPLETED)
    if asked.done() and not asked.exception():
        world.window.say("n")
        assert await world.window.closed("refused", mark) == 1
    asked.cancel()
    await intrusion
    await got_nothing(world, impostor, since)
    assert not impostor.happenings.count("paired"), "it paired"
    await world.window.stop()
    assert keys(world) == before, "the keys of the phone were changed"
    await impostor.switch_off()
    other = await world.phone("Ben's iPhone")
    await world.pair(other)
    await world.bridge.run()
    await world.bridge.phone("ready", name=other.name)
    await back(world, phone, 0)
    check(world.bridge, phone.name, phone.centre.notices)
