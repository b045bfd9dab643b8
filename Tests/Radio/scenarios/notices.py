"""What notifications look like on this side: calls, long texts, floods, changes, retractions."""

import time

from bridge.account import all_shown, check, same_words
from bridge.process import machine_memory, memory
from inside.scenario import scenario
from inside.world import World
from phone.notice import Category, Flag, Notice


def call(title: str = "Davidson Ro") -> Notice:
    """A ringing call with caller ID."""
    return Notice(
        title,
        "Incoming Call",
        category=Category.INCOMING_CALL,
        app="com.apple.mobilephone",
        positive="Answer",
        negative="Decline",
        flags=Flag.IMPORTANT,
    )


@scenario("a call, a missed call and a voicemail come with who it was")
async def calls_with_caller_id(world: World) -> None:
    """Each category under its own event, with the caller."""
    phone = await world.connected()
    app = "com.apple.mobilephone"
    ringing = phone.centre.add(call())
    event = await world.bridge.call("ringing", "Davidson Ro")
    assert event["category"] == "incoming_call", event
    same_words(event, ringing)
    phone.centre.remove(ringing)
    await world.bridge.event("ended", id=event["id"])
    phone.centre.add(Notice("Mina Okafor", "Missed Call", category=Category.MISSED_CALL, app=app))
    await world.bridge.event("missed", title="Mina Okafor", category="missed_call")
    phone.centre.add(Notice("+1 555 0100", "", category=Category.VOICEMAIL, app=app))
    await world.bridge.event("added", title="+1 555 0100", category="voicemail")


@scenario("a call that is answered and one that is declined are told as such")
async def calls_answered_and_declined(world: World) -> None:
    """The phone's owner answers one and declines the other."""
    phone = await world.connected()
    first = phone.centre.add(call("Anton"))
    ringing = await world.bridge.call("ringing", "Anton")
    going = phone.centre.answer_call(first)
    await world.bridge.event("answered", id=ringing["id"])
    phone.centre.remove(going)
    await world.bridge.event("ended", id=ringing["id"])
    second = phone.centre.add(call("Berta"))
    ringing = await world.bridge.call("ringing", "Berta")
    phone.centre.remove(second)
    await world.bridge.event("ended", id=ringing["id"])


async def long_message(world: World, mtu: int) -> None:
    """Two thousand bytes, then a short one, at some packet size."""
    phone = await world.connected(mtu=mtu)
    letters = "".join(f"{number:04}é " for number in range(2000))
    notices = [
        phone.centre.add(Notice("long", letters.encode()[:2000].decode(errors="ignore"))),
        phone.centre.add(Notice("short", "·")),
    ]
    await all_shown(world.bridge, notices)
    check(world.bridge, phone.name, notices)


@scenario("a message of 2,000 bytes is whole at the smallest packet size, 23")
async def long_message_at_mtu_23(world: World) -> None:
    """About a hundred fragments."""
    await long_message(world, 23)


@scenario("a message of 2,000 bytes is whole at packet size 185")
async def long_message_at_mtu_185(world: World) -> None:
    """What phones ask for."""
    await long_message(world, 185)


@scenario("a message of 2,000 bytes is whole at packet size 517")
async def long_message_at_mtu_517(world: World) -> None:
    """What bluetoothd asks for."""
    await long_message(world, 517)


@scenario("a fresh notification does not wait for 500 that were there before", limit=200)
async def fresh_before_500_old_ones(world: World) -> None:
    """Fresh ones come first; all 501 come once."""
    phone = await world.phone()
    await world.pair(phone)
    old = [phone.centre.add(Notice(f"old {number}", f"text {number}")) for number in range(500)]
    await world.bridge.run()
    await world.bridge.phone("ready", name=phone.name)
    fresh = phone.centre.add(Notice("fresh", "now"))
    start = time.monotonic()
    await phone.happenings.first("fresh one on air", lambda item: item == ("sent", fresh))
    sent = time.monotonic()
    await world.bridge.event("added", title="fresh", limit=60)
    shown = time.monotonic()
    before = len(world.bridge.came())
    world.note(
        f"the fresh one was shown {shown - sent:.1f} s after it was on air "
        f"({sent - start:.1f} s behind the old ones), {before - 1} old ones before it"
    )
    await all_shown(world.bridge, [*old, fresh], limit=150)
    check(world.bridge, phone.name, [*old, fresh])
    world.note(f"all 501 after {time.monotonic() - start:.1f} s")
    assert world.bridge.process
    world.note(f"{memory(world.bridge.process.pid)}; {machine_memory()}")
    assert before < 400, f"{before - 1} old ones were shown before the fresh one"


@scenario("a changed text is shown as a change, and a removal as a removal")
async def changes_and_removals(world: World) -> None:
    """One notice from beginning to end under one id."""
    phone = await world.connected()
    notice = phone.centre.add(Notice("Zoe Müller", "See you at eight?"))
    added = await world.bridge.event("added", title="Zoe Müller")
    phone.centre.change(notice, "See you at nine?")
    await world.bridge.event("modified", id=added["id"], message="See you at nine?")
    phone.centre.remove(notice)
    await world.bridge.event("removed", id=added["id"])


@scenario("a notification retracted while it is fetched is skipped, and the next ones are not")
async def retracted_while_fetched(world: World) -> None:
    """The request is answered with 0xA2, or the removal comes between two fragments."""
    phone = await world.connected()
    gone = Notice("gone before the answer", "x")
    phone.centre.when_asked[gone] = lambda: phone.centre.remove(gone)
    half = Notice("gone within the answer", "y" * 1500)
    phone.centre.when_answered[half] = lambda n: phone.centre.remove(half) if n == 3 else None
    phone.centre.add(gone)
    after = phone.centre.add(Notice("stays", "z"))
    phone.centre.add(half)
    last = phone.centre.add(Notice("stays too", "z"))
    await all_shown(world.bridge, [after, last])
    assert not [e for e in world.bridge.came() if e["title"] == gone.title], "text of what is gone"
    for event in world.bridge.came():
        if event["title"] == half.title:
            same_words(event, half)
    kept = [e for e in world.bridge.came() if e["title"] in (after.title, last.title)]
    assert len(kept) == 2, kept
    assert phone.happenings.count("refused") >= 1
