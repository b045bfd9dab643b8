"""Adapters that are blocked, and several of them."""

from air import rfkill
from bridge.account import check, one_more
from inside.scenario import scenario
from inside.world import World


@scenario("the radio may be blocked by the switch for radios, and let work again, under the running bridge")
async def rfkill_block_and_unblock(world: World) -> None:
    """What `rfkill block bluetooth` and the key on a laptop do."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    try:
        await rfkill.block(True)
        await world.bridge.phone("disconnected", mark, name=phone.name)
        await world.bridge.event("radio", mark, state="off")
    finally:
        await rfkill.block(False)
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("of two adapters the one with the wanted name is used, and waited for while it is away")
async def adapter_by_name(world: World) -> None:
    """The other one is left alone, also while it is the only one."""
    wanted = world.computer.second_dongle
    await world.computer.plug_in_second()
    before = await world.computer.settings()
    choice = ("--adapter", "hci1")
    phone = await world.phone()
    await world.pair(phone, "solicit", "compare", *choice)
    await world.bridge.run("solicit", *choice)
    await world.bridge.phone("ready", name=phone.name)
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    await wanted.unplug()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.bridge.event("radio", mark, state="no_adapter")
    await world.computer.plug_in_second()
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)
    assert phone.known_hosts() == {wanted.address}, f"on air were {phone.known_hosts()}"
    assert await world.computer.settings() == before, "the other adapter was touched"


@scenario("of two adapters the one with the wanted address is used, whatever its name is by now")
async def adapter_by_address(world: World) -> None:
    """It comes back in the other order, so that each has the other's name."""
    wanted = world.computer.second_dongle
    await world.computer.plug_in_second()
    choice = ("--adapter", str(wanted).lower())
    phone = await world.phone()
    await world.pair(phone, "solicit", "compare", *choice)
    await world.bridge.run("solicit", *choice)
    await world.bridge.phone("ready", name=phone.name)
    await one_more(world.bridge, phone, "before")
    mark = world.bridge.events.mark()
    await wanted.unplug()
    await world.bridge.event("radio", mark, state="no_adapter")
    await world.computer.unplug()
    await world.computer.plug_in_second("hci0")
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await world.computer.plug_in("hci1")
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices)
    assert phone.known_hosts() == {wanted.address}, f"on air were {phone.known_hosts()}"
    assert phone.connection and phone.connection.peer_address == wanted.address
