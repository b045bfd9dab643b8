"""The pairing window: one phone, and afterwards everything as it was, however it ends."""

import asyncio
import shutil
import signal
import time

from bridge.account import check, one_more
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World

# Before the window an adapter may let itself be paired and found, or not.
BEFORE = (True, False)


async def set_before(world: World, is_open: bool) -> dict[str, str]:
    """Sets the adapter as a person may have, and gives all that must be so afterwards."""
    # A window that ended before bluetoothd confirmed everything has its note yet; each case is one by itself.
    shutil.rmtree(world.state, ignore_errors=True)
    return await world.computer.leave(is_open)


async def restored(world: World, before: dict[str, str]) -> None:
    """Nothing of the window is left, as soon as all was done that was told."""
    end = time.monotonic() + 10
    while (after := await world.computer.settings()) != before and time.monotonic() < end:
        await asyncio.sleep(0.2)
    assert after == before, f"before the window {before}, afterwards {after}"


async def restored_by_the_next(world: World, before: dict[str, str]) -> None:
    """The next bridge keeps the adapter closed, and sets it back when it ends."""
    mark = world.bridge.events.mark()
    await world.bridge.run("solicit")
    await world.bridge.event("radio", mark, state="listening")
    assert not await world.computer.is_pairable(), "pairable under the next bridge"
    await world.bridge.stop()
    await restored(world, before)


@scenario("a window that nobody uses closes by time and leaves the adapter as it was")
async def window_closes_by_time(world: World) -> None:
    """What was open is open, what was closed is closed."""
    for is_open in BEFORE:
        before = await set_before(world, is_open)
        await world.window.open("solicit", "compare", "--timeout", "1")
        assert await world.window.closed("time") == 1
        await restored(world, before)


@scenario("a window that is ended by Ctrl-C leaves the adapter as it was")
async def window_interrupted(world: World) -> None:
    """While nothing happens, and while a person is asked about numbers: that phone is not paired."""
    for is_open in BEFORE:
        before = await set_before(world, is_open)
        await world.window.open()
        world.window.send_signal(signal.SIGINT)
        assert (status := await world.window.ended()) in (130, -signal.SIGINT), status
        await restored(world, before)
    phone = await world.phone()
    mark = world.window.events.mark()
    await world.window.open()
    tapped = asyncio.create_task(phone.tap(await phone.look("solicit")))
    await world.window.event("compare", mark)
    world.window.send_signal(signal.SIGINT)
    assert not await tapped, "the phone paired although the window was interrupted"
    assert (status := await world.window.ended()) in (130, -signal.SIGINT), status
    await restored(world, before)
    assert not world.computer.bonds()


@scenario("a window that is killed is closed by the next bridge, which leaves the adapter as it was")
async def window_killed(world: World) -> None:
    """What the window changed must have been noted before it was changed."""
    for is_open in BEFORE:
        before = await set_before(world, is_open)
        await world.window.open()
        await world.window.stop(signal.SIGKILL)
        await restored_by_the_next(world, before)


@scenario("bluetoothd may die in a window: no phone is let in unasked, and the adapter is as it was", radios=ONLY_BLUEZ)
async def daemon_killed_in_a_window(world: World) -> None:
    """The window ends or goes on; another one works in any case."""
    for is_open in BEFORE:
        await set_before(world, is_open)
        # bluetoothd itself forgets some of that when it dies; only the rest is ours to keep.
        await world.bluez.restart_daemon(signal.SIGKILL)
        before = await world.computer.settings()
        mark = world.window.events.mark()
        await world.window.open("solicit", "compare", "--timeout", "10")
        await world.bluez.restart_daemon(signal.SIGKILL)
        await world.window.event("window", mark, state="closed")
        assert await world.window.ended() == 1
        await restored_by_the_next(world, before)
    assert not world.computer.bonds()
    phone = await world.phone()
    await world.pair(phone)
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after all", mark)
    check(world.bridge, phone.name, phone.centre.notices)


@scenario("of two phones that want to pair in one window only the first can")
async def two_phones_in_one_window(world: World) -> None:
    """The second is there as soon as the host lets it connect, and its owner agrees to everything."""
    first = await world.phone("Anna's iPhone")
    second = await world.phone("Mallory's iPhone")
    await world.window.open()
    sight = await second.look("solicit")
    tapped = asyncio.create_task(first.tap(await first.look("solicit")))
    number = (await world.window.event("compare"))["passkey"]
    also = asyncio.create_task(second.tap(sight))
    assert await first.happenings.wait("compared") == number, "the numbers differ"
    world.window.say("y")
    assert await tapped, "the first phone could not pair"
    await world.window.event("window", state="closed", reason="bonded")
    assert not await also, "the second phone paired"
    # The command waits for the phone to share until it is told to end.
    first.come_near()
    assert await world.window.ended(60) == 0
    assert [event["phone"] for event in world.window.events.items if event["event"] == "bonded"] == [
        first.identity.to_string(False)
    ]
    assert world.computer.bonds() == {first.identity.to_string(False)}
    status, output = await world.callboard("phones", "--json")
    assert status == 0 and first.identity.to_string(False) in output, output
    assert second.identity.to_string(False) not in output and second.name not in output, output
    await world.bridge.run()
    await world.bridge.phone("ready", name=first.name)
    await one_more(world.bridge, first, "hello")
    check(world.bridge, first.name, first.centre.notices)
