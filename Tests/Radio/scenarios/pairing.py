"""The first time: both shapes, every method, refusals, and no way in outside the window."""

import asyncio

from bridge.account import all_shown, check
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice


async def first_pairing(world: World, shape: str, method: str) -> None:
    """Pairs, then shows one notification."""
    phone = await world.phone()
    await world.pair(phone, shape, method)
    assert world.computer.bonds() == {phone.identity.to_string(False)}
    await world.bridge.run(shape)
    await world.bridge.phone("ready", name=phone.name)
    notice = phone.centre.add(Notice("Zoe Müller", "See you at eight?"))
    await all_shown(world.bridge, [notice])
    check(world.bridge, phone.name, [notice])


@scenario("a phone pairs by comparing numbers with the plain shape")
async def pairing_plain_by_comparing(world: World) -> None:
    """Both sides must show the same six digits."""
    await first_pairing(world, "solicit", "compare")
    shown = (await world.window.event("compare"))["passkey"]
    assert shown == await world.phones[0].happenings.wait("compared"), "the numbers differ"


@scenario("a phone pairs by passkey with the plain shape")
async def pairing_plain_by_passkey(world: World) -> None:
    """The owner types what the host shows."""
    await first_pairing(world, "solicit", "passkey")


@scenario("a phone pairs by comparing numbers with the keyboard shape, which it cannot read unpaired")
async def pairing_keyboard_by_comparing(world: World) -> None:
    """The keyboard's report map refuses before pairing and can be read after it."""
    await first_pairing(world, "hid", "compare")
    happenings = world.phones[0].happenings
    assert happenings.count("keyboard refused") == 1 and happenings.count("keyboard read") == 1


@scenario("a phone pairs by passkey with the keyboard shape")
async def pairing_keyboard_by_passkey(world: World) -> None:
    """The owner types what the host shows."""
    await first_pairing(world, "hid", "passkey")


@scenario("without display or keys a phone pairs once a person says yes")
async def pairing_after_a_yes(world: World) -> None:
    """Just Works waits for an answer on standard input."""
    phone = await world.phone()
    await world.window.open("solicit", "confirm")
    tapped = asyncio.create_task(phone.tap(await phone.look("solicit")))
    await world.window.event("confirm")
    assert not world.computer.bonds(), "bonded before anybody said yes"
    world.window.say("y")
    assert await tapped
    assert await world.window.closed("bonded") == 0


@scenario("numbers that the host's owner refuses leave no bond")
async def refused_on_the_host(world: World) -> None:
    """The answer is no."""
    phone = await world.phone()
    await world.window.open("solicit", "compare", "--timeout", "60")
    tapped = asyncio.create_task(phone.tap(await phone.look("solicit")))
    await world.window.event("compare")
    world.window.say("n")
    assert not await tapped, "the phone paired although the numbers were refused"
    assert await world.window.closed("refused") == 1
    assert not world.computer.bonds()


@scenario("numbers that the phone's owner refuses leave no bond")
async def refused_on_the_phone(world: World) -> None:
    """The person with the phone says no; the host hears of it, and the phone may try again."""
    phone = await world.phone()
    phone.person.accepts = False
    await world.window.open("solicit", "compare", "--yes", "--timeout", "60")
    assert not await phone.tap(await phone.look("solicit"))
    await world.window.event("withdrawn")
    assert not world.computer.bonds()
    phone.person.accepts = True
    assert await phone.tap(await phone.look("solicit"))
    assert await world.window.closed("bonded") == 0


@scenario("outside a window no phone can pair")
async def closed_outside_the_window(world: World) -> None:
    """The bridge runs, the phone tries."""
    phone = await world.phone()
    await world.bridge.run("solicit")
    assert not await phone.tap(await phone.look("solicit")), "paired without a window"
    assert not world.computer.bonds()
    assert not await world.computer.is_pairable(), "the adapter lets phones pair"
