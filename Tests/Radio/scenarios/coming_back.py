"""Losing each other and coming back, on every way."""

import json
import signal

from bridge.account import all_shown, check, one_more
from inside.scenario import ONLY_BLUEZ, ONLY_KERNEL, scenario
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone

async def two_before(world: World, phone: Phone) -> list[Notice]:
    """Two notifications that are shown."""
    notices = [phone.centre.add(Notice(f"before {n}", f"text {n}")) for n in range(2)]
    await all_shown(world.bridge, notices)
    return notices


@scenario("after a link loss the phone's notifications go on, those in between included")
async def link_loss(world: World) -> None:
    """Five times; what came while the link was down is shown once, what was shown is not shown again."""
    phone = await world.connected()
    notices = await two_before(world, phone)
    for number in range(5):
        mark = world.bridge.events.mark()
        phone.lose_link()
        notices.append(phone.centre.add(Notice(f"in between {number}", "missed me?")))
        await world.bridge.phone("disconnected", mark, name=phone.name)
        await world.bridge.phone("ready", mark, name=phone.name)
        notices.append(phone.centre.add(Notice(f"afterwards {number}", "hello again")))
        await all_shown(world.bridge, notices)
    check(world.bridge, phone.name, notices)


@scenario("a phone that hangs up by itself is gone at once, and is back when it comes")
async def hanging_up(world: World) -> None:
    """Three times: to the other side this is another end than a link that is lost."""
    phone = await world.connected()
    notices = await two_before(world, phone)
    for number in range(3):
        mark = world.bridge.events.mark()
        await phone.hang_up()
        await world.bridge.phone("disconnected", mark, name=phone.name)
        await world.bridge.phone("ready", mark, name=phone.name)
        notices.append(phone.centre.add(Notice(f"afterwards {number}", "hello again")))
        await all_shown(world.bridge, notices)
    check(world.bridge, phone.name, notices)


@scenario("a phone that restarts comes back with new handles and nothing is shown twice")
async def phone_restart(world: World) -> None:
    """The address on air is another one, too."""
    phone = await world.connected()
    notices = await two_before(world, phone)
    mark = world.bridge.events.mark()
    await phone.restart()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after the restart", mark)
    check(world.bridge, phone.name, phone.centre.notices)
    assert notices[0] in phone.centre.notices


@scenario("a phone that its owner calls otherwise goes by its new name", radios=ONLY_KERNEL)
# Later ones read the name of a phone only when they search its services anew.
@scenario("a phone that its owner calls otherwise goes by its new name", radios=ONLY_BLUEZ, debians=("12",))
async def another_name(world: World) -> None:
    """The bond is the same; what it tells from then on has the new name, and the list of phones has it."""
    phone = await world.connected()
    await two_before(world, phone)
    old = phone.name
    mark = world.bridge.events.mark()
    await phone.switch_off()
    phone.name = "Zoë's other phone"
    await phone.switch_on()
    phone.come_near()
    renamed = await world.bridge.event("renamed", mark)
    assert (renamed["phone"], renamed["was"]) == (phone.name, old), renamed
    afterwards = world.bridge.events.mark()
    notice = phone.centre.add(Notice("by another name", "the same phone"))
    told = await world.bridge.event("added", afterwards, title=notice.title)
    assert told["phone"] == phone.name, told
    listed = json.loads((world.state / "phones.json").read_text())
    assert [entry["name"] for entry in listed["phones"]] == [phone.name], listed


@scenario("a bridge that is stopped and started again goes on")
async def bridge_restart(world: World) -> None:
    """It ends with the signal's status, and what is on the phone is shown by the new one."""
    phone = await world.connected()
    notices = await two_before(world, phone)
    world.bridge.send_signal(signal.SIGTERM)
    assert (status := await world.bridge.ended()) in (143, -signal.SIGTERM), status
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after the bridge's restart", mark)
    await all_shown(world.bridge, notices, mark)
    check(world.bridge, phone.name, phone.centre.notices, mark)


@scenario("a bridge that is killed leaves nothing behind that keeps the next one from working", limit=150)
async def bridge_killed(world: World) -> None:
    """Five times, at rest and in the middle of fetching; where there is a bluetoothd it lives."""
    phone = await world.connected()
    await two_before(world, phone)
    pid = world.computer.daemon_pid()
    for number in range(5):
        if number % 2:
            phone.centre.add(Notice(f"in the middle {number}", "m" * 1800))
        mark = await world.restart_bridge(signal.SIGKILL)
        await world.bridge.phone("ready", mark, name=phone.name)
        await one_more(world.bridge, phone, f"after kill {number}", mark)
        await all_shown(world.bridge, phone.centre.notices, mark)
        check(world.bridge, phone.name, phone.centre.notices, mark)
    assert world.computer.daemon_pid() == pid, "bluetoothd was restarted"


@scenario("bluetoothd may be restarted under the running bridge", radios=ONLY_BLUEZ)
async def daemon_restart(world: World) -> None:
    """The advertisement, the subscriptions and everything else are made again."""
    await daemon_gone(world, signal.SIGTERM)


@scenario("bluetoothd may be killed under the running bridge", radios=ONLY_BLUEZ)
async def daemon_killed(world: World) -> None:
    """It has no chance to say goodbye to the kernel."""
    await daemon_gone(world, signal.SIGKILL)


async def daemon_gone(world: World, number: int) -> None:
    """Ends bluetoothd, starts it, and looks for a fresh notification."""
    phone = await world.connected()
    await two_before(world, phone)
    mark = world.bridge.events.mark()
    await world.bluez.restart_daemon(number)
    # The kernel may have kept the link; a phone that is still connected is asked to come again.
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "after bluetoothd", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("the adapter may be switched off and on under the running bridge")
async def adapter_off_and_on(world: World) -> None:
    """Off is a state that is told, not an end."""
    phone = await world.connected()
    await two_before(world, phone)
    mark = world.bridge.events.mark()
    await world.computer.power(False)
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.computer.power(True)
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "after the adapter", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("the adapter may be pulled out and put back under the running bridge")
async def adapter_unplugged(world: World) -> None:
    """The kernel's hci0 goes and comes."""
    phone = await world.connected()
    await two_before(world, phone)
    mark = world.bridge.events.mark()
    await world.computer.unplug()
    await world.bridge.phone("disconnected", mark, name=phone.name)
    await world.computer.plug_in()
    await world.bridge.phone("ready", mark, name=phone.name, limit=60)
    await one_more(world.bridge, phone, "after the dongle", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("without an adapter the bridge waits for one")
async def no_adapter_at_start(world: World) -> None:
    """None at start is a state, not an exit."""
    phone = await world.phone()
    await world.pair(phone)
    await world.computer.unplug()
    await world.bridge.run()
    await world.bridge.event("radio")
    await world.computer.plug_in()
    await world.bridge.phone("ready", name=phone.name, limit=60)
    await one_more(world.bridge, phone, "at last")


@scenario("the keyboard shape comes back after a link loss as well")
async def link_loss_with_the_keyboard(world: World) -> None:
    """The same, with the other advertisement."""
    phone = await world.connected(shape="hid")
    notices = await two_before(world, phone)
    mark = world.bridge.events.mark()
    phone.lose_link()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after the loss", mark)
    check(world.bridge, phone.name, phone.centre.notices)
    assert notices[0] in phone.centre.notices
