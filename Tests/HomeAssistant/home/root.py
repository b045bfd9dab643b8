"""A clean Debian that has Home Assistant in it."""

import hashlib
import re
import shutil
import subprocess
import time
from pathlib import Path

import debian
from machine.trouble import Trouble

# Home Assistant's newest version for the Python of each Debian; what it needs is fixed by itself.
VERSIONS = {"13": "2026.2.3", "testing": "2026.11.0"}
PACKAGES = ("ca-certificates", "python3", "python3-venv", "tzdata")
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
SETTINGS = "etc/pip.conf"
VENV = "opt/ha"
STAMP = "opt/ha/made-of"

# What is installed beside it: its web pages, and what its core and its integration mqtt import, less what other integrations are made of
# and inside/stand_ins.py stands in for. All are wheels, so no compiler is needed; the version of lru-dict that it
# fixes is none of them.
WANTED = """
import importlib.metadata, json, pathlib, re
left_out = '''audioop-lts hass-nabucasa home-assistant-bluetooth lru-dict pillow psutil-home-assistant sqlalchemy
    standard-aifc standard-telnetlib uv webrtc-models'''.split()
home = importlib.metadata.distribution("homeassistant")
wanted = [each for each in home.requires if re.split("[^A-Za-z0-9_.-]", each)[0].lower() not in left_out] + ["lru-dict"]
for name in ("frontend", "hassio", "mqtt"):
    manifest = pathlib.Path(home.locate_file(f"homeassistant/components/{name}/manifest.json"))
    wanted += json.loads(manifest.read_text()).get("requirements", [])
print("\\n".join(dict.fromkeys(wanted)))
"""


class Unreachable(Exception):
    """Why Home Assistant cannot be had here."""


def made(release: debian.Debian, build: Path) -> Path:
    """Gives the root of a Debian with Home Assistant, which is kept."""
    if release.word not in VERSIONS:
        raise Trouble(f"DEBIAN={release.word}: Home Assistant is known for {' and '.join(VERSIONS)}")
    root = debian.root(release, PACKAGES, build)
    version = VERSIONS[release.word]
    key = hashlib.sha256(f"{version}{WANTED}".encode()).hexdigest()
    stamp = root / STAMP
    if not stamp.exists() or stamp.read_text() != key:
        install(version, root)
        stamp.write_text(key)
    return root


def install(version: str, root: Path) -> None:
    """Installs Home Assistant into a root."""
    print(f"Installing Home Assistant {version} there (once)", flush=True)
    start = time.monotonic()
    shutil.rmtree(root / VENV, ignore_errors=True)
    for path in ("etc/resolv.conf", "etc/hosts", CERTIFICATES):
        shutil.copy(f"/{path}", root / path)
    try:
        (root / SETTINGS).write_text(settings())
        done(inside(root, "python3", "-m", "venv", f"/{VENV}"), "make a place for it")
        done(pip(root, "--no-deps", f"homeassistant=={version}"), "fetch it")
        wanted = done(inside(root, f"/{VENV}/bin/python", "-c", WANTED), "say what it needs")
        done(pip(root, *wanted.split("\n")), "fetch what it needs")
    finally:
        # It may hold what a proxy asks for.
        (root / SETTINGS).unlink(missing_ok=True)
    print(f"Installed in {time.monotonic() - start:.0f} s", flush=True)


def settings() -> str:
    """Gives how this machine's pip reaches its index."""
    listed = subprocess.run(
        ["python3", "-m", "pip", "config", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    ).stdout
    rows = re.findall(r"^(?:global|install|:env:)\.([a-z-]+)='(.*)'$", listed, re.MULTILINE)
    # Folders of this machine are not there.
    return "".join(["[global]\n", *(f"{key} = {value}\n" for key, value in dict(rows).items() if key != "find-links")])


def inside(root: Path, *words: str) -> list[str]:
    """Gives the command line that runs a command in a root, on this machine's network, with processes that end with it."""
    return [
        "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "unshare", "--mount", "--pid",
        "--fork", "--kill-child", f"--root={root}", "--mount-proc", *words,
    ]


def pip(root: Path, *words: str) -> list[str]:
    """Gives the command line that installs packages beside Home Assistant."""
    return inside(
        root, f"/{VENV}/bin/pip", "install", "--no-cache-dir", "--no-compile", "--progress-bar=off", "--only-binary=:all:",
        *(each for each in words if each))


def done(command: list[str], what: str) -> str:
    """Runs a command and gives what it printed."""
    said = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if said.returncode == 0:
        return said.stdout
    text = said.stdout + said.stderr
    # Nothing at all came from there: no version of a package that everybody has.
    if "connection broken by" in text and "(from versions: none)" in text:
        raise Unreachable("the registry of Python packages cannot be reached from here")
    raise Trouble(f"could not {what}: {text.strip()[-300:]}")
