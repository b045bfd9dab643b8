"""The kernel's switch for radios, as the key on a laptop and `rfkill` move it."""

import logging
import struct

BLUETOOTH, CHANGE_ALL = 2, 3


def block(is_blocked: bool) -> None:
    """Blocks all Bluetooth adapters, or lets them work again."""
    logging.getLogger("rig").info("rfkill: blocked = %s", is_blocked)
    with open("/dev/rfkill", "wb", buffering=0) as switch:
        switch.write(struct.pack("<IBBBB", 0, BLUETOOTH, CHANGE_ALL, is_blocked, 0))
