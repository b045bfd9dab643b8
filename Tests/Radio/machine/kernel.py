"""Debian's kernel, downloaded and unpacked, never installed."""

import shutil
import subprocess
from pathlib import Path

from .trouble import Trouble

META_PACKAGE = "linux-image-amd64"


class Kernel:
    """An unpacked kernel: its image and its modules with their dependencies."""

    def __init__(self, root: Path) -> None:
        images = sorted((root / "boot").glob("vmlinuz-*"))
        if not images:
            raise Trouble(f"{META_PACKAGE} has no boot/vmlinuz-*")
        self.image = images[-1]
        self.release = self.image.name.removeprefix("vmlinuz-")
        self.modules = root / "lib" / "modules" / self.release

    def with_dependencies(self, names: list[str]) -> list[Path]:
        """Says which module files to load, in an order in which every one finds what it needs."""
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
            if name in builtin:
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


def fetch(folder: Path) -> Kernel:
    """Downloads and unpacks the kernel unless a complete one is there."""
    root = folder / "kernel"
    if (root / "complete").exists():
        return Kernel(root)
    package = image_package()
    print(f"Downloading {package} into {folder} (it is not installed)", flush=True)
    download = folder / "download"
    for old in (root, download):
        shutil.rmtree(old, ignore_errors=True)
    download.mkdir(parents=True)
    # apt's own download user may not enter a private folder; fetching as the caller needs no right.
    command = ["apt-get", "--quiet=2", "-o", "APT::Sandbox::User=root", "download", package]
    if subprocess.run(command, cwd=download).returncode != 0:
        raise Trouble(f"apt-get could not download {package}; try apt-get update")
    archive = next(download.glob("*.deb"))
    run(["dpkg-deb", "--extract", str(archive), str(root)])
    shutil.rmtree(download)
    kernel = Kernel(root)
    run(["/sbin/depmod", "--basedir", str(root), kernel.release])
    (root / "complete").touch()
    return kernel


def image_package() -> str:
    """Follows the meta package to the one that has the kernel in it."""
    output = subprocess.run(
        ["apt-cache", "depends", "--important", META_PACKAGE], capture_output=True, text=True
    ).stdout
    for line in output.splitlines():
        kind, _, name = line.strip().partition(": ")
        if kind == "Depends" and name.startswith("linux-image-"):
            return name
    raise Trouble(f"apt does not know {META_PACKAGE}; try apt-get update")


def run(command: list[str]) -> None:
    """Runs a command that is expected to work."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"{command[0]} failed: {done.stderr.strip()}")
