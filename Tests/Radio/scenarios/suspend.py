"""Hosts that slept, and registrations that everybody believes in and that nobody hears."""

import asyncio
from collections.abc import Awaitable, Callable

from air.management import REMOVE_ADVERTISING, Management
from air.sleep import Sleep
from bridge.account import check, one_more
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.phone import Phone

HOURS = 8 * 3600


async def until_on_air(world: World) -> None:
    """Waits until phones can find the host."""
    while not (world.computer.dongle.radio and world.computer.dongle.radio.is_advertising):
        await asyncio.sleep(0.05)


async def sleep(world: World, shape: str) -> None:
    """Sleeps for a night, in which the adapter loses its memory; the phone comes only afterwards."""
    host = Sleep(world.folder)
    phone = await world.phone()
    await world.pair(phone, shape)
    await world.bridge.run(shape, through=host.through)
    await world.bridge.phone("ready", name=phone.name)
    await one_more(world.bridge, phone, "in the evening")
    mark = world.bridge.events.mark()
    phone.go_away()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await until_on_air(world)
    try:
        await host.suspend()
        assert world.computer.dongle.radio
        world.computer.dongle.radio.forget_advertisements()
        host.wake(HOURS)
        phone.come_near()
        # Sooner than a phone counts as missed.
        await world.bridge.phone("ready", mark, limit=40, name=phone.name)
        await one_more(world.bridge, phone, "in the morning", mark)
        check(world.bridge, phone.name, phone.centre.notices)
    finally:
        host.end()


@scenario("after a night's sleep in which the adapter forgot its advertisement the phone finds the host")
async def night(world: World) -> None:
    """Everything is registered again when the host wakes."""
    await sleep(world, "solicit")


@scenario("the same in the shape of a keyboard")
async def night_with_the_keyboard(world: World) -> None:
    """The service is registered again as well."""
    await sleep(world, "hid")


@scenario("a phone that was there when the host fell asleep is back when it wakes")
async def nap(world: World) -> None:
    """The kernel ends the link before it sleeps; twice."""
    host = Sleep(world.folder)
    phone = await world.phone()
    await world.pair(phone)
    await world.bridge.run(through=host.through)
    await world.bridge.phone("ready", name=phone.name)
    try:
        for number in range(2):
            mark = world.bridge.events.mark()
            await host.suspend()
            host.wake(HOURS)
            await world.bridge.phone("disconnected", mark, name=phone.name)
            await world.bridge.phone("ready", mark, name=phone.name)
            await one_more(world.bridge, phone, f"after nap {number}", mark)
        check(world.bridge, phone.name, phone.centre.notices)
    finally:
        host.end()


async def missed(world: World, lose: Callable[[], Awaitable[None]]) -> Phone:
    """Loses the advertisement after the phone has gone, and waits for the phone."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    phone.go_away()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await until_on_air(world)
    await lose()
    radio = world.computer.dongle.radio
    assert radio and not radio.is_advertising, "it is still on air"
    phone.come_near()
    await world.bridge.phone("ready", mark, limit=100, name=phone.name)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)
    return phone


@scenario("an advertisement that the adapter lost without a word is made again once a phone is missed", limit=170)
async def lost_by_the_adapter(world: World) -> None:
    """bluetoothd and the kernel believe in it."""

    async def lose() -> None:
        assert world.computer.dongle.radio
        world.computer.dongle.radio.forget_advertisements()

    await missed(world, lose)


@scenario("a registration that bluetoothd lost without a word is made again once a phone is missed", radios=ONLY_BLUEZ, limit=170)
async def lost_by_bluetoothd(world: World) -> None:
    """It says that one advertisement is active, while the kernel has none."""

    async def lose() -> None:
        management = Management()
        management.open()
        try:
            # All of them: bluetoothd does not listen to what the kernel tells of that.
            await management.command(REMOVE_ADVERTISING, b"\0")
        finally:
            management.close()
        assert await world.bluez.active_instances() == "1"

    await missed(world, lose)


@scenario("an adapter that comes back under another number is used again")
async def adapter_renumbered(world: World) -> None:
    """Meanwhile its number is another one's."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    await world.computer.unplug()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.computer.plug_in_second("hci0")
    await world.computer.plug_in("hci1")
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)
