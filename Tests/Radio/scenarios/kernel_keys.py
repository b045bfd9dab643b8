"""Keys of phones that callboard itself keeps."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from bridge.account import all_shown, check, one_more
from inside.scenario import ONLY_KERNEL, scenario
from inside.world import World
from phone.notice import Notice
from phone.phone import Phone



def one_bit(data: bytes) -> bytes:
    """Changes the least that can be changed."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "one bit is another": one_bit,
    "cut off": lambda data: data[: len(data) * 2 // 3],
    "empty": lambda data: b"",
    "noise": lambda data: bytes((7 * place) & 0xFF for place in range(len(data))),
}


async def refused(phone: Phone, since: int) -> None:
    """The phone's keys are not known on the other side; its owner has it forget the bridge."""
    await phone.happenings.wait("keys refused", since, 60)
    phone.go_away()
    await phone.forget()


@scenario(
    "a damaged file of keys is named, does no harm, and the phone pairs anew", limit=400, radios=ONLY_KERNEL
)
async def damaged_keys(world: World) -> None:
    """Damaged in several ways, while no bridge runs."""
    phone = await world.phone()
    for what, damage in DAMAGES.items():
        await world.pair(phone)
        phone.go_away()
        (file,) = world.computer.key_files()
        file.write_bytes(damaged := damage(file.read_bytes()))
        mark, errors = world.bridge.events.mark(), world.bridge.errors.mark()
        await world.bridge.run()
        said = await world.bridge.errors.first(f"name of the file ({what})", lambda line: file.name in line, errors)
        world.note(f"{what}: {said}")
        if not world.bridge.running:
            # Refusing to start is as good, with a status and a sentence.
            assert 0 < await world.bridge.ended() < 128, "the bridge crashed"
            file.unlink()
            await world.bridge.run()
        await world.bridge.event("radio", mark, state="listening")
        # The host's own key was there as well: the phone does not know it under its new addresses.
        await phone.forget()
        assert not await phone.tap(await phone.look("solicit")), "paired without a window"
        assert not world.bridge.came(mark)
        assert not file.exists() or file.read_bytes() == damaged, "the damaged file was changed"
        await world.bridge.stop()
    await world.pair(phone)
    mark = world.bridge.events.mark()
    await world.bridge.run()
    await world.bridge.phone("ready", mark, name=phone.name)
    await one_more(world.bridge, phone, "after all", mark)
    check(world.bridge, phone.name, phone.centre.notices, mark)


def private(file: Path) -> bool:
    """Says whether only its owner may do anything with a file."""
    return stat.S_IMODE(os.stat(file).st_mode) == 0o600


@scenario(
    "keys are only their owner's to read, and of three phones each is known by its own",
    limit=200, radios=ONLY_KERNEL,
)
async def three_bonds(world: World) -> None:
    """Also by a bridge that is started again; one that is forgotten is let in no more, the others are."""
    phones = [await world.phone(name) for name in ("Anna's iPhone", "Ben's iPhone", "Carol's iPad")]
    for phone in phones:
        await world.pair(phone)
        for file in world.computer.key_files():
            assert private(file), f"others may read {file}"
    assert world.computer.bonds() == {phone.identity.to_string(False) for phone in phones}
    mark = 0
    for _ in range(2):
        await world.bridge.run()
        for phone in phones:
            await world.bridge.phone("ready", mark, name=phone.name)
        sent = {phone.name: phone.centre.add(Notice(f"{mark} for {phone.name}", "text")) for phone in phones}
        await all_shown(world.bridge, sent.values(), mark)
        for phone in phones:
            check(world.bridge, phone.name, phone.centre.notices, mark)
        await world.bridge.stop()
        mark = world.bridge.events.mark()
    gone, *others = phones
    assert (await world.callboard("forget", gone.name))[0] == 0
    assert world.computer.bonds() == {phone.identity.to_string(False) for phone in others}
    since = gone.happenings.mark()
    await world.bridge.run()
    for phone in others:
        await world.bridge.phone("ready", mark, name=phone.name)
    await refused(gone, since)
    for phone in others:
        await one_more(world.bridge, phone, f"still here: {phone.name}", mark)
    assert not [event for event in world.bridge.events.items[mark:] if event.get("phone") == gone.name]
