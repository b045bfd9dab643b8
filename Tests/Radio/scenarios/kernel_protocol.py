"""The attribute protocol in both directions, with phones that behave and phones that do not."""

import random

from bridge.account import check, one_more
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.notice import Notice
from phone.packets import ANSWERS
from phone.phone import Phone

MALFORMED = 10_000
# After so many it is waited until the other side has read them all.
AT_ONCE = 100
SEED = 20_260_401
# Nothing is there, so the answer is an error that nothing else gets.
LAST_OF_ALL = bytes.fromhex("04ffffffff")
ERROR_FOR_LAST = bytes.fromhex("0104ffff0a")
FIND_BY_TYPE_VALUE, READ_BY_TYPE, EXCHANGE_MTU, WRITE, CONFIRMATION = 0x06, 0x08, 0x02, 0x12, 0x1E
DATABASE_HASH = 0x2B2A
# What this phone does not have: battery, device information, time and media. It may have them by the next time.
ABSENT = [bytes.fromhex(uuid)[::-1] for uuid in ("180F", "180A", "1805", "89D3502B0F36433A8EF4C502AD55F8DC")]
# Longer than the 30 s which the protocol gives an answer.
TIMEOUT_SECONDS = 60


def malformed(source: random.Random) -> bytes:
    """Gives a packet that is wrong in one way or another."""
    # Every kind that exists, in both directions, at any length; or anything at all.
    kind = source.choice([*range(0x01, 0x24), 0x52, 0xD2, source.randrange(256)])
    return bytes([kind]) + source.randbytes(source.choice((0, 0, 1, 2, 3, 4, 5, 6, 22, source.randrange(180))))


async def flood(phone: Phone, source: random.Random) -> bool:
    """Sends some, and says whether the link is still there after all were read."""
    mark, heard = phone.happenings.mark(), phone.packets.heard.mark()
    for _ in range(AT_ONCE):
        phone.packets.send(malformed(source))
    phone.packets.send(LAST_OF_ALL)
    await phone.packets.heard.until(
        "answer to the last of them",
        lambda items: ERROR_FOR_LAST in items[heard:] or phone.happenings.count("disconnected", mark),
    )
    return not phone.happenings.count("disconnected", mark)


@scenario("ten thousand malformed packets of a phone do no harm", limit=600, radios=ONLY_KERNEL)
async def malformed_packets(world: World) -> None:
    """The bridge may end the link at one of them; the phone's next notification is shown in any case."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    assert world.bridge.process
    pid = world.bridge.process.pid
    source = random.Random(SEED)
    ended = 0
    for _ in range(MALFORMED // AT_ONCE):
        mark = world.bridge.events.mark()
        if not await flood(phone, source):
            ended += 1
            await world.bridge.phone("ready", mark, name=phone.name)
    world.note(f"{MALFORMED} packets, the link was ended {ended} times")
    mark = world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "afterwards", mark)
    assert world.bridge.process.pid == pid and world.bridge.running
    # Some of the packets may have been notifications like any other; what the phone itself sent is whole.
    sent = {notice.title for notice in phone.centre.notices}
    assert sent <= {event["title"] for event in world.bridge.came()}


@scenario("a phone's own requests are answered while it owes an answer itself", radios=ONLY_KERNEL)
async def requests_while_an_answer_is_due(world: World) -> None:
    """Each side may have one request under way; neither waits for the other."""
    phone = await world.connected()
    phone.centre.answers.clear()
    notice = phone.centre.add(Notice("patience", "soon"))
    await phone.happenings.wait("keeps waiting")
    # The services, the name, something that is not there, and something that nobody knows.
    assert (await phone.packets.ask(bytes.fromhex("100100ffff0028")))[0] == 0x11
    assert (await phone.packets.ask(bytes.fromhex("080100ffff002a")))[0] == 0x09
    assert await phone.packets.ask(LAST_OF_ALL) == ERROR_FOR_LAST
    assert (await phone.packets.ask(bytes.fromhex("3c00")))[:2] == bytes.fromhex("013c")
    assert not world.bridge.came(), "shown before it was answered"
    phone.centre.answers.set()
    await world.bridge.event("added", title=notice.title)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario(
    "an answer that never comes ends the link, and the phone is used again when it is back",
    limit=180, radios=ONLY_KERNEL,
)
async def answer_that_never_comes(world: World) -> None:
    """The protocol gives 30 s; after that nothing more may be sent on that link."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    phone.centre.answers.clear()
    mark = world.bridge.events.mark()
    phone.centre.add(Notice("late", "but not lost"))
    await phone.happenings.wait("keeps waiting")
    await world.bridge.phone("disconnected", mark, TIMEOUT_SECONDS, phone.name)
    phone.centre.answers.set()
    await world.bridge.phone("ready", mark, name=phone.name)
    await world.bridge.event("added", mark, title="late")
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)


