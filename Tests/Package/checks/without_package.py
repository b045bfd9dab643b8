"""`make install` and `make uninstall`."""

import os
from pathlib import Path

from machine.check import check, equal, holds
from machine.world import World


def make(world: World, target: str, destination: Path, prefix: str) -> str:
    """Runs a target of the Makefile."""
    binary = os.environ.get("BINARY", ".build/release/callboard")
    return world.here(
        "make", "--silent", target, f"DESTDIR={destination}", f"PREFIX={prefix}", f"BINARY={binary}",
        f"GENERATOR={os.environ.get('GENERATOR', binary)}")


def files(folder: Path) -> set[str]:
    """Gives the files below a folder."""
    return {f"/{path.relative_to(folder)}" for path in folder.rglob("*") if not path.is_dir()}


def listed(world: World, *names: str) -> set[str]:
    """Gives the files that these programs have below /usr/local."""
    lines = [line for name in names for line in world.here("Sources/Packaging/list", "/usr/local", name).splitlines()]
    return {line.split()[1] for line in lines}


@check("make install puts what the packages hold below PREFIX, and make uninstall takes it away but for the configuration", once=True)
def installs_without_a_package(world: World) -> None:
    destination = world.scratch / "destination"
    make(world, "install", destination, "/usr/local")
    equal(files(destination), listed(world, "callboard", *world.companions), "files")
    configuration = destination / "etc/callboard/callboard.conf"
    configuration.write_text("# by hand\n")
    make(world, "install", destination, "/usr/local")
    equal(configuration.read_text(), "# by hand\n", "a configuration that was there before")
    said = make(world, "uninstall", destination, "/usr/local")
    equal(files(destination), {"/etc/callboard/callboard.conf"}, "files afterwards")
    holds("/etc/callboard" in said and "/var/lib/callboard" in said, f"it does not say what stays: {said}")
    equal(list(destination.rglob("doc/callboard*")), [], "folders of our own")


@check("make install leaves out programs beside the bridge that were not built, and says so", once=True)
def installs_what_was_built(world: World) -> None:
    binary = Path(os.environ.get("BINARY", ".build/release/callboard"))
    folder, destination = world.scratch / "built", world.scratch / "only-the-bridge"
    folder.mkdir()
    for name in ("callboard", "callboard-draw"):
        (folder / name).symlink_to((world.project / binary).parent / name)
    generator = os.environ.get("GENERATOR", folder / "callboard")
    said = world.here("Sources/Packaging/install", destination, "/usr/local", folder / "callboard", generator)
    for name in world.companions:
        holds(f"make build-{name.removeprefix('callboard-')}\n" in said, f"it does not say that {name} was left out: {said}")
    equal(files(destination), listed(world, "callboard"), "files")


@check("what make install puts below /usr/local is found there by systemd and udev")
def is_found_below_usr_local(world: World) -> None:
    # What the package needs is needed without it, too.
    world.install_beside()
    world.purge()
    make(world, "install", world.root, "/usr/local")
    try:
        for name in ("callboard", *world.services):
            unit = world.path(f"/usr/local/lib/systemd/system/{name}.service").read_text()
            holds(f"ExecStart=/usr/local/bin/{name} " in unit, f"the unit {name} starts another binary")
            equal(world.run("systemd-analyze", "verify", "--man=no", f"{name}.service"), "", f"systemd-analyze verify {name}")
        world.run("systemctl", "enable", "callboard.service")
        world.run("systemctl", "disable", "callboard.service")
        world.run("callboard", "--version", user="nobody")
        holds("callboard" in world.run("systemd-analyze", "--no-pager", "cat-config", "sysusers.d"), "sysusers does not see the user")
    finally:
        make(world, "uninstall", world.root, "/usr/local")
        world.run("rm", "-r", "/etc/callboard")
    equal(world.run("find", "/usr/local", "-name", "*callboard*"), "", "what is left")
