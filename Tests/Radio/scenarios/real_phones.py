"""What real phones were seen to be and to do: their attributes, what comes late, and who asks first."""

import json

from bridge.account import all_shown, check, one_more
from inside.scenario import ONLY_BLUEZ, ONLY_KERNEL, scenario
from inside.world import World
from phone import models
from phone.models import IPAD, IPHONE_8_PLUS, IPHONE_12, THREE_LESS, Model
from phone.notice import Notice
from phone.packets import EXCHANGE_MTU, READ, REQUESTS, WRITE, WRITE_COMMAND
from phone.phone import Phone

HESITATION_SECONDS = 3
# The protocol gives an answer half a minute.
ATT_SECONDS = 90


async def phone_like(world: World, model: Model, name: str = "Anna's iPhone") -> Phone:
    """A phone with the attributes of a real one, which does nothing yet."""
    return await world.phone(name, model=model)


async def ready(world: World, phone: Phone, since: int = 0, limit: float = 40) -> None:
    """The bridge runs and has the phone's notifications."""
    if not world.bridge.running:
        await world.bridge.run()
    await world.bridge.phone("ready", since, limit, name=phone.name)


def written(phone: Phone, since: int = 0) -> set[int]:
    """Gives the handles that the host has written to."""
    packets = phone.packets.heard.items[since:]
    return {int.from_bytes(each[1:3], "little") for each in packets if each[0] in (WRITE, WRITE_COMMAND)}


@scenario("the attributes of an iPhone 8 Plus are understood, all visible before a bond and private ones refused")
async def whole_table_of_a_phone(world: World) -> None:
    """One phone refuses for want of authentication, the other for want of encryption."""
    shown: list[tuple[Phone, Notice]] = []
    for name, refusal in (("Anna's iPhone", models.AUTHENTICATION), ("Ben's iPhone", models.ENCRYPTION)):
        phone = await phone_like(world, IPHONE_8_PLUS, name)
        assert phone.shelf
        phone.shelf.refusal = refusal
        # The owner thinks about it, and the host may look at everything meanwhile.
        phone.hesitation = HESITATION_SECONDS
        await world.pair(phone)
        refused = phone.happenings.count("refused a stranger")
        asked = phone.happenings.count("security request")
        world.note(f"{name}: {refused} reads refused before the bond, {asked} requests for security")
        shown.append((phone, phone.centre.add(Notice(f"of {name}", "whole"))))
    mark = world.bridge.events.mark()
    for phone, _ in shown:
        await ready(world, phone, mark)
    for phone, notice in shown:
        await all_shown(world.bridge, [notice])
        await one_more(world.bridge, phone, f"after {notice.title}")
        check(world.bridge, phone.name, phone.centre.notices)
        strange = written(phone) - IPHONE_8_PLUS.written
        assert not strange, strange


@scenario("an iPhone 8 Plus and an iPhone 12 have their own handles, and neither those of the other")
async def two_models_at_once(world: World) -> None:
    """Both come back, so what was remembered of each is used, too."""
    phones = [
        await phone_like(world, IPHONE_8_PLUS, "Anna's iPhone 8 Plus"),
        await phone_like(world, IPHONE_12, "Ben's iPhone 12"),
        await phone_like(world, THREE_LESS, "Cem's iPhone"),
    ]
    for phone in phones:
        await world.pair(phone)
    mark = world.bridge.events.mark()
    for phone in phones:
        await ready(world, phone, mark)
    for _ in range(2):
        mark = world.bridge.events.mark()
        for phone in phones:
            phone.lose_link()
        for phone in phones:
            await world.bridge.phone("disconnected", mark, name=phone.name)
            await world.bridge.phone("ready", mark, name=phone.name)
    for phone in phones:
        await one_more(world.bridge, phone, f"from {phone.name}")
        assert phone.model
        strange = written(phone) - phone.model.written
        assert not strange, (phone.name, strange)


@scenario("services that come late, 11, then 14, then 15 with the notifications, are waited for")
async def services_come_late(world: World) -> None:
    """Each change is told while the one before may still be looked at."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await phone.switch_off()
    phone.offers_notifications = False
    await phone.switch_on()
    phone.add_apps(4)
    assert phone.count_services() == 11
    await world.pair(phone)
    # What the phone offered before it was paired, it offers when it comes back.
    await world.bridge.run()
    await world.bridge.phone("unavailable", name=phone.name)
    notice = phone.centre.add(Notice("first", "1"))
    await phone.offer_more(2, models.MEDIA)
    assert phone.count_services() == 14
    await phone.offer_notifications(True)
    assert phone.count_services() == 15
    await world.bridge.phone("ready", name=phone.name)
    await all_shown(world.bridge, [notice])
    await one_more(world.bridge, phone, "second")
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("services that come within a second of the link, before anybody has asked, are found")
async def services_come_at_once(world: World) -> None:
    """The phone is back with few services, and the rest comes as soon as its link is there."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await world.pair(phone)
    await ready(world, phone)
    mark = world.bridge.events.mark()
    phone.go_away()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await phone.switch_off()
    phone.offers_notifications = False
    await phone.switch_on()
    phone.add_apps(4)
    mark, happened = world.bridge.events.mark(), phone.happenings.mark()
    phone.come_near()
    await phone.happenings.wait("encrypted", happened)
    await phone.offer_more(2, models.MEDIA)
    await phone.offer_notifications(True)
    await world.bridge.phone("ready", mark, 60, name=phone.name)
    await one_more(world.bridge, phone, "at last", mark)


