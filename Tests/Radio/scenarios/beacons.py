"""What is near, what has left, what is held to the host, and who is at home."""

import asyncio
from uuid import UUID

from air.beacon import Beacon, Ear, ibeacon, nearby
from bridge.account import check, one_more
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World

MINE = UUID("fda50693-a4e2-4fb1-afcf-c6eb07647825")
FOREIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
# At the host, in the room, and at the far end of the house, in dBm.
HELD, HERE, FAR = -30, -60, -95
# From one message of a beacon to its next one where there are very many: the whole air is one process.
CROWD_SECONDS = 5.0


async def run(world: World, *sections: str) -> None:
    """Starts the bridge with sections about beacons."""
    file = world.folder / "callboard.conf"
    file.write_text("\n".join(("[beacons]\nscan = continuous", *sections)) + "\n")
    await world.bridge.run("solicit", "--config", str(file))


def region(name: str, minor: int, *more: str) -> str:
    """Gives the section of a beacon that leaves soon."""
    return "\n".join((f"[beacon {name}]", f"uuid = {MINE}", "major = 1", f"minor = {minor}", "left = 20s", *more))


def tag(world: World, minor: int, signal: int = HERE, number: int | None = None) -> Beacon:
    """Gives a tag that is ours, which is not on the air yet."""
    address = f"C0:00:00:00:01:{number or minor:02X}"
    return Beacon(world.air, address, ibeacon(MINE, 1, minor), signal)


@scenario("a beacon comes, is held to the host, goes and comes back", limit=180)
async def beacon_comes_and_goes(world: World) -> None:
    """One tag that is moved about, with a second one that stays."""
    await run(world, region("keys", 1, "touch = yes", "[item Keys]", "beacon = keys"), region("bag", 2))
    keys, bag = tag(world, 1), tag(world, 2)
    bag.start()
    await world.bridge.event("near", region="bag", limit=60)
    keys.start()
    await world.bridge.event("near", region="keys", limit=60)
    keys.signal = HELD
    await world.bridge.event("tap", region="keys", limit=60)
    keys.signal = FAR
    mark = world.bridge.events.mark()
    keys.stop()
    left = await world.bridge.event("left", mark, limit=60, region="keys")
    assert left["item"] == "Keys" and left["label"] == "ITEM", left
    keys.signal = HERE
    keys.start()
    await world.bridge.event("back", mark, limit=60, region="keys")
    kinds = [event["event"] for event in world.bridge.events.items if event.get("region") == "bag"]
    assert kinds == ["near"], f"the bag stayed, and yet: {kinds}"


@scenario("beacons that lie are no beacons of ours, and harm nothing", limit=180)
async def beacons_that_lie(world: World) -> None:
    """Frames that are cut or too long, numbers as large as can be, and one name from two addresses."""
    await run(world, region("keys", 1))
    whole = ibeacon(MINE, 1, 1)
    cut = [whole[:length] for length in (0, 1, 3, 4, 7, 9, 20, len(whole) - 1)]
    short = b"\x02\x01\x06\x19" + whole[4:-1]
    lies = [*cut, short, whole + b"\xff", whole + b"\x1f\xff", ibeacon(MINE, 0xFFFF, 0xFFFF, 127), b"\xff" * 31]
    liars = [Beacon(world.air, f"C0:00:00:00:02:{n:02X}", lie, HERE) for n, lie in enumerate(lies)]
    # What follows a whole frame, broken or not, does not make it less whole.
    wrong = [liar for liar in liars if not liar.data.startswith(whole)]
    for liar in wrong:
        liar.start()
    last = Beacon(world.air, "C0:00:00:00:02:AA", ibeacon(MINE, 1, 1), HERE)
    await asyncio.sleep(8)
    mark = world.bridge.events.mark()
    near = [event for event in world.bridge.events.items if event["event"] == "near"]
    assert not near, f"believed: {near}"
    double = tag(world, 1, number=0xBB)
    for each in (last, double):
        each.start()
    await world.bridge.event("near", mark, limit=60, region="keys")
    for liar in liars:
        liar.start()
    await asyncio.sleep(8)
    last.stop()
    for liar in liars:
        liar.stop()
    await asyncio.sleep(8)
    double.stop()
    await world.bridge.event("left", mark, limit=60, region="keys")
    kinds = [event["event"] for event in world.bridge.events.items if event.get("region") == "keys"]
    assert kinds == ["near", "left"], f"one beacon from two addresses: {kinds}"


@scenario("two hundred beacons in the air keep no notice away", limit=300, radios=ONLY_KERNEL)
async def beacons_of_a_crowd(world: World) -> None:
    """A market place: a phone comes, and ours is found among all of them."""
    phone = await world.phone()
    await world.pair(phone)
    crowd = [
        Beacon(world.air, f"C0:00:00:01:00:{n:02X}", ibeacon(FOREIGN, n, n), FAR, CROWD_SECONDS) for n in range(200)
    ]
    for number, each in enumerate(crowd):
        asyncio.get_running_loop().call_later(number * CROWD_SECONDS / 200, each.start)
    await run(world, region("keys", 1))
    await world.bridge.phone("ready", name=phone.name, limit=90)
    await one_more(world.bridge, phone, "in the crowd")
    keys = tag(world, 1)
    keys.start()
    await world.bridge.event("near", region="keys", limit=90)
    await one_more(world.bridge, phone, "still in the crowd")
    check(world.bridge, phone.name, phone.centre.notices)
    for each in crowd:
        each.stop()


