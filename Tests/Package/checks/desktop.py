"""The program that shows a phone's player in the session of a desktop.

The session is a bus of its own and `playerctl`, in the clean system; the phone is simulated. Not shown: a desktop that starts the program.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from machine.check import check, equal, holds
from machine.world import UNTIL, World

from .beside import Program, configure, shared
from .displays import said, write

DESKTOP = Program(word="desktop", is_service=False)
shared(DESKTOP)
NAME = DESKTOP.name
SCENARIO = """{"format": 1, "ends": 86400, "phones": [{"name": "Mara's iPhone", "bond": "mara",
  "media": {"state": "playing", "queue": [{"title": "Harbour", "duration": 80000}]}}]}
"""
FILES = ("/etc/xdg/autostart/callboard-desktop.desktop", "/usr/share/applications/callboard-desktop.desktop")


@contextmanager
def user(world: World, name: str, *groups: str) -> Iterator[None]:
    """Has a user of the desktop there meanwhile."""
    world.run("useradd", "--create-home", "--user-group", *(("--groups", ",".join(groups)) if groups else ()), name)
    try:
        yield
    finally:
        world.run("userdel", "--remove", name, status=None)


def session(world: World, name: str, script: str) -> dict[str, str]:
    """Runs a script as a user, with a session bus of its own, and gives what it said."""
    write(world, "/opt/session", UNTIL + script)
    return said(world.run("dbus-run-session", "--", "sh", "/opt/session", user=name, environment={"HOME": f"/home/{name}"}))


@check("callboard-desktop installs without a user, a unit and words, starts in each session, and is gone when it is removed")
def desktop_installs(world: World) -> None:
    world.purge()
    world.install()
    before = world.run("getent", "passwd")
    text = world.apt("install", "--no-install-recommends", world.bring(world.beside(NAME)))
    for noise in ("warning", "W:", "dpkg-maintscript"):
        equal([line for line in text.splitlines() if noise in line], [], "complaints")
    equal(world.run("getent", "passwd"), before, "users")
    for path in FILES:
        lines = world.path(path).read_text().splitlines()
        holds({"[Desktop Entry]", "Exec=callboard-desktop run", "NoDisplay=true"} <= set(lines), f"{path}: {lines}")
    equal(world.run("dpkg-query", "--show", "--showformat=${Conffiles}", NAME).split()[:1], [FILES[0]], "files that stay as changed")
    equal(world.run(NAME, "--version", user="nobody").split()[0], NAME, "what it says of itself")
    holds("there is no session bus" in world.run(NAME, "run", user="nobody", status=69), "it does not say that there is no bus")
    world.run("dpkg", "--purge", NAME)
    left = world.run("find", "/etc", "/usr", "-name", f"*{NAME}*").split()
    equal(left, [], "what is left")


SESSION = f"""
{NAME} run 2>errors & run=$!
until_ 'playerctl --list-all | grep -q "^callboard.phone_"'
echo "title: $(playerctl metadata title)"
echo "check: $({NAME} check >checked; echo $?)"
echo "problems: $(grep -c -e ^WARN -e ^FAIL checked)"
playerctl play-pause; echo "paused: $?"
until_ '[ "$(playerctl status)" = Paused ]'
{NAME} run 2>twice; echo "twice: $? $(cat twice)"
kill $run; wait $run; echo "ended: $?"
echo "left: $(playerctl --list-all 2>/dev/null)"
"""
READER = f"""
{NAME} run 2>errors & run=$!
until_ 'playerctl --list-all | grep -q "^callboard.phone_"'
playerctl play-pause 2>refused; echo "refused: $?"
echo "status: $(playerctl status)"
echo "check: $({NAME} check >checked; echo $?)"
echo "problem: $(grep ^WARN checked)"
kill $run
"""
STRANGER = f"{NAME} run; echo \"ended: $?\"\n{NAME} check | grep ^FAIL | sed 's/^FAIL */problem: /'\n"


@check("users of a desktop see and control a phone with both rights, see it with one, and are told what they lack without any")
def desktop_shows_a_phone(world: World) -> None:
    world.install_beside(NAME)
    world.apt("install", "--no-install-recommends", "dbus", "playerctl")
    world.run("groupadd", "--system", "actors")
    configure(world, "[control]", "act-group = actors")
    write(world, "/opt/scenario", SCENARIO)
    world.run("install", "-d", "-o", "callboard", "-g", "callboard", "-m", "0755", "/run/callboard")
    environment = {"RUNTIME_DIRECTORY": "/run/callboard", "STATE_DIRECTORY": "/var/lib/callboard"}
    try:
        with (
            user(world, "ann", "callboard", "actors"), user(world, "ben", "callboard"), user(world, "cleo"),
            world.background("callboard", "run", "--scenario", "/opt/scenario", user="callboard", environment=environment),
        ):
            found = session(world, "ann", "cd\n" + SESSION)
            for name, value in {
                "title": "Harbour", "check": "0", "problems": "0", "paused": "0", "ended": "143", "left": "",
                "twice": "1 callboard-desktop: another callboard-desktop runs in this session",
            }.items():
                equal(found.get(name), value, name)
            found = session(world, "ben", "cd\n" + READER)
            for name, value in {"refused": "1", "status": "Paused", "check": "0"}.items():
                equal(found.get(name), value, f"{name} of a reader")
            holds("desktop-rights" in found["problem"], f"a reader is told: {found['problem']}")
            found = session(world, "cleo", "cd\n" + STRANGER)
            equal(found.get("ended"), "77", "the end for a stranger")
            holds("desktop-bridge" in found["problem"], f"a stranger is told: {found['problem']}")
    finally:
        world.run("groupdel", "actors", status=None)
        world.run("rm", "-rf", "/run/callboard", "/opt/scenario", "/opt/session")
        world.purge()
