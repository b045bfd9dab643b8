"""The first file system of the machine: busybox, modules and a script, as a cpio archive."""

import os
from pathlib import Path

from .kernel import Kernel, content
from .trouble import Trouble

BUSYBOX = Path("/bin/busybox")

# Secure Connections pairing cannot work unless sha512_generic, ctr and drbg come first: without them
# the kernel's ecdh-nist-p256 fails its own test.
MODULES = (
    "sha512_generic ctr drbg af_alg algif_hash algif_skcipher ecb cmac "
    "virtio_pci 9pnet_virtio 9p overlay hci_vhci uhid xhci_pci ftdi_sio vfb atkbd ledtrig_timer"
).split()
# Newer kernels have these inside, or in others that are loaded with what needs them.
OPTIONAL = set("sha512_generic ctr drbg algif_skcipher ecb cmac".split())


class Archive:
    """A cpio archive in the one format that kernels read."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.count = 0

    def add(self, name: str, mode: int, content: bytes = b"") -> None:
        """Adds a folder, a file or a link."""
        self.count += 1
        encoded = name.encode() + b"\0"
        fields = [self.count, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(encoded), 0]
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        self.parts += [padded(header + encoded), padded(content)]

    def folder(self, name: str) -> None:
        """Adds a folder."""
        self.add(name, 0o040755)

    def file(self, name: str, content: bytes, mode: int = 0o755) -> None:
        """Adds a file."""
        self.add(name, 0o100000 | mode, content)

    def bytes(self) -> bytes:
        """Gives the whole archive."""
        self.add("TRAILER!!!", 0)
        return b"".join(self.parts)


def padded(part: bytes) -> bytes:
    """Fills up to a multiple of four bytes."""
    return part + b"\0" * (-len(part) % 4)


def build(kernel: Kernel, init: Path, target: Path) -> None:
    """Writes the archive."""
    if not BUSYBOX.exists():
        raise Trouble("busybox is missing (Debian's busybox-static)")
    archive = Archive()
    for folder in ("bin", "dev", "proc", "sys", "lower", "upper", "root", "modules"):
        archive.folder(folder)
    archive.file("bin/busybox", BUSYBOX.read_bytes())
    archive.file("init", init.read_bytes())
    order = kernel.with_dependencies(MODULES, OPTIONAL)
    for number, module in enumerate(order):
        archive.file(f"modules/{number:03}-{module.name.removesuffix('.xz')}", content(module), 0o644)
    temporary = target.with_suffix(".new")
    temporary.write_bytes(archive.bytes())
    os.replace(temporary, target)
