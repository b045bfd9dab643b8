"""Phones whose owners tapped "Forget This Device" while the host still has the bond, and controllers that know them.

A controller with a phone's key in its resolving list tells the host the lasting address of that phone. No kernel up to
7.2 then counts the private address that was on air, as the phone does: pairing ends with "DHKey check failed".
"""

import asyncio
import signal

from bridge.account import check, one_more
from bridge.callboard import Window
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.phone import Phone

# Why pairing failed, in the numbers of the Security Manager.
DHKEY_CHECK_FAILED = 11
CLEARING_SECONDS = 10


class Again:
    """A window for a phone that was paired before, has forgotten the host, and taps it again."""

    def __init__(self, world: World, phone: Phone, method: str) -> None:
        self.world = world
        self.phone = phone
        self.method = method
        self.window = world.window = Window(world.folder, world.state, world.radio)
        self.kept = dict(phone.keys.all_keys)

    async def open(self, *more: str) -> None:
        """Has the phone forget the host, and opens the window."""
        self.phone.go_away()
        await self.phone.forget()
        await self.window.open("solicit", self.method, *more)

    async def tap(self, asked: bool, answers: bool = True) -> bool:
        """The owner taps the host; the person at the host says yes if there is a question.

        What fails does so before the person has answered: the kernel checks once the phone's owner agrees.
        """
        mark = self.window.events.mark()
        tapped = asyncio.create_task(self.phone.tap(await self.phone.look("solicit")))
        if asked:
            await self.window.event(self.method, mark)
            if answers:
                self.window.say("y")
        return await tapped

    async def agree(self) -> None:
        """The person agrees to forget the old bond; waits until neither kernel nor bluetoothd has it."""
        await self.window.event("old_bond", phone=self.phone.name)
        assert self.world.computer.bonds(), "the old bond was removed before anybody said so"
        self.window.say("y")
        await self.cleared()

    async def cleared(self) -> None:
        """Waits until the old bond is out of the way."""
        await self.window.event("old_bond_removed")
        async with asyncio.timeout(CLEARING_SECONDS):
            while self.world.computer.dongle.known() or self.world.radio == "bluez" and self.world.computer.bonds():
                await asyncio.sleep(0.05)

    async def remember(self) -> None:
        """The phone has its old keys again, as if it had never forgotten the host."""
        self.phone.keys.all_keys = dict(self.kept)
        assert self.phone.device
        await self.phone.device.refresh_resolving_list()

    @property
    def asks_first(self) -> bool:
        """Whether the person is asked about a phone that has a bond; bluetoothd refuses it if there is no number."""
        return self.world.radio == "kernel" or self.method == "compare"


async def prepared(world: World, method: str) -> Again:
    """A phone that was paired and listened to."""
    phone = await world.connected()
    await one_more(world.bridge, phone, "before")
    await world.bridge.stop()
    return Again(world, phone, method)


async def works(world: World, phone: Phone) -> None:
    """The phone is listened to as before, by one bond."""
    phone.come_near()
    await world.window.stop()
    assert world.computer.bonds() == {phone.identity.to_string(False)}
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "afterwards", mark)
    check(world.bridge, phone.name, phone.centre.notices, mark)


async def fails_then_pairs(world: World, method: str, is_honest: bool) -> None:
    """The first attempt fails, the person agrees to forget the old bond, and the second attempt works."""
    again = await prepared(world, method)
    world.computer.dongle.resolve(is_honest)
    await again.open()
    since = again.phone.happenings.mark()
    assert not await again.tap(again.asks_first, answers=False), "this controller did not disturb the pairing"
    if again.asks_first:
        assert await again.phone.happenings.wait("pairing failure", since) == DHKEY_CHECK_FAILED
    await again.agree()
    assert await again.tap(True), "the phone could not pair after its old bond was forgotten"
    again.phone.come_near()
    assert await again.window.closed("bonded") == 0
    await works(world, again.phone)


@scenario("comparing numbers fails with a controller that tells both addresses of a known phone, then works", limit=150)
async def again_honest_compare(world: World) -> None:
    """The kernel leaves the private address of the two aside."""
    await fails_then_pairs(world, "compare", is_honest=True)


@scenario("comparing numbers fails with a controller that hides the private address of a known phone, then works", limit=150)
async def again_lying_compare(world: World) -> None:
    """The kernel cannot know the address that the phone computes with."""
    await fails_then_pairs(world, "compare", is_honest=False)


@scenario("pairing without numbers fails with a controller that tells both addresses of a known phone, then works", limit=150)
async def again_honest_confirm(world: World) -> None:
    """bluetoothd refuses it in any case, and tells nobody."""
    await fails_then_pairs(world, "confirm", is_honest=True)


@scenario("pairing without numbers fails with a controller that hides the private address of a known phone, then works", limit=150)
async def again_lying_confirm(world: World) -> None:
    """bluetoothd refuses it in any case, and tells nobody."""
    await fails_then_pairs(world, "confirm", is_honest=False)


@scenario("a phone that alone forgot the bond can be paired again without numbers; bluetoothd needs the old bond gone", limit=150)
async def again_without_a_number(world: World) -> None:
    """The kernel finds out who the phone is, and counts the address that was on air."""
    again = await prepared(world, "confirm")
    await again.open()
    if not again.asks_first:
        assert not await again.tap(False), "bluetoothd let a phone pair again that it has a bond with"
        await again.agree()
    assert await again.tap(True)
    again.phone.come_near()
    assert await again.window.closed("bonded") == 0
    await works(world, again.phone)


@scenario("with --yes the old bond of a phone that cannot pair is forgotten without a question to anybody", limit=150)
async def again_with_yes(world: World) -> None:
    """The person only taps the host twice."""
    again = await prepared(world, "compare")
    world.computer.dongle.resolve(is_honest=False)
    await again.open("--yes")
    assert not await again.tap(True, answers=False)
    await again.cleared()
    assert await again.tap(True, answers=False)
    again.phone.come_near()
    assert await again.window.closed("bonded") == 0
    await works(world, again.phone)


@scenario("a no keeps the old bond, which still works", limit=150)
async def again_refused(world: World) -> None:
    """The phone had only seemed to forget."""
    again = await prepared(world, "compare")
    world.computer.dongle.resolve(is_honest=False)
    await again.open()
    assert not await again.tap(True, answers=False)
    await again.window.event("old_bond")
    again.window.say("n")
    said = (await again.window.event("old_bond_kept"))["says"]
    assert "callboard forget" in said, said
    await again.remember()
    await works(world, again.phone)


async def bond_is_back(world: World, number: int) -> None:
    """A window that was told to do without the old bond ends by a signal; the next bridge knows the phone."""
    again = await prepared(world, "compare")
    world.computer.dongle.resolve(is_honest=False)
    await again.open()
    assert not await again.tap(True, answers=False)
    assert world.computer.dongle.known(), "the kernel did not have the key of the phone"
    await again.agree()
    await again.window.stop(number)
    await again.remember()
    await works(world, again.phone)
    assert world.computer.dongle.known(), "the kernel did not get the key of the phone back"


@scenario("a window that ends without a new bond leaves the old one, which works again", limit=150, radios=ONLY_KERNEL)
async def again_interrupted(world: World) -> None:
    """Ctrl-C after the keys were taken out of the kernel."""
    await bond_is_back(world, signal.SIGINT)


@scenario("a window that is killed while an old bond is out of the kernel leaves it to the next bridge", limit=150, radios=ONLY_KERNEL)
async def again_killed(world: World) -> None:
    """SIGKILL after the keys were taken out of the kernel."""
    await bond_is_back(world, signal.SIGKILL)
