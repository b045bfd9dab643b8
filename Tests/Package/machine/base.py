"""A clean Debian 12, made once with the mirror that this machine's own apt uses, and kept below .build."""

import hashlib
import subprocess
from pathlib import Path

from .trouble import Trouble

SUITE = "bookworm"
# What every installed Debian has and the smallest set of packages has not.
PACKAGES = "systemd,udev,init-system-helpers"
SOURCE = "$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)"


def sources() -> list[str]:
    """Gives where this machine gets Debian 12 from, as lines for apt."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", SOURCE, "Created-By: Packages"],
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout
    lines = set()
    for row in listed.splitlines():
        uri, release, component, origin = row.split("|")
        if origin == "Debian" and release.split("-")[0] == SUITE:
            lines.add(f"deb {uri} {release} {component}")
    if not any(f" {SUITE} " in line for line in lines):
        raise Trouble(f"apt on this machine knows no mirror of Debian 12 ({SUITE}); after apt-get update it may")
    return sorted(lines)


def settings() -> str:
    """Gives how this machine's apt reaches its mirrors: proxies, certificates, dates."""
    dumped = subprocess.run(["apt-config", "dump", "Acquire"], stdout=subprocess.PIPE, text=True, check=True).stdout
    # Which indexes apt keeps depends on packages that are installed here and not there.
    return "".join(line for line in dumped.splitlines(True) if not line.startswith("Acquire::IndexTargets"))


def archive(build: Path) -> Path:
    """Gives the archive of a clean root, made anew when what it is made from has changed."""
    lines = sources()
    key = hashlib.sha256("\n".join([*lines, PACKAGES, settings()]).encode()).hexdigest()[:16]
    path = build / f"debian-{key}.tar"
    if path.exists():
        return path
    for old in build.glob("debian-*.tar*"):
        old.unlink()
    print(f"Making a clean Debian 12 in {path} (once)", flush=True)
    options = build / "apt.conf"
    options.write_text(settings())
    draft = build / "draft.tar"
    made = subprocess.run(
        [
            "mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}", f"--aptopt={options}",
            # Its lists of packages stay, so that dependencies can be installed there.
            "--skip=cleanup/apt", SUITE, str(draft), "-",
        ],
        input="\n".join(lines) + "\n", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    # It may hold what a proxy asks for.
    options.unlink()
    if made.returncode != 0:
        raise Trouble(f"mmdebstrap could not make a clean Debian 12: {made.stdout.strip()[-600:]}")
    draft.rename(path)
    return path
