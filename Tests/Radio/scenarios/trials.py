"""A person who tries a phone step by step, with a phone that shares nothing with the program."""

import asyncio
import subprocess
from pathlib import Path

from air.sleep import Sleep
from bridge.trial import Trial
from inside.scenario import scenario
from inside.world import World
from phone.notice import Category, Notice
from phone.phone import Phone

HOURS = 8 * 3600
# By what the program knows one start of the host from the next.
BOOT = Path("/proc/sys/kernel/random/boot_id")


def socket(world: World) -> Path:
    """Gives where the bridge listens."""
    return world.folder / "control"


async def run(world: World, shape: str = "solicit", through: tuple[str, ...] = ()) -> None:
    """Starts the bridge, and waits until it is on air."""
    mark = world.bridge.events.mark()
    await world.bridge.run(shape, "--socket", str(socket(world)), through=through)
    await world.bridge.event("radio", mark, state="listening")


async def begin(world: World, through: tuple[str, ...] = ()) -> Trial:
    """Starts the trial."""
    trial = Trial(world.folder, world.state, socket(world))
    await trial.begin(through)
    return trial


async def pairs(world: World, trial: Trial, phone: Phone, shape: str = "solicit") -> None:
    """The owner taps the host, and agrees to the number that the terminal shows."""
    mark = phone.happenings.mark()
    tapped = asyncio.create_task(phone.tap(await phone.look(shape)))
    await trial.says(" show ")
    number = (await trial.says("? [y/N]")).strip()
    assert await phone.happenings.wait("compared", mark) == number, number
    trial.type("y")
    assert await tapped, "the phone could not pair"
    phone.come_near()
    assert "it shared its notifications" in await trial.judged()


@scenario("try-phone pairs a phone, and pairs it again in a shape, which it names by what it has heard", limit=240)
async def trial_pairs(world: World) -> None:
    """News come before the message; then the phone forgets the host, and is forgotten."""
    phone = await world.phone()
    await run(world)
    trial = await begin(world)
    try:
        trial.type()
        await pairs(world, trial, phone)
        await trial.says("Step 2 of")
        await trial.says("q quits:")
        trial.type()
        await trial.says("Waiting for the message")
        phone.centre.add(Notice("A paper", "tidings", app="com.apple.news", category=Category.OTHER))
        await trial.says("A notification without the word")
        phone.centre.add(Notice("Zoe", "Is it a kestrel?"))
        verdict = await trial.judged()
        assert "one notification arrived" in verdict and "beside it 1 other" in verdict, verdict
        # It is here already, and pairs only after it was forgotten on both sides.
        await trial.choose("pair-solicit")
        await trial.says("is paired already, and connected")
        trial.type("s")
        await trial.says("SKIPPED")
        phone.go_away()
        await phone.forget()
        assert (await world.callboard("forget", phone.name, "--socket", str(socket(world))))[0] == 0
        await trial.choose("pair-solicit")
        await pairs(world, trial, phone)
        assert world.computer.bonds() == {phone.identity.to_string(False)}
        assert phone.name not in trial.report.read_text()
    finally:
        await trial.stop()


@scenario("try-phone sees a host asleep, and the phone come back", limit=180)
async def trial_suspend(world: World) -> None:
    """With a bridge that sees it as well."""
    host = Sleep(world.folder)
    phone = await world.phone()
    await world.pair(phone)
    await run(world, through=host.through)
    await world.bridge.phone("ready", name=phone.name)
    trial = await begin(world, host.through)
    try:
        await trial.choose("suspend")
        await trial.says("Waiting for the suspend")
        await host.suspend()
        host.wake(HOURS)
        verdict = await trial.judged(90)
        assert "it came back" in verdict or "the connection survived" in verdict, verdict
        world.note(verdict)
    finally:
        await trial.stop()
        host.end()


@scenario("try-phone goes on after a restart of the host, and not before", limit=180)
async def trial_restart(world: World) -> None:
    """Everything that runs on the host ends; the adapter forgets all, and the kernel names its start otherwise."""
    phone = await world.phone()
    await world.pair(phone)
    await run(world)
    await world.bridge.phone("ready", name=phone.name)
    trial = await begin(world)
    try:
        await trial.choose("restart")
        await trial.says("Restart this host now")
        assert await trial.ended() == 0
        await trial.try_phone()
        await trial.says("q quits:")
        await trial.choose("restart")
        await trial.says("has not been restarted yet")
        trial.type("q")
        assert await trial.ended() == 0
        await world.bridge.stop()
        await world.computer.unplug()
        other = world.folder / "boot_id"
        other.write_text("11111111-2222-3333-4444-555555555555\n")
        subprocess.run(["mount", "--bind", str(other), str(BOOT)], check=True)
        try:
            await world.computer.plug_in()
            await run(world)
            await trial.try_phone()
            await trial.says("waiting for the iPhone to come back by itself")
            assert "it came back" in await trial.judged(90)
            await trial.says("Step 1 of")
        finally:
            subprocess.run(["umount", str(BOOT)], check=True)
    finally:
        await trial.stop()
