"""A controller that finds out by itself who is behind a private address."""

import re
import subprocess
from pathlib import Path

from bumble.hci import Address, AddressType

DEBUG = Path("/sys/kernel/debug")
# Whose key, whether that address is random, and the key itself.
LINE = re.compile(r"^((?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}) \(type (\d)\) ([0-9a-f]{32})", re.MULTILINE)


class Resolving:
    """The resolving list of a controller that knows each phone whose identity key its host has.

    The host that is played here keeps that list equal to its keys, as bluetoothd and new kernels do for some
    phones. An honest controller tells the host the lasting and the private address of whoever connects; one
    that lies tells only the lasting address, as if that were on air.
    """

    def __init__(self, is_honest: bool, adapter: str = "hci0") -> None:
        self.is_honest = is_honest
        self.file = DEBUG / "bluetooth" / adapter / "identity_resolving_keys"
        if not (DEBUG / "bluetooth").exists():
            subprocess.run(["mount", "-t", "debugfs", "none", str(DEBUG)], check=True)

    def keys(self) -> list[tuple[bytes, Address]]:
        """Gives the keys that the kernel has at the moment, with the addresses that stay the same."""
        return [
            (bytes.fromhex(key), Address(address.upper(), AddressType(int(kind))))
            for address, kind, key in LINE.findall(self.file.read_text())
        ]
