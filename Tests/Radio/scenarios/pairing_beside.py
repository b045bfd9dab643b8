"""Windows without numbers and without questions, with phones that are paired already: some pass by, some want to pair again."""

from bridge.callboard import Window
from inside.scenario import scenario
from inside.world import World

from .pairing_again import prepared, works


@scenario("a window with --yes and without numbers keeps the bond of a phone that passes by, and pairs another", limit=200)
async def passing_by(world: World) -> None:
    """It comes back and leaves, comes for a moment and leaves, and belongs to this host as before."""
    again = await prepared(world, "confirm")
    known = again.phone
    known.go_away()
    await again.window.open("solicit", "confirm", "--yes")
    known.come_near()
    said = await again.window.event("already_paired", phone=known.name, state="ready")
    assert "is paired already, and connected" in said["says"], said
    known.go_away()
    await known.pass_by()
    if world.radio == "bluez":
        # bluetoothd refuses a phone that wants to pair again in the same silence.
        kept = await again.window.event("old_bond_kept", phone=known.name, tried=False)
        assert "callboard forget" in kept["says"], kept
    other = await world.phone("Ben's iPhone")
    assert await other.tap(await other.look("solicit")), "another phone could not pair"
    other.come_near()
    assert await again.window.closed("bonded") == 0
    assert not [each for each in again.window.events.items if each["event"] == "old_bond_removed"]
    assert world.computer.bonds() == {each.identity.to_string(False) for each in (known, other)}
    known.come_near()
    mark = world.bridge.events.mark()
    await world.bridge.run()
    for each in (known, other):
        await world.bridge.phone("ready", mark, name=each.name)


@scenario("a window that only a phone visits that is paired already says so, and ends without success", limit=120)
async def only_known_phones(world: World) -> None:
    """A script that pairs a second phone does not take the first one's return for that."""
    again = await prepared(world, "compare")
    again.phone.go_away()
    await again.window.open("solicit", "compare", "--yes", "--timeout", "15")
    again.phone.come_near()
    await again.window.event("already_paired", phone=again.phone.name, state="ready")
    closed = await again.window.event("window", state="closed")
    assert closed["says"] == "The time is over; no other phone has paired.", closed
    assert await again.window.ended() == 1
    await works(world, again.phone)


@scenario("a window with --yes and without numbers pairs a phone again whose owner had it forget the host", limit=200)
async def told_to_forget(world: World) -> None:
    """Its old bond goes at once where it certainly tried to pair, else by the command that the window names."""
    again = await prepared(world, "confirm")
    if world.radio == "kernel":
        # The kernel pairs at once, unless a controller hides the address on air.
        world.computer.dongle.resolve(is_honest=False)
    await again.open("--yes")
    assert not await again.tap(again.asks_first, answers=False)
    if world.radio == "kernel":
        await again.cleared()
    else:
        kept = await again.window.event("old_bond_kept", phone=again.phone.name, tried=False)
        assert "sudo callboard forget" in kept["says"], kept
        await again.window.stop()
        assert (await world.callboard("forget", again.phone.name))[0] == 0
        assert not world.computer.bonds()
        again.window = world.window = Window(world.folder, world.state, world.radio)
        await again.window.open("solicit", "confirm", "--yes")
    assert await again.tap(True, answers=False)
    again.phone.come_near()
    assert await again.window.closed("bonded") == 0
    await works(world, again.phone)
