"""The first time: every shape, every method, refusals, and no way in outside the window."""

import asyncio

from bridge.account import all_shown, check, one_more
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone

# HID 1.11: the desktop page, a usage, an application collection, report 1.
KEYBOARD_MAP, KEYPAD_MAP = bytes.fromhex("05010906A1018501"), bytes.fromhex("05010907A1018501")
HID_NUMBER, KEYBOARD, INPUT_DEVICE = bytes.fromhex("1218"), 0x03C1, 0x03C0


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
    report_map = await happenings.wait("keyboard read")
    assert report_map.startswith(KEYBOARD_MAP), report_map.hex(" ")


@scenario("a phone pairs by passkey with the keyboard shape")
async def pairing_keyboard_by_passkey(world: World) -> None:
    """The owner types what the host shows."""
    await first_pairing(world, "hid", "passkey")


async def input_device(world: World, shape: str, appearance: int) -> Phone:
    """Pairs in a shape that looks like an input device, shows notifications, and checks what is on air."""
    await first_pairing(world, shape, "compare")
    phone = world.phones[0]
    sight = phone.tapped
    assert sight and sight.solicits and sight.services == HID_NUMBER, f"on air: {sight}"
    assert sight.appearance == appearance, f"the appearance is {sight.appearance:#06x}"
    return phone


@scenario("a phone pairs with the keypad shape, whose report map says that it is a keypad")
async def pairing_keypad(world: World) -> None:
    """On air it is a keyboard; notifications come, also after the link was lost."""
    phone = await input_device(world, "keypad", KEYBOARD)
    assert phone.happenings.count("keyboard refused") == 1
    report_map = await phone.happenings.wait("keyboard read")
    assert report_map.startswith(KEYPAD_MAP) and report_map.endswith(b"\xc0"), report_map.hex(" ")
    await after_a_loss(world, phone)


@scenario("a phone pairs with the look shape, which has the service of input devices on air alone")
async def pairing_look(world: World) -> None:
    """Neither before nor after pairing is there such a service; notifications come, also after a loss."""
    phone = await input_device(world, "look", INPUT_DEVICE)
    kinds = [kind for kind, _ in phone.happenings.items]
    assert kinds.count("no keyboard") == 2, f"the phone found {kinds}"
    assert not kinds.count("keyboard read") and not kinds.count("keyboard refused")
    await after_a_loss(world, phone)


async def after_a_loss(world: World, phone: Phone) -> None:
    """The phone comes back by itself, and shows another notification."""
    mark = world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after the loss", mark)


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
