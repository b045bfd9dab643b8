"""What the bluetoothds of the Debians do differently, as far as Callboard has to do with it."""

import re
import signal
import sys

from bumble.core import UUID
from bumble.gatt import Characteristic, Service

from air.bluez_computer import ADAPTER
from air.program import Program
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.phone import Phone

KILLS = 20
PERCENT = 77


@scenario("what this bluetoothd offers, claims, and does with a client that is killed", limit=400, radios=ONLY_BLUEZ)
async def bluetoothd_facts(world: World) -> None:
    """Says it; nothing has to be so, but that the bridge works in the end."""
    manager = "string:org.bluez.LEAdvertisingManager1"
    offered = await world.bluez.bluetoothd.call(ADAPTER, "org.freedesktop.DBus.Properties.GetAll", manager)
    world.note("advertising: " + " ".join(offered.split()))
    phone = await world.phone()
    add_battery(phone)
    await world.pair(phone)
    path = await world.bluez.data_source()
    await killed(world, path, "at rest")
    await killed(world, path, "before the answer", "leave")
    await world.bluez.restart_daemon()
    await world.bridge.run()
    await world.bridge.phone("ready", name=phone.name)
    world.note("the bridge is ready after that")
    objects = await world.bluez.bluetoothd.call("/", "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
    # The phone's own list of services has it in any case.
    exported = re.search(r"org\.bluez\.GattService1[^\]]*?UUID\s+variant\s+0000180f", objects) is not None
    world.note(f"battery service exported, which bluetoothd claims: {exported} ({objects.count('0000180f')} times named)")
    found = re.search(r"Percentage\s+variant\s+byte\s+(\d+)", objects)
    world.note(f"level of the battery told: {found[1] if found else 'no'}")


def add_battery(phone: Phone) -> None:
    """Gives a phone the service that tells how full it is."""
    assert phone.device
    properties = Characteristic.Properties.READ | Characteristic.Properties.NOTIFY
    level: Characteristic[bytes] = Characteristic(
        UUID.from_16_bits(0x2A19), properties, Characteristic.READABLE, bytes([PERCENT])
    )
    phone.device.add_service(Service(UUID.from_16_bits(0x180F), [level]))


async def killed(world: World, path: str, moment: str, *more: str) -> None:
    """Kills a client that holds the texts some times, and says what that does to the next one."""
    for number in range(KILLS):
        await client(world, path, *more)
        answer = await client(world, path)
        if answer != "held":
            alive = world.bluez.bluetoothd.daemon.running
            world.note(f"killed {moment}: the next client is refused after {number + 1}, bluetoothd lives: {alive}")
            world.note(f"the answer: {answer[:160]}")
            return
    alive = world.bluez.bluetoothd.daemon.running
    world.note(f"killed {moment}: {KILLS} times, the next client acquired each time, bluetoothd lives: {alive}")


async def client(world: World, path: str, *more: str) -> str:
    """Acquires the texts and is killed with the descriptor in its hand, or leaves before it is answered."""
    program = Program("client", world.folder / "clients.log")
    mark = program.lines.mark()
    await program.start(sys.executable, "-m", "air.holder", path, "AcquireNotify", *more)
    if more:
        await program.ended()
        return ""
    answer = await program.lines.first("answer", bool, mark)
    await program.stop(signal.SIGKILL)
    return answer
