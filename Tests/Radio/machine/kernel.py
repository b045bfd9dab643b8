"""A Debian's kernel, downloaded and unpacked, never installed."""

import lzma
import shutil
import subprocess
from pathlib import Path

from debian import Debian

from .trouble import Trouble

META_PACKAGE = "linux-image-amd64"
# How what is packed with xz begins.
XZ = b"\xfd7zXZ\0"
# How a signed module ends; before that are twelve bytes, the last four of which say how long its signature is.
SIGNED = b"~Module signature appended~\n"


class Kernel:
    """An unpacked kernel: its image and its modules with their dependencies."""

    def __init__(self, root: Path) -> None:
        self.root = root
        releases = sorted((root / "lib" / "modules").iterdir())
        if not releases:
            raise Trouble(f"{META_PACKAGE} has no modules")
        self.modules = releases[-1]
        self.release = self.modules.name
        # Newer ones lie beside their modules.
        places = (root / "boot" / f"vmlinuz-{self.release}", self.modules / "vmlinuz")
        images = [place for place in places if place.is_file()]
        if not images:
            raise Trouble(f"{META_PACKAGE} has no kernel in {places[0]}")
        self.image = images[0]

    def unpacked(self) -> Path:
        """Gives the image as it runs, if it can be booted so: an emulated processor unpacks it for 5 s at each boot."""
        target = self.root / "vmlinux"
        config = self.root / "boot" / f"config-{self.release}"
        packed = self.image.read_bytes()
        start = packed.find(XZ)
        if start < 0 or not config.exists() or "CONFIG_PVH=y" not in config.read_text():
            return self.image
        if not target.exists():
            draft = target.with_suffix(".new")
            draft.write_bytes(lzma.LZMADecompressor().decompress(packed[start:]))
            draft.rename(target)
        return target

    def with_dependencies(self, names: list[str], optional: set[str]) -> list[Path]:
        """Says which module files to load, in an order in which every one finds what it needs.

        optional: those that some kernels have inside, without a word of it.
        """
        needs: dict[str, list[str]] = {}
        files: dict[str, Path] = {}
        for line in (self.modules / "modules.dep").read_text().splitlines():
            file, _, rest = line.partition(":")
            files[module_name(file)] = self.modules / file
            needs[module_name(file)] = [module_name(other) for other in rest.split()]
        builtin = {
            module_name(line) for line in (self.modules / "modules.builtin").read_text().splitlines()
        }
        order: list[Path] = []
        for name in names:
            if name in builtin or name in optional and name not in files:
                continue
            if name not in files:
                raise Trouble(f"kernel {self.release} has no module {name}")
            # modules.dep names what is needed last first.
            for each in [*reversed(needs[name]), name]:
                if files[each] not in order:
                    order.append(files[each])
        return order


def module_name(path: str) -> str:
    """Gives the name of a module from its file's path."""
    return Path(path).name.split(".ko")[0].replace("-", "_")


def content(module: Path) -> bytes:
    """Gives a module, whatever it is packed with, without its signature, whose check would take a third of the modules' start."""
    whole = lzma.decompress(module.read_bytes()) if module.suffix == ".xz" else module.read_bytes()
    if not whole.endswith(SIGNED):
        return whole
    end = len(whole) - len(SIGNED) - 12
    return whole[: end - int.from_bytes(whole[end + 8 : end + 12])]


def fetch(debian: Debian, root: Path, folder: Path) -> Kernel:
    """Downloads and unpacks the kernel of the Debian in a root, unless a complete one is there."""
    place = folder / f"kernel-{root.name.removeprefix('debian-')}"
    if (place / "complete").exists():
        return Kernel(place)
    for old in folder.glob(f"kernel-{debian.word}-*"):
        shutil.rmtree(old)
    packages = image_packages(root)
    print(f"Downloading {packages[0]} into {place} (it is not installed)", flush=True)
    download = Path("/tmp/kernel")
    inside = root / download.relative_to("/")
    shutil.rmtree(inside, ignore_errors=True)
    inside.mkdir()
    # Names are looked up there as they are here.
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.copy("/etc/hosts", root / "etc/hosts")
    # apt's own download user may not enter a private folder; fetching as the caller needs no right.
    script = f"cd {download} && apt-get --quiet=2 -o APT::Sandbox::User=root download {' '.join(packages)}"
    if subprocess.run(["chroot", str(root), "sh", "-c", script]).returncode != 0:
        raise Trouble(f"apt-get could not download {packages[0]} of {debian.name}")
    for each in inside.glob("*.deb"):
        run(["dpkg-deb", "--extract", str(each), str(place)])
    shutil.rmtree(inside)
    # Newer ones have their modules below usr alone.
    if not (place / "lib").exists():
        (place / "lib").symlink_to("usr/lib")
    kernel = Kernel(place)
    run(["/sbin/depmod", "--basedir", str(place), kernel.release])
    (place / "complete").touch()
    return kernel


def image_packages(root: Path) -> list[str]:
    """Follows the meta package to the one that is the kernel, and to those that newer ones are divided into."""
    found = [name for name in dependencies(root, META_PACKAGE) if name.startswith("linux-image-")]
    if not found:
        raise Trouble(f"apt does not know {META_PACKAGE} in {root}")
    parts = ("linux-base-", "linux-binary-", "linux-modules-")
    return found + [name for name in dependencies(root, found[0]) if name.startswith(parts)]


def dependencies(root: Path, package: str) -> list[str]:
    """Gives what a package depends on."""
    output = subprocess.run(
        ["chroot", str(root), "apt-cache", "depends", "--important", package], capture_output=True, text=True
    ).stdout
    return [line.split(": ")[1].strip() for line in output.splitlines() if line.strip().startswith("Depends: ")]


def run(command: list[str]) -> None:
    """Runs a command that is expected to work."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"{command[0]} failed: {done.stderr.strip()}")