@scenario("what goes while the bridge is down has left when it is up again", limit=240)
async def beacon_goes_while_the_bridge_is_down(world: World) -> None:
    """And what stayed has not left for a moment."""
    sections = region("keys", 1), region("bag", 2)
    await run(world, *sections)
    keys, bag = tag(world, 1), tag(world, 2)
    for each in (keys, bag):
        each.start()
    for name in ("keys", "bag"):
        await world.bridge.event("near", region=name, limit=60)
    await world.bridge.stop()
    keys.stop()
    mark = world.bridge.events.mark()
    await run(world, *sections)
    await world.bridge.event("left", mark, limit=90, region="keys")
    told = [event for event in world.bridge.events.items[mark:] if event.get("region") == "bag"]
    assert all(event.get("kept") for event in told), f"the bag has never been away: {told}"


BROADCAST = f"[broadcast Hall]\nuuid = {MINE}\nmajor = 258\nminor = 772\npower = -59"


@scenario("the host is a beacon, by bytes, and phones come all the same", limit=180)
async def host_is_a_beacon(world: World) -> None:
    """It comes with the bridge, stays with a phone, and goes with the bridge."""
    phone = await world.phone()
    await world.pair(phone)
    ear = Ear(world.air)
    await run(world, BROADCAST)
    await broadcast_is_heard(world, ear)
    await world.bridge.phone("ready", name=phone.name, limit=90)
    await one_more(world.bridge, phone, "beside a beacon")
    await broadcast_is_heard(world, ear)
    await world.bridge.stop()
    await asyncio.sleep(1)
    mark = ear.heard.mark()
    await asyncio.sleep(5)
    assert not [each for each in ear.heard.items[mark:] if MINE.bytes in each], "it is still on the air"


@scenario("the host is a beacon by turns where it cannot be one beside", limit=240)
async def host_is_a_beacon_by_turns(world: World) -> None:
    """With an adapter that has one message at a time on the air."""
    await world.computer.unplug()
    world.computer.dongle.is_extended = False
    await world.computer.plug_in("hci0")
    await host_is_a_beacon_steps(world)


async def host_is_a_beacon_steps(world: World) -> None:
    """Pairs while there is a beacon, comes back, and both are heard."""
    phone = await world.phone()
    await world.pair(phone)
    ear = Ear(world.air)
    await run(world, BROADCAST)
    await world.bridge.phone("ready", name=phone.name, limit=90)
    for word in ("by turns", "again"):
        await one_more(world.bridge, phone, word)
        await broadcast_is_heard(world, ear)
        phone.lose_link()
        mark = world.bridge.events.mark()
        await world.bridge.phone("ready", mark, name=phone.name, limit=90)


async def broadcast_is_heard(world: World, ear: Ear) -> None:
    """Waits for the next messages, and compares every byte."""
    mark = ear.heard.mark()
    expected = ibeacon(MINE, 258, 772)[3:]
    found = await ear.heard.first("broadcast", lambda data: MINE.bytes in data, mark, limit=40)
    assert found.endswith(expected), f"it says {found.hex()}"
    flags = found[: -len(expected)]
    wanted = {"kernel": {b"\x02\x01\x06"}, "bluez": {b"", b"\x02\x01\x04", b"\x02\x01\x06"}}[world.radio]
    assert flags in wanted, f"it begins with {flags.hex()}"
    start = ear.heard.mark()
    await asyncio.sleep(10)
    count = sum(MINE.bytes in each for each in ear.heard.items[start:])
    world.note(f"{world.radio}: {count} broadcasts in 10 s, begins with {flags.hex() or 'nothing'}")
    assert count >= 5, f"only {count} broadcasts in 10 s"


PERSON = "[presence Mara]\nphone = Anna's iPhone\naway = 30s"


@scenario("a person is at home while the phone is here, with a link or without", limit=300)
async def beacon_of_a_phone(world: World) -> None:
    """The link, then the phone's own messages without one, then nothing."""
    phone = await world.phone()
    await world.pair(phone)
    await run(world, PERSON)
    await world.bridge.phone("ready", name=phone.name, limit=90)
    home = await world.bridge.event("presence", person="Mara", home=True)
    assert home["label"] == "HOME", home
    mark = world.bridge.events.mark()
    phone.go_away()
    own = nearby(world.air, phone.irk, FAR)
    own.start()
    await asyncio.sleep(45)
    gone = [event for event in world.bridge.events.items[mark:] if event["event"] == "presence"]
    assert not gone, f"the phone was here all the time: {gone}"
    own.stop()
    away = await world.bridge.event("presence", mark, limit=90, person="Mara", home=False)
    assert away["label"] == "AWAY", away
    mark = world.bridge.events.mark()
    own = nearby(world.air, phone.irk, HERE)
    own.start()
    await world.bridge.event("presence", mark, limit=60, person="Mara", home=True)
    own.stop()
