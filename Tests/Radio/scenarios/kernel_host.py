"""What the host is to others when the bridge has the adapter for itself."""

import asyncio
import os
from collections.abc import Callable

from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.device import Connection, Peer
from bumble.gatt import Characteristic

from air.bluetoothd import Bluetoothd
from bridge.account import check, one_more
from bridge.callboard import Command
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.looking import HID

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs")
WITH_NOTHING = (*AS_NOBODY, "--inh-caps=-all", "--bounding-set=-all")
ONE = "-all,+net_admin"
WITH_ONE_RIGHT = (*AS_NOBODY, f"--inh-caps={ONE}", f"--ambient-caps={ONE}", f"--bounding-set={ONE}")
# sysexits.h: no permission.
NO_PERMISSION = 77
GENERIC_ACCESS, GENERIC_ATTRIBUTE = UUID.from_16_bits(0x1800), UUID.from_16_bits(0x1801)
DEVICE_NAME = UUID.from_16_bits(0x2A00)
# Authentication, or encryption, is missing.
NOT_SECURE = (0x05, 0x0F)


def tells_how_to_stop_it(line: str) -> bool:
    """Says whether a sentence has the command that ends bluetoothd."""
    return "bluetoothd" in line and "systemctl" in line


async def said(program: Command, what: str, test: Callable[[str], bool]) -> None:
    """Waits for words, wherever a program says them."""
    looks = [asyncio.create_task(record.first(what, test)) for record in (program.lines, program.errors)]
    done, others = await asyncio.wait(looks, return_when=asyncio.FIRST_COMPLETED)
    for each in others:
        each.cancel()
    for each in done:
        each.result()


def give_away(world: World) -> None:
    """Gives what callboard keeps to the other user."""
    for path in (world.state, *world.state.rglob("*")):
        os.chown(path, NOBODY, NOBODY)


@scenario("a user with CAP_NET_ADMIN and no other right has all of it", radios=ONLY_KERNEL)
async def one_capability(world: World) -> None:
    """Bonds are made by root before; the bridge is not root's."""
    phone = await world.phone()
    await world.pair(phone)
    give_away(world)
    await world.bridge.run(through=WITH_ONE_RIGHT)
    await world.bridge.phone("ready", name=phone.name)
    await one_more(world.bridge, phone, "hello")
    mark = world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "hello again", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("a user without CAP_NET_ADMIN is told what is missing", radios=ONLY_KERNEL)
async def no_capability(world: World) -> None:
    """By a sentence and a status, and the adapter is not touched."""
    world.state.mkdir()
    give_away(world)
    before = await world.computer.settings()
    await world.bridge.run(through=WITH_NOTHING)
    assert (status := await world.bridge.ended()) == NO_PERMISSION, f"it ended with {status}"
    await said(world.bridge, "name of what is missing", lambda line: "CAP_NET_ADMIN" in line)
    assert await world.computer.settings() == before


@scenario(
    "while bluetoothd runs the bridge leaves the adapter alone and says how to stop it, then it begins",
    limit=150, radios=ONLY_KERNEL,
)
async def bluetoothd_has_the_adapter(world: World) -> None:
    """A window waits but for a while, since its owner is there."""
    phone = await world.phone()
    await world.pair(phone)
    bluez = Bluetoothd(world.folder)
    await bluez.start_bus()
    try:
        await bluez.start()
        before = await world.computer.management.settings()
        await world.window.run()
        await said(world.window, "way to stop bluetoothd", tells_how_to_stop_it)
        assert 0 < await world.window.ended(60) < 128, "pair did not fail as it should"
        await world.bridge.run()
        await said(world.bridge, "way to stop bluetoothd", tells_how_to_stop_it)
        assert await world.computer.management.settings() == before, "the adapter was touched"
        assert not (await world.computer.settings())["on air"] == "true", "the bridge is on air beside bluetoothd"
        assert world.bridge.running, "the bridge does not wait"
        await bluez.daemon.stop()
        await world.bridge.phone("ready", name=phone.name, limit=60)
        await one_more(world.bridge, phone, "at last")
    finally:
        await bluez.stop()


@scenario("the address on air tells nobody who it is, and is another one each time", radios=ONLY_KERNEL)
async def address_on_air(world: World) -> None:
    """A phone that is paired knows it all the same; a stranger sees two hosts."""
    phone = await world.connected()
    assert phone.connection and phone.connection.peer_address == world.computer.dongle.address
    stranger = await world.phone("Stranger")
    first = (await stranger.look("solicit")).address
    mark = world.bridge.events.mark()
    await world.bridge.stop()
    await world.bridge.run()
    await world.bridge.event("radio", mark, state="listening")
    second = (await stranger.look("solicit")).address
    assert first != second, f"{first} was on air before and after"
    for address in (first, second):
        assert address.is_resolvable, f"{address} is not an address that changes"
    await world.bridge.phone("ready", mark, name=phone.name)
    assert phone.known_hosts() == {world.computer.dongle.address}


async def everything(connection: Connection) -> dict[UUID, dict[UUID, bytes | int]]:
    """Reads all that a host has, by service; what is refused is the number of the error."""
    found: dict[UUID, dict[UUID, bytes | int]] = {}
    for service in await Peer(connection).discover_services():
        values = found.setdefault(service.uuid, {})
        for characteristic in await service.discover_characteristics():
            if not characteristic.properties & Characteristic.Properties.READ:
                continue
            try:
                values[characteristic.uuid] = await characteristic.read_value()
            except ATT_Error as error:
                values[characteristic.uuid] = error.error_code
    return found


@scenario("a phone finds what it expects of a keyboard, and reads it over the encrypted link only", radios=ONLY_KERNEL)
async def services_of_a_keyboard(world: World) -> None:
    """The name is for everybody."""
    phone = await world.phone()
    assert phone.device
    await world.window.open("hid", "compare")
    connection = await phone.device.connect_le((await phone.look("hid")).address, timeout=20)
    before = await everything(connection)
    assert {GENERIC_ACCESS, GENERIC_ATTRIBUTE, HID} <= before.keys(), f"the host has {before.keys()}"
    assert before[GENERIC_ACCESS][DEVICE_NAME], "the host has no name"
    readable = {uuid: value for uuid, value in before[HID].items() if value not in NOT_SECURE}
    assert before[HID] and not readable, f"to be read without a key: {readable}"
    pairing = asyncio.create_task(connection.pair())
    await world.window.event("compare")
    world.window.say("y")
    await pairing
    after = await everything(connection)
    refused = {uuid: value for uuid, value in after[HID].items() if isinstance(value, int)}
    assert not refused, f"not to be read by a phone that is paired: {refused}"
    assert await world.window.closed("bonded") == 0
