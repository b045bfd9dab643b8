"""A lamp of the kernel, as the outlet uses it: that of a keyboard, which every emulated machine has."""

import asyncio
from pathlib import Path

from bridge.callboard import output_of
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.notice import Category, Notice

CALLS = "com.apple.mobilephone"


def lamp() -> Path:
    """The folder of a lamp that nothing else needs."""
    return next(Path("/sys/class/leds").glob("*::scrolllock"))


def trigger(folder: Path) -> str:
    """What switches it."""
    words = (folder / "trigger").read_text().split()
    return next(word.strip("[]") for word in words if word.startswith("["))


async def becomes(folder: Path, what: str, brightness: str | None = None) -> None:
    """Waits until the kernel says so of the lamp."""
    try:
        async with asyncio.timeout(30):
            while trigger(folder) != what or brightness not in (None, (folder / "brightness").read_text().strip()):
                await asyncio.sleep(0.05)
    except TimeoutError:
        seen = f"{trigger(folder)} {(folder / 'brightness').read_text().strip()}"
        raise AssertionError(f"the lamp is {seen}, not {what} {brightness}") from None


@scenario("a lamp blinks by the kernel while a call rings, is on for what was missed, and is given back", radios=ONLY_BLUEZ)
async def lamp_of_the_kernel(world: World) -> None:
    """The kernel's own trigger blinks, at the pace that the outlet wants."""
    folder = lamp()
    before = trigger(folder)
    configuration, control = world.folder / "led.conf", world.folder / "led.sock"
    configuration.write_text(f"[led]\ndevice = {folder.name}\n")
    phone = await world.connected(
        "Anna's iPhone", "solicit", "--config", str(configuration), "--socket", str(control)
    )
    await becomes(folder, "none", "0")
    ring = phone.centre.add(Notice("Davidson Ro", "Incoming Call", category=Category.INCOMING_CALL, app=CALLS))
    await becomes(folder, "timer")
    assert (folder / "delay_on").read_text().strip() == "150"
    phone.centre.remove(ring)
    missed = phone.centre.add(Notice("Davidson Ro", "Missed Call", category=Category.MISSED_CALL, app=CALLS))
    await becomes(folder, "none", "1")
    phone.centre.remove(missed)
    await becomes(folder, "none", "0")
    status, said = await output_of(world.folder, "test", "led", "--socket", str(control), "--config", str(configuration))
    assert status == 0 and "shows a call that rings" in said, said
    await becomes(folder, "timer")
    await world.bridge.stop(15)
    assert trigger(folder) == before, f"{trigger(folder)} switches the lamp, not {before}"