@scenario("an MTU request that is not answered costs one link and a word, not the phone", radios=ONLY_KERNEL, limit=150)
async def mtu_unanswered(world: World) -> None:
    """The link after it goes without the request, with the smallest packets or those that the phone wants."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await world.pair(phone)
    phone.packets.unanswered = (EXCHANGE_MTU,)
    for asks in (False, True):
        phone.asks_for_mtu = asks
        since, said = world.bridge.events.mark(), world.bridge.errors.mark()
        await ready(world, phone, since, ATT_SECONDS)
        words = "Anna's iPhone did not answer the MTU request"
        await world.bridge.errors.first("word of it", lambda line, words=words: words in line, said)
        heard = phone.packets.heard.mark()
        long = phone.centre.add(Notice(f"long, asks is {asks}", "m" * 600))
        await all_shown(world.bridge, [long], since)
        mark = world.bridge.events.mark()
        phone.lose_link()
        await world.bridge.phone("ready", mark, name=phone.name)
        again = [each for each in phone.packets.heard.items[heard:] if each[0] == EXCHANGE_MTU]
        assert not again, "asked again in spite of all"
        assert len([line for line in world.bridge.errors.items[said:] if words in line]) == 1
        check(world.bridge, phone.name, phone.centre.notices, since)
        await world.bridge.stop()


@scenario("bluetoothd asks for the MTU again and again; the bridge says so once, and goes on when it is answered",
          radios=ONLY_BLUEZ, limit=240)  # fmt: skip
async def mtu_unanswered_by_bluetoothd(world: World) -> None:
    """bluetoothd lets go of such a phone every half minute, and no setting of it helps."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await world.pair(phone)
    phone.packets.unanswered = (EXCHANGE_MTU,)
    phone.asks_for_mtu = False
    await ready(world, phone)
    happened = phone.happenings.mark()
    phone.lose_link()
    words = "has not discovered its services"
    line = await world.bridge.errors.first("word of it", lambda line: words in line, limit=ATT_SECONDS)
    assert phone.name in line and "radio = kernel" in line, line
    await phone.happenings.until(
        "being let go twice", lambda items: phone.happenings.count("disconnected", happened) > 2, 2 * ATT_SECONDS
    )
    assert len([line for line in world.bridge.errors.items if words in line]) == 1
    # An update of iOS repairs it.
    phone.packets.unanswered = ()
    mark = world.bridge.events.mark()
    await world.bridge.phone("ready", mark, ATT_SECONDS, name=phone.name)
    await one_more(world.bridge, phone, "after the update")


@scenario("first requests that meet are both answered")
async def first_requests_meet(world: World) -> None:
    """The phone asks for services upon the host's first request, and answers nothing before it knows them."""
    phone = await phone_like(world, IPHONE_12)
    phone.packets.collides = REQUESTS
    phone.asks_for_mtu = False
    await world.pair(phone)
    await ready(world, phone)
    await one_more(world.bridge, phone, "before")
    for number in range(3):
        mark = world.bridge.events.mark()
        phone.lose_link()
        await world.bridge.phone("ready", mark, name=phone.name)
        await one_more(world.bridge, phone, f"after {number}", mark)
    assert phone.packets.collisions >= 4, phone.packets.collisions
    assert not phone.packets.waits
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("bluetoothd's read meets the phone's question for services, and both are answered", radios=ONLY_BLUEZ)
async def read_meets_a_question(world: World) -> None:
    """That of a value which the phone refuses before the bond, too."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    phone.packets.collides = (READ,)
    phone.asks_for_mtu = False
    await world.pair(phone)
    await ready(world, phone)
    await one_more(world.bridge, phone, "in spite of it")
    world.note(f"{phone.packets.collisions} reads met a question")
    assert not phone.packets.waits


@scenario("an iPad is served like a phone, though it looks like a media player")
async def ipad(world: World) -> None:
    """Only its services count."""
    phone = await phone_like(world, IPAD, "Anna's iPad")
    await world.pair(phone)
    await ready(world, phone)
    await one_more(world.bridge, phone, "of an iPad")
    status, output = await world.callboard("phones", "--json")
    assert status == 0 and phone.name in output, output


@scenario("a phone whose address on air changes with each link is one phone, and known each time")
async def address_changes(world: World) -> None:
    """It is never switched off, so its notifications keep their places."""
    phone = await phone_like(world, IPHONE_8_PLUS)
    await world.pair(phone)
    await ready(world, phone)
    await one_more(world.bridge, phone, "before")
    seen = {str(phone.device.random_address)} if phone.device else set()
    for number in range(4):
        mark = world.bridge.events.mark()
        phone.go_away()
        await world.bridge.phone("disconnected", mark, name=phone.name)
        await phone.change_address()
        seen.add(str(phone.device.random_address) if phone.device else "")
        phone.come_near()
        await world.bridge.phone("ready", mark, name=phone.name)
        await one_more(world.bridge, phone, f"after {number}", mark)
    assert len(seen) == 5, seen
    check(world.bridge, phone.name, phone.centre.notices)
    listed = json.loads((world.state / "phones.json").read_text())
    assert len(listed["phones"]) == 1, listed
