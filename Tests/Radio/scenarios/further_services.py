"""When a host asks a phone for what is not notifications, and when it does not."""

import asyncio
import signal

from bridge.account import one_more
from bridge.answers import status
from inside.scenario import ONLY_BLUEZ, ONLY_KERNEL, scenario
from inside.world import World
from phone.models import (
    BATTERY_LEVEL,
    CURRENT_TIME,
    ENTITY_UPDATE,
    FURTHER,
    IPHONE_8_PLUS,
    IPHONE_12,
    LOCAL_TIME_INFORMATION,
    MODEL,
    REMOTE_COMMAND,
    Model,
)
from phone.packets import READ, READ_BY_GROUP_TYPE, WRITE
from phone.phone import Phone
from phone.player import Command

from .media import MUSIC, shown
from .notices import call
from .phone_facts import level

FIND_INFORMATION, FIND_BY_TYPE_VALUE, READ_BY_TYPE, READ_BLOB = 0x04, 0x06, 0x08, 0x0C
HESITATION_SECONDS = 3


def asked(model: Model, packets: list[bytes], but: set[str]) -> list[str]:
    """Gives the requests for what is not notifications, but for some of it."""
    uuids = [each for each in FURTHER if each not in but]
    handles = {handle.to_bytes(2, "little") for handle in model.handles(*uuids)}
    types = {bytes.fromhex(uuid.replace("-", ""))[::-1] for uuid in uuids}
    return [
        packet.hex() for packet in packets
        if packet[0] in (READ, READ_BLOB, WRITE) and packet[1:3] in handles
        or packet[0] == READ_BY_TYPE and packet[5:] in types
    ]  # fmt: skip


def not_ours(world: World) -> set[str]:
    """Gives what bluetoothd asks each phone for by itself, before a bond as well."""
    return {BATTERY_LEVEL} if world.radio == "bluez" else set()


async def not_in_clear(world: World, but: set[str]) -> None:
    """A phone whose owner thinks about it before it pairs, the same one at each return, and one that never pairs."""
    model = IPHONE_8_PLUS
    phone = await world.phone(model=model)
    phone.hesitation = HESITATION_SECONDS
    await world.pair(phone)
    heard = phone.packets.heard.mark()
    await world.bridge.run()
    for number in range(3):
        mark = world.bridge.events.mark()
        if number:
            phone.lose_link()
        await world.bridge.phone("ready", mark, name=phone.name)
        await level(world, 82, mark)
    stranger = await world.phone("Stranger", model=model)
    assert stranger.device
    connection = await stranger.device.connect_le((await stranger.look("solicit")).address, timeout=20)
    await asyncio.sleep(HESITATION_SECONDS)
    await one_more(world.bridge, phone, "beside a stranger")
    prompts = stranger.happenings.count("security request")
    world.note(f"the stranger was sent {len(stranger.packets.heard.items)} packets and {prompts} requests for security")
    assert phone.packets.in_clear.items, "nothing came over a link in clear, so nothing is shown by that"
    assert asked(model, phone.packets.heard.items[heard:], but), "nothing was asked for over an encrypted link"
    for each in (phone, stranger):
        found = asked(model, each.packets.in_clear.items, but)
        assert not found, f"{each.name} was asked in clear: {found}"
        assert but or not each.happenings.count("refused a stranger"), f"{each.name} had to refuse something"
    assert but or not prompts, "the stranger was asked to pair"
    if stranger.connection is connection:
        await stranger.hang_up()


@scenario("nothing but notifications is asked for over a link in clear, and a stranger is not made to pair", limit=180)
async def nothing_in_clear(world: World) -> None:
    """Whatever bluetoothd does beside it."""
    await not_in_clear(world, not_ours(world))


@scenario("where bluetoothd leaves the battery alone its service is used, and nothing is asked for in clear",
          limit=180, radios=ONLY_BLUEZ)  # fmt: skip
async def battery_left_to_us(world: World) -> None:
    """`bluetoothd -P battery` has no level of its own."""
    world.bluez.bluetoothd.options = ("-P", "battery")
    await world.bluez.restart_daemon()
    await not_in_clear(world, set())
    mark = world.bridge.events.mark()
    world.phones[0].battery.set(40)
    await level(world, 40, mark)


@scenario("services that the configuration leaves out are not asked for, neither by the bridge nor while pairing")
async def services_left_out(world: World) -> None:
    """Notifications are shown as ever."""
    file = world.folder / "callboard.conf"
    file.write_text('[radio]\nservices = ""\n')
    model = IPHONE_12
    phone = await world.phone(model=model)
    await world.pair(phone, "solicit", "compare", "--config", str(file))
    paired = phone.packets.heard.mark()
    await world.bridge.run("solicit", "--config", str(file))
    for number in range(2):
        mark = world.bridge.events.mark()
        if number:
            phone.lose_link()
        await world.bridge.phone("ready", mark, name=phone.name)
        for part in range(3):
            await one_more(world.bridge, phone, f"notification {number} {part}", mark)
    told = [event for event in world.bridge.events.items if event["event"] in ("battery", "media")]
    assert not told, told
    heard = phone.packets.heard.items
    for what, packets in (("the window", heard[:paired]), ("the bridge", heard[paired:])):
        found = asked(model, packets, not_ours(world))
        assert not found, f"{what} asked all the same: {found}"


