"""What a phone is asked when it comes back: what it has to be asked on each link, and nothing else."""

from collections import Counter

from bridge.account import check, one_more
from inside.scenario import ONLY_BLUEZ, ONLY_KERNEL, scenario
from inside.world import World
from phone.models import (
    BATTERY_LEVEL,
    CONTROL_POINT,
    CURRENT_TIME,
    DATA_SOURCE,
    ENTITY_UPDATE,
    IPHONE_12,
    LOCAL_TIME_INFORMATION,
    MODEL,
    NOTIFICATION_SOURCE,
    REMOTE_COMMAND,
    SERVICE_CHANGED,
    Model,
)
from phone.packets import EXCHANGE_MTU, READ, REQUESTS, WRITE
from phone.phone import Phone
from phone.player import Command

from .media import MUSIC, shown
from .phone_facts import level

READ_BY_TYPE = 0x08
# What is read by its type: a name, or which characteristics there are.
NAME, CHARACTERISTICS = b"\x00\x2a", b"\x03\x28"
ENTITIES = ("player", "queue", "track")
TIMES = 3

# What a phone sends only to a host that has asked for it on this link.
SUBSCRIPTIONS = {
    *(f"subscribe {each}" for each in (NOTIFICATION_SOURCE, DATA_SOURCE, BATTERY_LEVEL, CURRENT_TIME)),
    *(f"subscribe {each}" for each in (REMOTE_COMMAND, ENTITY_UPDATE, SERVICE_CHANGED)),
    *(f"register {each}" for each in ENTITIES),
}
# What else a link needs, each once.
NEEDED = {
    # Packets are small until both sides have said what they take.
    "MTU",
    # A phone that was restored on another model has the same bond and other attributes, and a write to them could do
    # anything: the characteristics of Service Changed and of notifications are compared with those that were found.
    "check 1", "check 2",
    # Whether it shares its notifications, and answers, is known only by the answer to a request.
    "probe",
    # Its owner may have renamed it.
    "name",
    # They change while it is away, and are sent only when they change again.
    f"read {BATTERY_LEVEL}", f"read {LOCAL_TIME_INFORMATION}", f"read {CURRENT_TIME}",
    # A restored phone is another model. The maker of a known model is known.
    f"read {MODEL}",
}  # fmt: skip
# What is asked because of the notifications that are there.
OF_NOTIFICATIONS = {"fetch", "fetch an app's name"}
# How the bridge asks for a notification that cannot be there.
NO_NOTIFICATION = b"\x00\xff\xff\xff\xff"
# The last of them all.
LAST = f"register {ENTITIES[-1]}"


def requests(model: Model, packets: list[bytes]) -> Counter[str]:
    """Gives the requests of a host in words, and how often each was made; one without words in hexadecimal numbers."""
    values = {place.value: uuid for uuid, place in model.places.items()}
    subscriptions = {handle: uuid for uuid, handle in model.subscriptions.items()}
    found: Counter[str] = Counter()
    checks = 0
    for packet in packets:
        handle = int.from_bytes(packet[1:3], "little")
        words = packet.hex()
        if packet[0] == EXCHANGE_MTU:
            words = "MTU"
        elif packet[0] == READ and handle in values:
            words = f"read {values[handle]}"
        elif packet[0] == WRITE and handle in subscriptions and any(packet[3:]):
            words = f"subscribe {subscriptions[handle]}"
        elif packet[0] == WRITE and values.get(handle) == CONTROL_POINT:
            words = "probe" if packet[3:].startswith(NO_NOTIFICATION) else ("fetch", "fetch an app's name")[packet[3]]
        elif packet[0] == WRITE and values.get(handle) == ENTITY_UPDATE:
            words = f"register {ENTITIES[packet[3]]}"
        elif packet[0] == READ_BY_TYPE and packet[5:] == NAME:
            words = "name"
        elif packet[0] == READ_BY_TYPE and packet[5:] == CHARACTERISTICS:
            checks += 1
            words = f"check {checks}"
        elif packet[0] not in REQUESTS:
            continue
        found[words] += 1
    return found


async def playing_phone(world: World) -> Phone:
    """A phone with all services, of which the bridge shows everything."""
    phone = await world.connected(model=IPHONE_12)
    phone.media.play(MUSIC)
    await shown(world, state="playing")
    await level(world, phone.battery.level)
    return phone


async def come_back(world: World, phone: Phone, number: int) -> Counter[str]:
    """Loses the link, has everything shown again and go on, and gives what the phone was asked beside notifications."""
    there = len(phone.centre.notices)
    heard, mark = phone.packets.heard.mark(), world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await phone.packets.heard.until(
        "last registration", lambda items: requests(IPHONE_12, items[heard:])[LAST], 60
    )
    await shown(world, mark, state="playing", title=MUSIC.tracks[phone.media.player.index].title)
    await level(world, phone.battery.level, mark)
    mark = world.bridge.events.mark()
    phone.media.tap(Command.NEXT)
    await shown(world, mark, title=MUSIC.tracks[phone.media.player.index].title)
    found = requests(IPHONE_12, phone.packets.heard.items[heard:])
    assert found["fetch"] <= there, f"{found['fetch']} requests for {there} notifications"
    await one_more(world.bridge, phone, f"back {number}", mark)
    return Counter({words: count for words, count in found.items() if words not in OF_NOTIFICATIONS})


@scenario("a phone that comes back is asked for subscriptions and for what may have changed, and for nothing else",
          limit=150, radios=ONLY_KERNEL)  # fmt: skip
async def few_requests_on_return(world: World) -> None:
    """Each request is known by name; one more, or one twice, is a failure."""
    phone = await playing_phone(world)
    found = requests(IPHONE_12, phone.packets.heard.items)
    world.note(f"{found.total()} requests while it was paired and on its first link")
    for number in range(TIMES):
        found = await come_back(world, phone, number)
        world.note(f"return {number}: {found.total()} requests, {len(SUBSCRIPTIONS & found.keys())} for values")
        more = {words: count for words, count in found.items() if words not in SUBSCRIPTIONS | NEEDED or count > 1}
        missing = (SUBSCRIPTIONS | NEEDED) - found.keys()
        assert not more, f"asked without need: {more}"
        assert not missing, f"not asked for: {missing}"
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("a phone that comes back to bluetoothd is asked for nothing twice, and the bridge has nothing searched",
          limit=150, radios=ONLY_BLUEZ)  # fmt: skip
async def few_requests_on_return_to_bluetoothd(world: World) -> None:
    """What bluetoothd itself asks is noted; the requests for further services are ours, but for the battery."""
    phone = await playing_phone(world)
    theirs_alone = {"MTU", "check 1", "check 2", "name"}
    theirs_alone |= {f"subscribe {SERVICE_CHANGED}", f"subscribe {BATTERY_LEVEL}", f"read {BATTERY_LEVEL}"}
    ours = (SUBSCRIPTIONS | NEEDED) - theirs_alone
    for number in range(TIMES):
        found = await come_back(world, phone, number)
        theirs = {words: count for words, count in found.items() if words not in ours}
        world.note(f"return {number}: {found.total()} requests, beside ours {theirs}")
        twice = {words: found[words] for words in ours if found[words] > 1}
        missing = ours - found.keys()
        assert not twice, f"asked twice: {twice}"
        assert not missing, f"not asked for: {missing}"
    check(world.bridge, phone.name, phone.centre.notices)
