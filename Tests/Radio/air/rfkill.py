"""The kernel's switch for radios, as the key on a laptop and `rfkill` move it."""

import asyncio
import logging
import struct

BLUETOOTH, CHANGE_ALL = 2, 3


async def block(is_blocked: bool) -> None:
    """Blocks all Bluetooth adapters, or lets them work again."""
    logging.getLogger("rig").info("rfkill: blocked = %s", is_blocked)
    # The kernel answers when the adapters are off, which their controllers, in this process, have a part in.
    await asyncio.to_thread(_write, struct.pack("<IBBBB", 0, BLUETOOTH, CHANGE_ALL, is_blocked, 0))


def _write(change: bytes) -> None:
    with open("/dev/rfkill", "wb", buffering=0) as switch:
        switch.write(change)
