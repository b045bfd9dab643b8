"""The signed repository for apt that a release is published in."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from machine.check import check, equal, holds
from machine.world import World

from .life import newer, version

INSIDE = "/srv/repository"
SOURCES = "/etc/apt/sources.list.d/callboard.sources"
URL = f"file:{INSIDE}"


class Publisher:
    """A person who publishes: a keyring and a repository that is given to the clean system."""

    def __init__(self, world: World, home: Path) -> None:
        self.world = world
        self.environment = {**os.environ, "GNUPGHOME": str(home)}
        self.folder = world.path(INSIDE)

    def key(self, name: str) -> str:
        """Makes a key without a passphrase and gives its fingerprint."""
        self.gpg("--quick-generate-key", "--passphrase", "", name, "default", "default", "never")
        return re.findall(r"^fpr:+(\w+):", self.gpg("--with-colons", "--list-secret-keys", name), re.MULTILINE)[0]

    def gpg(self, *words: str) -> str:
        """Asks gpg."""
        return self.world.here("gpg", "--batch", "--quiet", *words, environment=self.environment)

    def publish(self, key: str, *packages: Path, url: str = URL, status: int = 0) -> str:
        """Adds packages to the repository and gives what was printed."""
        return self.world.here(
            "Sources/Packaging/repository", self.folder, key, url, *packages, environment=self.environment, status=status)

    def use(self) -> None:
        """Sets the clean system up as the last line of the output says."""
        shutil.copy(self.folder / "callboard.sources", self.world.path(SOURCES))


@contextmanager
def publisher(world: World) -> Iterator[Publisher]:
    """Gives a publisher, and takes the repository away afterwards."""
    # The agent of gpg listens there, and the path of a socket is short.
    home = Path(tempfile.mkdtemp(prefix="callboard-keyring-"))
    publishing = Publisher(world, home)
    try:
        yield publishing
    finally:
        world.here("gpgconf", "--kill", "all", environment=publishing.environment, status=None)
        shutil.rmtree(home)
        shutil.rmtree(publishing.folder, ignore_errors=True)
        world.path(SOURCES).unlink(missing_ok=True)
        for each in world.path("/var/lib/apt/lists").glob("_srv_repository_*"):
            each.unlink()


def update(world: World, status: int = 0) -> str:
    """Has apt read the repository alone."""
    only = ("-o", f"Dir::Etc::SourceList={SOURCES}", "-o", "Dir::Etc::SourceParts=-", "-o", "APT::Get::List-Cleanup=0")
    return world.run("apt-get", "--quiet", "-o", "APT::Update::Error-Mode=any", *only, "update", status=status)


@check("all packages install from the signed repository by name, and a later release is an upgrade")
def repository_installs(world: World) -> None:
    world.purge()
    with publisher(world) as publishing:
        key = publishing.key("Publisher <publisher@callboard.invalid>")
        packages = [world.package, *map(world.beside, world.companions)]
        said = publishing.publish("publisher@callboard.invalid", *packages)
        holds(key in said and f"sudo cp {INSIDE}/callboard.sources" in said, f"how to use it is not printed: {said}")
        publishing.use()
        equal([line for line in update(world).splitlines() if line[:2] in ("W:", "E:", "N:")], [], "complaints of apt")
        world.apt("install", "--no-install-recommends", *world.companions)
        equal(version(world), world.package.name.split("_")[1], "version")
        for name in world.companions:
            holds(world.is_installed(name), f"{name} is not installed")
        later = [newer(world, "99.5", "published", each) for each in packages]
        renamed = [each.rename(each.with_name(f"{each.stem}_{architecture(world)}.deb")) for each in later]
        publishing.publish(key, *renamed)
        update(world)
        world.apt("upgrade", "--no-install-recommends")
        equal(version(world), "99.5", "version after apt upgrade")
        held = sorted(each.name for each in publishing.folder.joinpath("pool").iterdir())
        equal(held, sorted(each.name for each in [*packages, *renamed]), "packages of both releases")
        world.purge()


@check("apt refuses a repository that somebody changed, and one that another key signed")
def repository_is_trusted_by_its_key(world: World) -> None:
    world.purge()
    with publisher(world) as publishing:
        key = publishing.key("Publisher <publisher@callboard.invalid>")
        publishing.publish(key, world.package)
        publishing.use()
        update(world)
        pool = publishing.folder / "pool" / world.package.name
        original = pool.read_bytes()
        pool.write_bytes(original[:-1] + bytes([original[-1] ^ 1]))
        said = world.run("apt-get", "--yes", "--quiet", "install", "--no-install-recommends", "callboard", status=100)
        holds("Hash" in said, f"a changed package: {said[-300:]}")
        holds(not world.is_installed(), "a changed package was installed")
        pool.write_bytes(original)
        lists = publishing.folder / f"dists/stable/main/binary-{architecture(world)}"
        for each in lists.iterdir():
            each.write_bytes(each.read_bytes() + b"\n")
        for each in world.path("/var/lib/apt/lists").glob("_srv_repository_*Packages*"):
            each.unlink()
        update(world, status=100)
        other = publishing.key("Stranger <stranger@callboard.invalid>")
        trusted = (publishing.folder / "callboard.sources").read_bytes()
        publishing.publish(other, world.package)
        world.path(SOURCES).write_bytes(trusted)
        said = update(world, status=100)
        holds("NO_PUBKEY" in said or "Missing key" in said or "not signed" in said, f"another key: {said[-300:]}")


@check("what cannot be published is refused in words, and the repository stays as it was", once=True)
def repository_refuses(world: World) -> None:
    with publisher(world) as publishing:
        said = publishing.publish("missing@callboard.invalid", world.package, status=1)
        holds("gpg has no secret key 'missing@callboard.invalid'" in said, said)
        key = publishing.key("Publisher <publisher@callboard.invalid>")
        publishing.key("Publisher <second@callboard.invalid>")
        said = publishing.publish("Publisher", world.package, status=1)
        holds("several secret keys" in said and key in said, said)
        for url in ("callboard.invalid", "https://", "ftp://callboard.invalid", "https://callboard.invalid/a b", "https://x\nTrusted: yes"):
            said = publishing.publish(key, world.package, url=url, status=1)
            holds("URL=" in said, f"{url!r}: {said}")
        publishing.publish(key, world.package)
        before = contents(publishing.folder)
        other = world.scratch / world.package.name
        other.write_bytes(world.package.read_bytes() + b"x")
        said = publishing.publish(key, other, status=1)
        holds("a changed package needs a new version" in said, said)
        publishing.publish(key, world.beside(world.companions[0]), world.scratch / "missing.deb", status=1)
        equal(contents(publishing.folder), before, "the repository after refusals")


def contents(folder: Path) -> dict[str, str]:
    """Gives the sum of each file of a folder."""
    return {str(each.relative_to(folder)): sha256(each.read_bytes()).hexdigest() for each in sorted(folder.rglob("*")) if each.is_file()}


def architecture(world: World) -> str:
    """Gives what the packages are made for."""
    return world.package.stem.rsplit("_", 1)[1]
