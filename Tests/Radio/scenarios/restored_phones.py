"""Phones that were restored on another model: the same bond and other attributes, of which they say nothing."""

from bridge.account import check, one_more
from inside.scenario import scenario
from inside.world import World
from phone.models import CURRENT_TIME, ENTITY_UPDATE, IPHONE_8_PLUS, IPHONE_12, THREE_LESS, WITH_AN_APP, Model
from phone.packets import READ, WRITE
from phone.phone import Phone

from .real_phones import phone_like, ready, written

# What a phone tells of writes to what is not a service that a host uses.
TOUCHES = ("written", "subscribed")


def remembers(world: World, before: Model) -> set[int]:
    """Gives the handles at which bluetoothd itself subscribes to a phone that has become another model.

    It wants to hear how full the battery is, remembers where that was, and writes there before it looks again.
    """
    return {before.battery} if world.radio == "bluez" and before.battery else set()


async def restore(world: World, phone: Phone, model: Model) -> int:
    """The owner restores the phone on another model: the same keys, other handles, and no word of it."""
    mark = world.bridge.events.mark()
    phone.go_away()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await phone.switch_off()
    phone.model = model
    await phone.switch_on()
    mark = world.bridge.events.mark()
    phone.come_near()
    return mark


async def asked_for(phone: Phone, model: Model, since: int) -> None:
    """Waits until the host has asked for everything that it uses of a phone: its player or its clock comes last."""
    last = ENTITY_UPDATE if ENTITY_UPDATE in model.places else CURRENT_TIME
    handle = model.places[last].value.to_bytes(2, "little")
    await phone.packets.heard.first(
        "last of the host's requests", lambda packet: packet[0] in (READ, WRITE) and packet[1:3] == handle, since
    )


async def restored(world: World, *others: Model) -> None:
    """An iPhone 8 Plus becomes one model after the other; nothing is written to what the host has no use for."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await world.pair(phone)
    heard = phone.packets.heard.mark()
    await ready(world, phone)
    await asked_for(phone, IPHONE_8_PLUS, heard)
    before = IPHONE_8_PLUS
    for model in others:
        heard, happened = phone.packets.heard.mark(), phone.happenings.mark()
        mark = await restore(world, phone, model)
        await world.bridge.phone("ready", mark, name=phone.name)
        await asked_for(phone, model, heard)
        await one_more(world.bridge, phone, f"{len(phone.centre.notices)}: notifications at {model.first}", mark)
        touched = [about for kind, about in phone.happenings.items[happened:] if kind in TOUCHES]
        assert not touched, f"something else was written to: {touched}"
        strange = written(phone, heard) - model.written - remembers(world, before)
        before = model
        assert not strange, f"written to {strange}"
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("a phone that was restored on another model has other handles, and what was known is not used", limit=240)
async def restored_on_another_model(world: World) -> None:
    """It says nothing of it; once the remote control of media stands where the texts came from."""
    await restored(world, THREE_LESS, IPHONE_8_PLUS, IPHONE_12, THREE_LESS)


@scenario(
    "an app's service in the place of the media service is left alone, though all else is as before",
    limit=150,
)
async def app_in_the_place_of_media(world: World) -> None:
    """Service Changed and notifications do not show that this phone was restored; what the same request lists does."""
    await restored(world, WITH_AN_APP, IPHONE_8_PLUS)
