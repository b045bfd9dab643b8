"""The Debians that people run, as clean root file systems; made with the mirrors of this machine's own apt."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SOURCE = "$(REPO_URI)|$(RELEASE)|$(ORIGIN)"
# What distinguishes the archive of security updates from the main one.
SECURITY = "-security"
UPDATES = "-updates"


class Unavailable(Exception):
    """Why a Debian cannot be had here."""


@dataclass(frozen=True)
class Debian:
    """One release of Debian."""

    # The word for it on the command line.
    word: str
    suite: str
    # Where what comes after the release is.
    parts: tuple[str, ...] = ("", UPDATES, SECURITY)

    @property
    def name(self) -> str:
        """What people call it."""
        return f"Debian {self.word}"


RELEASES = (
    Debian("12", "bookworm"),
    Debian("13", "trixie"),
    Debian("testing", "testing", parts=("",)),
)
WORDS = tuple(each.word for each in RELEASES)


def named(words: str) -> list[Debian]:
    """Gives the releases of these words."""
    chosen = []
    for word in words.split():
        found = [each for each in RELEASES if word in (each.word, each.suite)]
        if not found:
            raise Unavailable(f"DEBIAN={words}: there is {', '.join(WORDS)}")
        chosen += found
    return chosen


def mirrors() -> dict[str, str]:
    """Gives where this machine gets Debian from: the archive, and that of security updates."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", SOURCE, "Created-By: Packages"],
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout
    found: dict[str, str] = {}
    for row in listed.splitlines():
        uri, release, origin = row.split("|")
        if origin == "Debian" and not release.endswith(UPDATES):
            found.setdefault(SECURITY if release.endswith(SECURITY) else "", uri)
    if "" not in found:
        raise Unavailable("apt on this machine knows no mirror of Debian; after apt-get update it may")
    return found


def sources(debian: Debian) -> list[str]:
    """Gives where a Debian comes from, as lines for apt."""
    found = mirrors()
    return [
        f"deb {found[part if part == SECURITY else '']} {debian.suite}{part} main"
        for part in debian.parts if part != SECURITY or SECURITY in found
    ]


def settings() -> str:
    """Gives how this machine's apt reaches its mirrors: proxies, certificates, dates."""
    dumped = subprocess.run(["apt-config", "dump", "Acquire"], stdout=subprocess.PIPE, text=True, check=True).stdout
    # Which indexes apt keeps depends on packages that are installed here and not there.
    return "".join(line for line in dumped.splitlines(True) if not line.startswith("Acquire::IndexTargets"))


def root(debian: Debian, packages: Sequence[str], folder: Path, suffix: str = "", emulated: str = "") -> Path:
    """Gives a clean root with some packages, a folder or with the suffix `.tar` an archive.

    It is kept, and made anew when what it is made from has changed. An architecture that is emulated is called from `Machines/emulated`.
    """
    included = ",".join(packages)
    lines = sources(debian)
    key = hashlib.sha256("\n".join([*lines, included, settings()]).encode()).hexdigest()[:16]
    word = f"{debian.word}-{emulated}" if emulated else debian.word
    path = folder / f"debian-{word}-{key}{suffix}"
    if path.exists():
        return path
    for old in folder.glob(f"debian-{word}-{'[0-9a-f]' * 16}{suffix}"):
        discard(old)
    print(f"Making a clean {debian.name} in {path} (once)", flush=True)
    options = folder / f"apt-{word}.conf"
    draft = folder / f"draft-{word}{suffix}"
    discard(draft)
    options.write_text(settings())
    try:
        made = subprocess.run(
            [
                "mmdebstrap", "--quiet", "--variant=minbase", *([f"--arch={emulated}", "--skip=check/qemu"] if emulated else []), f"--include={included}", f"--aptopt={options}",
                # Testing says until when its list holds, and is often later than that.
                "--aptopt=Acquire::Check-Valid-Until \"false\"",
                # Its lists of packages stay, so that more can be installed there.
                "--skip=cleanup/apt", debian.suite, str(draft), "-",
            ],
            input="\n".join(lines) + "\n", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
    finally:
        # It may hold what a proxy asks for.
        options.unlink()
    if made.returncode != 0:
        raise Unavailable(f"mmdebstrap could not make a clean {debian.name}: {made.stdout.strip()[-600:]}")
    os.rename(draft, path)
    return path


def discard(path: Path) -> None:
    """Removes what was made, whatever it is."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