def subscribed(phone: Phone, since: int) -> set[str]:
    """Gives what the host has subscribed to on a phone."""
    assert phone.model
    return phone.model.subscribed(phone.packets.heard.items[since:])


# To the battery bluetoothd subscribes by itself, and whether it does so again is its own affair.
AGAIN = {CURRENT_TIME, REMOTE_COMMAND, ENTITY_UPDATE}


async def lose(world: World, phone: Phone, what: str) -> None:
    """Loses the phone in one of several ways, and has it come back."""
    mark = world.bridge.events.mark()
    match what:
        case "a link loss":
            phone.lose_link()
        case "another bridge":
            await world.bridge.stop()
            await world.bridge.run("solicit", *world.listening)
        case "the adapter was off":
            await world.computer.power(False)
            await world.bridge.phone("disconnected", mark, name=phone.name)
            await world.computer.power(True)
        case "bluetoothd was killed":
            await world.bluez.restart_daemon(signal.SIGKILL)
    await world.bridge.phone("ready", mark, 60, name=phone.name)


@scenario("a phone that comes back is subscribed to again in all its services, which go on", limit=240)
async def all_subscribed_again(world: World) -> None:
    """In several ways; on the kernel's radio nothing is searched again."""
    phone = await world.connected("Anna's iPhone", "solicit", *world.listening, model=IPHONE_12)
    phone.media.play(MUSIC)
    await shown(world, state="playing")
    wanted = AGAIN | ({BATTERY_LEVEL} if world.radio == "kernel" else set())
    ways = ["a link loss", "a link loss", "another bridge", "the adapter was off"]
    for number, what in enumerate(ways + (["bluetoothd was killed"] if world.radio == "bluez" else [])):
        heard, happened, mark = phone.packets.heard.mark(), phone.happenings.mark(), world.bridge.events.mark()
        await lose(world, phone, what)
        await phone.packets.heard.until(
            f"subscriptions after {what}", lambda _, heard=heard: wanted <= subscribed(phone, heard)
        )
        await shown(world, mark, state="playing", title=MUSIC.tracks[phone.media.player.index].title)
        await level(world, phone.battery.level, mark)
        # Each of them goes on.
        mark = world.bridge.events.mark()
        phone.battery.set(70 - number)
        phone.media.tap(Command.NEXT)
        await shown(world, mark, title=MUSIC.tracks[phone.media.player.index].title)
        await level(world, 70 - number, mark)
        await one_more(world.bridge, phone, f"after {what}", mark)
        assert (await status(world, phone.name))["model"] == "iPhone 12"
        if world.radio == "kernel":
            searches = (FIND_INFORMATION, FIND_BY_TYPE_VALUE, READ_BY_GROUP_TYPE)
            found = [each.hex() for each in phone.packets.heard.items[heard:] if each[0] in searches]
            assert not found, f"searched again after {what}: {found}"
            assert phone.happenings.count("listed commands", happened) == 1


@scenario("a call is shown while all services of a phone are still being subscribed to", limit=180)
async def call_amid_all(world: World) -> None:
    """It rings as soon as the first of them is asked for, and nothing else is lost by it."""
    model = IPHONE_8_PLUS
    phone = await world.phone(model=model)
    phone.media.play(MUSIC)
    await world.pair(phone)
    handles = model.handles(CURRENT_TIME, LOCAL_TIME_INFORMATION, MODEL, REMOTE_COMMAND)
    for number in range(3):
        heard, mark = phone.packets.heard.mark(), world.bridge.events.mark()
        if number:
            phone.lose_link()
        else:
            await world.bridge.run()
        await phone.packets.heard.first(
            "first further request",
            lambda each: each[0] in (READ, WRITE) and int.from_bytes(each[1:3], "little") in handles,
            heard, 60,
        )  # fmt: skip
        before = subscribed(phone, heard)
        ringing = phone.centre.add(call(f"Davidson {number}"))
        event = await world.bridge.call("ringing", ringing.title)
        then = subscribed(phone, heard)
        world.note(f"{len(before)} subscriptions when it rang, {len(then)} when that was shown")
        phone.centre.remove(ringing)
        await world.bridge.event("ended", id=event["id"])
        await level(world, 82, mark)
        await shown(world, mark, state="playing")


@scenario("reads that a phone refuses are not repeated at once, and harm nothing", radios=ONLY_KERNEL)
async def refused_reads(world: World) -> None:
    """A phone that gives nothing but notifications, though its link is encrypted."""
    phone = await world.phone(model=IPHONE_12)
    await world.pair(phone)
    assert phone.shelf
    phone.shelf.refuses = {BATTERY_LEVEL, CURRENT_TIME, LOCAL_TIME_INFORMATION, MODEL}
    heard = phone.packets.heard.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", name=phone.name)
    happened = phone.happenings.mark()
    for number in range(3):
        await asyncio.sleep(HESITATION_SECONDS)
        await one_more(world.bridge, phone, f"notification {number}")
    reads = [each for each in phone.packets.heard.items[heard:] if each[0] == READ]
    world.note(f"{len(reads)} reads")
    assert len(reads) <= 12, f"{len(reads)} reads of what is refused"
    left = [event for event in world.bridge.events.items if event.get("state") == "disconnected"]
    assert not left and not phone.happenings.count("security request", happened), left