# Requests by what they are, and the kinds of answers that are right; any may be refused.
REQUESTS = {
    "packet size": ("02b900", 0x03),
    "handles": ("040100ffff", 0x05),
    "services by value": ("060100ffff00280018", 0x07),
    "characteristics": ("080100ffff0328", 0x09),
    "value": ("0a0100", 0x0B),
    "rest of a value": ("0c01000000", 0x0D),
    "several values": ("0e01000100", 0x0F),
    "services": ("100100ffff0028", 0x11),
    "write": ("12010000", 0x13),
    "write in parts": ("160100000000", 0x17),
    "end of parts": ("1800", 0x19),
    "several values of any length": ("2001000100", 0x21),
    "no handle": ("0a0000", 0x0B),
    "too short": ("0a01", 0x0B),
    "too long": ("0a010000", 0x0B),
    "unknown": ("3e0102", 0x3F),
}


@scenario("every request of a phone is answered, once", radios=ONLY_KERNEL)
async def every_request_answered(world: World) -> None:
    """Commands are not, whatever they are."""
    phone = await world.connected()
    for what, (request, kind) in REQUESTS.items():
        heard = phone.packets.heard.mark()
        for command in ("5201000000", "d2010000" + "00" * 12, "7e"):
            phone.packets.send(bytes.fromhex(command))
        answer = await phone.packets.ask(bytes.fromhex(request))
        is_error = len(answer) == 5 and answer[:2] == bytes([0x01, int(request[:2], 16)])
        assert answer[0] == kind or is_error, f"{what} was answered with {answer.hex()}"
        assert await phone.packets.ask(LAST_OF_ALL) == ERROR_FOR_LAST
        answers = [each.hex() for each in phone.packets.heard.items[heard:] if each[0] in ANSWERS]
        assert len(answers) == 2, f"{what} was answered with {answers}"
    await one_more(world.bridge, phone, "after all")


def discoveries(phone: Phone, since: int) -> list[str]:
    """Gives the host's requests that look for anything but what it has to ask each time."""
    found = []
    for packet in phone.packets.heard.items[since:]:
        if packet[0] == READ_BY_TYPE and packet[5:] == DATABASE_HASH.to_bytes(2, "little"):
            continue
        if packet[0] == FIND_BY_TYPE_VALUE and packet[7:] in ABSENT:
            continue
        if packet[0] % 2 == 0 and packet[0] not in (EXCHANGE_MTU, WRITE, CONFIRMATION):
            found.append(packet.hex())
    return found


@scenario("a phone that comes back is not searched again, unless it has changed", limit=150, radios=ONLY_KERNEL)
async def coming_back_without_discovery(world: World) -> None:
    """After a link loss and under the next bridge; with another app's service before it all handles are others."""
    phone = await world.connected()
    assert discoveries(phone, 0), "nothing was looked for at the first time"
    second = 0
    for what in ("a link loss", "another bridge"):
        heard, mark = phone.packets.heard.mark(), world.bridge.events.mark()
        if what == "a link loss":
            phone.lose_link()
            await world.bridge.phone("disconnected", mark, name=phone.name)
        else:
            await world.bridge.stop()
            second = mark = world.bridge.events.mark()
            await world.bridge.run()
        await world.bridge.phone("ready", mark, name=phone.name)
        assert not discoveries(phone, heard), f"looked for again: {discoveries(phone, heard)}"
        await one_more(world.bridge, phone, f"after {what}", mark)
        absent = [each for each in phone.packets.heard.items[heard:] if each[0] == FIND_BY_TYPE_VALUE]
        world.note(f"after {what} {len(absent)} requests for services that it did not have")
    for apps in (2, 0):
        phone.apps = apps
        heard, mark = phone.packets.heard.mark(), world.bridge.events.mark()
        await phone.restart()
        await world.bridge.phone("disconnected", mark, name=phone.name)
        await world.bridge.phone("ready", mark, name=phone.name)
        assert discoveries(phone, heard), "not looked for although everything has moved"
        await one_more(world.bridge, phone, f"with {apps} other services", mark)
    check(world.bridge, phone.name, phone.centre.notices, second)
