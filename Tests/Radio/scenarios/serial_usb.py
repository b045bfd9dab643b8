"""Notices on a serial adapter at USB that is pulled out and plugged in again."""

import asyncio
import time
from pathlib import Path

from air.program import Program
from bridge.process import ticks, wakeups
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.notice import Notice
from wire.adapter import Adapter
from wire.device import until
from wire.ports import ADAPTER, FAR_ADAPTER
from wire.sign import Sign

UDEVD = "/lib/systemd/systemd-udevd"
BY_ID = Path("/dev/serial/by-id")
READY = b"PHONE Anna's iPhone: ready"
# How long it is looked at what the bridge does while the adapter is out.
WATCHED_SECONDS = 3
# How soon a port that came back is in use.
LIMIT_SECONDS = 2


async def pulled_out_and_plugged_in(world: World, adapter: Adapter, port: Path, **settings: str) -> None:
    """The bridge says that it is gone, rests, and says the state of things when it is there again."""
    settle = int(settings.get("settle", "2s").removesuffix("s"))
    sign = Sign(world, port, FAR_ADAPTER)
    sign.listen()
    await sign.greet(port)
    phone = await world.connected("Anna's iPhone", "solicit", *sign.wired(baud="57600", **settings))
    await sign.line(READY)
    mark = sign.lines.mark()
    phone.centre.add(Notice("Zoë", "before"))
    await sign.bytes(b"SOCIAL Zoe: before\r\n", mark)

    await adapter.pull_out()
    status = await sign.becomes("has failed", state="failed")
    assert "unplugged" in status["reason"] or "no such device" in status["reason"], status
    await world.bridge.errors.first("sentence about the port", lambda line: "serial sign" in line and "tried" in line)
    assert world.bridge.process
    pid = world.bridge.process.pid
    before = ticks(pid), wakeups(pid).total()
    await asyncio.sleep(WATCHED_SECONDS)
    used, woken = ticks(pid) - before[0], wakeups(pid).total() - before[1]
    world.note(f"{WATCHED_SECONDS} s without the adapter: {used * 10} ms of processor, {woken} wake-ups")
    assert used <= 10 and woken <= 10 * WATCHED_SECONDS, "the bridge does not rest"
    phone.centre.add(Notice("Zoë", "meanwhile"))
    await world.bridge.event("added", message="meanwhile")

    mark = sign.lines.mark()
    await adapter.plug_in()
    await until(f"the coming of {port}", port.exists)
    came = time.monotonic()
    await sign.lines.until("line", lambda lines: len(lines) > mark)
    seconds = time.monotonic() - came
    world.note(f"the bridge spoke {seconds:.2f} s after the adapter had come")
    assert settle - 0.1 <= seconds <= LIMIT_SECONDS + settle, f"it took {seconds:.1f} s"
    await sign.bytes(
        b"RADIO Bluetooth: waits for phones\r\n" + READY + b"\r\nSOCIAL Zoe: before\r\nSOCIAL Zoe: meanwhile\r\n", mark
    )
    status = await sign.becomes("works", state="ok")
    assert status["restarts"] == 1, status
    mark = sign.lines.mark()
    phone.centre.add(Notice("Zoë", "afterwards"))
    await sign.bytes(b"SOCIAL Zoe: afterwards\r\n", mark)
    await world.bridge.stop()
    sign.stop_listening()


@scenario(
    "an adapter at USB that is pulled out is said to be gone, and is used again when it is back",
    radios=ONLY_BLUEZ,
)
async def usb_adapter_by_its_name_in_serial(world: World) -> None:
    """By its name in /dev/serial/by-id, with the time that boards at USB take to start."""
    udev = Program("udevd", world.folder / "udevd.log")
    await udev.start(UDEVD)
    adapter = Adapter()
    try:
        await until("the start of udevd", Path("/run/udev/control").exists)
        await adapter.begin()
        await adapter.plug_in()
        await until("the coming of its name", lambda: BY_ID.exists() and any(BY_ID.iterdir()))
        (port,) = BY_ID.iterdir()
        await pulled_out_and_plugged_in(world, adapter, port)
    finally:
        await adapter.end()
        await udev.stop()


@scenario("an adapter at USB that listens at once is spoken to at once when it is back", radios=ONLY_BLUEZ)
async def usb_adapter_that_listens_at_once(world: World) -> None:
    """With `settle = 0s`, by the kernel's name of the port."""
    adapter = Adapter()
    await adapter.begin()
    try:
        await adapter.plug_in()
        await pulled_out_and_plugged_in(world, adapter, ADAPTER, settle="0s")
    finally:
        await adapter.end()
