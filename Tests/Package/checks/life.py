"""From installing to purging."""

import json
import re
import shutil
from pathlib import Path

from machine.check import check, equal, holds
from machine.world import World
from waiting import PATIENCE

CONFIGURATION = "/etc/callboard/callboard.conf"
STATE = "/var/lib/callboard"
ENABLED = "/etc/systemd/system/multi-user.target.wants/callboard.service"
KEEP = ("-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold")


def newer(world: World, version: str, comment: str, package: Path | None = None) -> Path:
    """Gives the same package with a higher version and another sample configuration."""
    folder = world.scratch / version
    original = package or world.package
    world.here("dpkg-deb", "--raw-extract", original, folder)
    control = folder / "DEBIAN/control"
    # What needs the other package needs that of the same version.
    needed = re.sub(r"(callboard \(= )[^)]*", rf"\g<1>{version}", control.read_text())
    control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", needed, flags=re.MULTILINE))
    sample = folder / "etc/callboard/callboard.conf"
    if sample.exists():
        sample.write_text(f"# {comment}\n" + sample.read_text())
    package = world.scratch / f"{original.name.split('_')[0]}_{version}.deb"
    world.here("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder, package)
    shutil.rmtree(folder)
    return package


def version(world: World) -> str:
    """Gives which version is installed."""
    return world.run("dpkg-query", "--show", "--showformat=${Version}", "callboard")


def give_state(world: World) -> None:
    """Puts a file of the service into its folder."""
    path = f"{STATE}/phones.json"
    world.run("sh", "-c", f"umask 077; echo kept > {path}", user="callboard")
    equal(world.owner(path), "600 callboard:callboard", path)


@check("it installs on a clean Debian with its dependencies and says what to do next")
def a_installs(world: World) -> None:
    world.purge()
    said = world.apt("install", "--no-install-recommends", world.bring(world.package))
    holds("sudo callboard pair" in said, f"the next command is not named: {said[-300:]}")
    for noise in ("warning", "W:", "dpkg-maintscript"):
        equal([line for line in said.splitlines() if noise in line], [], "complaints")
    user = world.run("getent", "passwd", "callboard").strip().split(":")
    equal(user[5:], [STATE, "/usr/sbin/nologin"], "home and shell of the user")
    equal(world.owner(STATE), "700 callboard:callboard", STATE)
    equal(world.owner("/etc/callboard"), "755 root:root", "/etc/callboard")
    equal(world.owner(CONFIGURATION), "640 root:callboard", CONFIGURATION)
    world.run("cat", CONFIGURATION, user="callboard")
    world.run("cat", CONFIGURATION, user="nobody", status=1)
    holds(not world.path(ENABLED).is_symlink(), "the service was enabled without being asked")


@check("the installed program runs for anybody")
def b_runs(world: World) -> None:
    world.install()
    holds(world.run("callboard", "--version", user="nobody").startswith("callboard "), "no version")
    story = world.run("callboard", "demo", "--speed", "100", user="nobody")
    holds("MISSED" in story and "disconnected" in story, f"the demo does not play to its end: {story[-300:]}")


@check("the bridge runs as the user of the service")
def c_bridge_runs(world: World) -> None:
    world.install()
    # A bridge goes on when the simulated day is over, so it is told to end.
    words = "timeout $0 callboard run --radio simulated --speed 100 -F json 2>/dev/null | head -n 21"
    text = world.run("sh", "-c", words, str(PATIENCE), user="callboard")
    events = [json.loads(line) for line in text.splitlines()]
    holds(len(events) > 20, f"there were {len(events)} events only")


@check("an upgrade keeps configuration, state and whether the service is enabled")
def d_upgrades(world: World) -> None:
    world.purge()
    world.install()
    give_state(world)
    world.run("systemctl", "enable", "callboard.service")
    with world.path(CONFIGURATION).open("a") as file:
        file.write("# by hand\n")
    said = world.apt("install", "--no-install-recommends", *KEEP, world.bring(newer(world, "99.1", "newer")))
    equal(version(world), "99.1", "version")
    holds(world.path(CONFIGURATION).read_text().endswith("# by hand\n"), "the edited configuration is lost")
    equal(world.owner(CONFIGURATION), "640 root:callboard", CONFIGURATION)
    holds(world.path(CONFIGURATION + ".dpkg-dist").read_text().startswith("# newer\n"), "the new sample is not beside it")
    equal(world.path(f"{STATE}/phones.json").read_text(), "kept\n", "state")
    equal(world.owner(f"{STATE}/phones.json"), "600 callboard:callboard", "state")
    holds(world.path(ENABLED).is_symlink(), "the service is no longer enabled")
    holds("callboard pair" not in said, "an upgrade asks for a phone again")


@check("an upgrade replaces a configuration that nobody edited, and it stays readable for the service")
def e_upgrades_an_untouched_configuration(world: World) -> None:
    world.purge()
    world.install()
    world.run("dpkg", "--install", world.bring(newer(world, "99.2", "untouched")))
    holds(world.path(CONFIGURATION).read_text().startswith("# untouched\n"), "the new sample did not come")
    equal(world.owner(CONFIGURATION), "640 root:callboard", CONFIGURATION)


@check("what the owner decided about the configuration's permissions stays")
def f_keeps_permissions(world: World) -> None:
    world.purge()
    world.install()
    world.run("chmod", "0600", CONFIGURATION)
    world.run("chown", "callboard:root", CONFIGURATION)
    world.run("dpkg", "--install", world.bring(newer(world, "99.3", "permissions")))
    equal(world.owner(CONFIGURATION), "600 callboard:root", CONFIGURATION)


@check("removing leaves configuration and state, and installing again goes on where it was")
def g_removes(world: World) -> None:
    world.purge()
    world.install()
    give_state(world)
    world.run("systemctl", "enable", "callboard.service")
    world.run("dpkg", "--remove", "callboard")
    for path in ("/usr/bin/callboard", "/usr/lib/systemd/system/callboard.service", "/usr/share/doc/callboard"):
        holds(not world.path(path).exists(), f"{path} is still there")
    equal(world.path(f"{STATE}/phones.json").read_text(), "kept\n", "state")
    holds(world.path(CONFIGURATION).exists(), "the configuration is gone")
    world.install()
    equal(world.path(f"{STATE}/phones.json").read_text(), "kept\n", "state after installing again")
    holds(world.path(ENABLED).is_symlink(), "the service is no longer enabled after installing again")
    equal(world.run("systemctl", "is-enabled", "callboard.service").strip(), "enabled", "systemctl is-enabled")


@check("purging leaves nothing but the user, and installing again begins anew")
def h_purges(world: World) -> None:
    world.purge()
    world.install()
    before = world.run("id", "callboard")
    give_state(world)
    world.run("systemctl", "enable", "callboard.service")
    world.purge()
    left = world.run("find", "/etc", "/usr", "/var", "/run", "-name", "*callboard*", "-not", "-path", "/var/log/*")
    allowed = {"/var/cache/apt/archives", "/var/lib/dpkg"}
    equal([path for path in left.split() if not any(path.startswith(each) for each in allowed)], [], "what is left")
    equal(world.run("id", "callboard"), before, "the user")
    world.install()
    equal(world.owner(STATE), "700 callboard:callboard", STATE)
    equal(list(world.path(STATE).iterdir()), [], "state after a purge")
    equal(world.owner(CONFIGURATION), "640 root:callboard", CONFIGURATION)
