"""Phones that do not offer, do not allow, no longer know, or only pretend."""

from bridge.account import all_shown, check, one_more
from inside.scenario import scenario
from inside.world import World
from phone.notice import Notice


@scenario("notifications that appear by Service Changed are used, and may go and come")
async def service_appears_later(world: World) -> None:
    """The service is normally absent right after the connection."""
    phone = await world.phone()
    await phone.offer_notifications(False)
    await world.pair(phone)
    await world.bridge.run()
    await world.bridge.phone("unavailable", name=phone.name)
    notice = phone.centre.add(Notice("first", "1"))
    await phone.offer_notifications(True)
    await all_shown(world.bridge, [notice])
    mark = world.bridge.events.mark()
    await phone.offer_notifications(False)
    await world.bridge.phone("unavailable", mark, name=phone.name)
    await phone.offer_notifications(True)
    await world.bridge.phone("ready", mark, name=phone.name)
    second = phone.centre.add(Notice("second", "2"))
    await all_shown(world.bridge, [notice, second])
    check(world.bridge, phone.name, [notice, second])


@scenario("a phone whose owner does not share says so, and is used as soon as the owner does")
async def sharing_off_then_on(world: World) -> None:
    """The Control Point answers 0x03 until the switch is on; off again is noticed when it matters."""
    phone = await world.phone()
    phone.centre.share(False)
    await world.pair(phone)
    await world.bridge.run()
    await world.bridge.phone("not_shared", name=phone.name)
    notice = phone.centre.add(Notice("patience", "soon"))
    phone.centre.share(True)
    await world.bridge.phone("ready", name=phone.name, limit=60)
    await all_shown(world.bridge, [notice])
    check(world.bridge, phone.name, [notice])


@scenario("a phone that forgot the bond is not let in again without a window")
async def phone_forgets_the_bond(world: World) -> None:
    """It can pair anew in a window, and is the same phone then."""
    phone = await world.connected()
    phone.go_away()
    await phone.forget()
    mark = world.bridge.events.mark()
    assert not await phone.tap(await phone.look("solicit")), "paired again without a window"
    assert not [e for e in world.bridge.came(mark)]
    await world.bridge.stop()
    assert (await world.callboard("forget", phone.identity.to_string(False)))[0] == 0
    await world.pair(phone)
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    notice = phone.centre.add(Notice("again", "friends"))
    await all_shown(world.bridge, [notice], mark)
    check(world.bridge, phone.name, [notice], mark)


@scenario("a phone that alone forgot the bond can be paired again at once, and is listened to as before")
async def pairing_again_without_forget(world: World) -> None:
    """The host still has keys, and the phone is in its list."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    await world.bridge.stop()
    phone.go_away()
    await phone.forget()
    await world.pair(phone)
    assert world.computer.bonds() == {phone.identity.to_string(False)}
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices, mark)


@scenario("a phone that the host forgot gets nothing and gives nothing")
async def host_forgets_the_bond(world: World) -> None:
    """`callboard forget` removes bond and permission."""
    phone = await world.connected()
    status, _ = await world.callboard("phones")
    assert status == 0
    assert (await world.callboard("forget", phone.name))[0] == 0
    await phone.happenings.wait("keys refused")
    mark = world.bridge.events.mark()
    phone.centre.add(Notice("secret", "not for you"))
    await phone.happenings.wait("keys refused", phone.happenings.mark())
    assert not world.bridge.came(mark)
    assert not world.computer.bonds()


@scenario("a phone that only pretends, without a Data Source, does no harm")
async def fake_without_data_source(world: World) -> None:
    """Android phones with such a service exist; a real one beside it is served."""
    fake = await world.phone("Pixel", fake=True)
    await world.pair(fake)
    real = await world.phone("Anna's iPhone")
    await world.pair(real)
    await world.bridge.run()
    await world.bridge.phone("ready", name=real.name)
    await world.bridge.phone("unavailable", name=fake.name)
    fake.centre.add(Notice("from nowhere", "nothing"))
    notice = real.centre.add(Notice("from Anna", "hello"))
    await all_shown(world.bridge, [notice])
    check(world.bridge, real.name, [notice])
    assert {event["phone"] for event in world.bridge.came()} == {real.name}
