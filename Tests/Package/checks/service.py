"""callboard.service: what systemd thinks of it, and whether the program lives with what it forbids."""

import os
import re
import shlex
import signal
import socket
import subprocess
import time
from contextlib import suppress

from machine.check import Failed, check, equal, holds
from machine.world import SCRIPT, World
from waiting import PATIENCE, eventually

UNIT = "/usr/lib/systemd/system/callboard.service"
DROP_INS = "/etc/systemd/system/callboard.service.d"
EXAMPLES = "/usr/share/doc/callboard/examples/systemd"
# In tenths, as systemd-analyze takes it: what the unit reaches, and what is the most with the drop-ins.
THRESHOLD = 4
THRESHOLD_WITH_EXAMPLES = 20
# With one of them.
THRESHOLDS = {"serial.conf": 6, "files.conf": 4, "console.conf": 5, "lcd.conf": 11, "image.conf": 6, "led.conf": 4, "clock.conf": 10}
# System calls for which this machine's strace may be too old to have a name.
NEWER = {"syscall_0x1c4": "fchmodat2"}


def analyze(world: World, threshold: int, unit: str = UNIT) -> str:
    """Fails where systemd objects to the unit, and gives its table of what the unit leaves open."""
    equal(world.run("systemd-analyze", "verify", "--man=no", unit), "", "systemd-analyze verify")
    return world.run("systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={threshold}", unit)


def settings(world: World, unit: str = UNIT) -> dict[str, list[str]]:
    """Gives what the unit says under each key."""
    found: dict[str, list[str]] = {}
    for line in world.path(unit).read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@check(f"systemd finds no fault in the unit, and no more than {THRESHOLD / 10} of 10 exposed")
def unit_is_closed(world: World) -> None:
    world.install()
    analyze(world, THRESHOLD)


@check(f"with all the example drop-ins it is {THRESHOLD_WITH_EXAMPLES / 10} of 10 at most, with one what its document says")
def unit_with_examples_is_closed(world: World) -> None:
    world.install()
    equal(sorted(path.name for path in world.path(EXAMPLES).iterdir()), sorted(THRESHOLDS), "drop-ins")
    try:
        for example, threshold in THRESHOLDS.items():
            world.run("install", "-D", "-t", DROP_INS, f"{EXAMPLES}/{example}")
            analyze(world, threshold)
            world.run("rm", "-r", DROP_INS)
        for example in THRESHOLDS:
            world.run("install", "-D", "-t", DROP_INS, f"{EXAMPLES}/{example}")
        table = analyze(world, THRESHOLD_WITH_EXAMPLES)
        holds("✗ PrivateDevices=" in table, "the drop-ins were not read")
    finally:
        world.run("rm", "-r", DROP_INS)


@check("it is a service without root, capabilities and network")
def unit_asks_for_nothing(world: World) -> None:
    world.install()
    said = settings(world)
    for key, value in {
        "User": "callboard", "CapabilityBoundingSet": "", "AmbientCapabilities": "", "NoNewPrivileges": "yes",
        "RestrictAddressFamilies": "AF_UNIX", "PrivateNetwork": "yes", "StateDirectoryMode": "0700", "Type": "notify",
    }.items():
        equal(said.get(key), [value], key)


def allowed_calls(world: World, unit: str) -> set[str]:
    """Gives the system calls that a unit allows."""
    text = world.run("systemd-analyze", "--no-pager", "syscall-filter")
    members: dict[str, list[str]] = {}
    group = ""
    for line in text.splitlines():
        if line.startswith("@"):
            group = line.strip()
            members[group] = []
        elif line.startswith("    ") and not line.strip().startswith("#"):
            members[group].append(line.strip())

    def calls(name: str) -> set[str]:
        if not name.startswith("@"):
            return {name}
        return {call for member in members[name] for call in calls(member)}

    allowed: set[str] = set()
    for value in settings(world, unit)["SystemCallFilter"]:
        # What is forbidden with an error of its own is forbidden all the same.
        named = {call for name in value.lstrip("~").split() for call in calls(name.partition(":")[0])}
        allowed = allowed - named if value.startswith("~") else allowed | named
    holds({"read", "epoll_wait"} <= allowed and "mount" not in allowed, "the unit's filter was not understood")
    return allowed


# How strace shows that an event is printed.
EVENT = r'write\(\d+, "\{\\"v\\":'


class Trace:
    """A run of a program as its service's user, whose system calls strace writes down."""

    def __init__(self, world: World, user: str, *words: str, environment: dict[str, str] | None = None) -> None:
        self.path = world.scratch / "trace"
        self.path.unlink(missing_ok=True)
        self.words = words
        # Of /proc it sees what the unit leaves; Swift reads its own command line there.
        proc = "subset=pid,hidepid=invisible"
        command = world.inside("timeout", "--foreground", str(SCRIPT), *words, user=user, environment=environment, proc=proc)
        self.running = subprocess.Popen(
            ["strace", "-f", "-o", self.path, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait()

    def send(self, number: int) -> None:
        """Sends the program a signal."""
        eventually(self._read, lambda: f"'{' '.join(self.words)}' did not start")
        os.kill(int(self._read()[0][0]), number)

    def wait_for(self, what: str, pattern: str, count: int = 1) -> None:
        """Waits until it has made as many calls that begin as the pattern says."""
        begins = re.compile(pattern)
        eventually(
            lambda: sum(1 for _, call in self._read() if begins.match(call)) >= count,
            lambda: f"'{' '.join(self.words)}' did not {what}", 0.2)

    def calls(self) -> list[str]:
        """Waits for its end, and gives its system calls, each as strace writes it."""
        self.running.wait(timeout=SCRIPT)
        own = [call for _, call in self._read()]
        if not own:
            raise Failed(f"'{' '.join(self.words)}' did not run")
        return own

    def _read(self) -> list[tuple[str, str]]:
        """Gives its system calls so far, each with its thread, the first one that of the program."""
        own: list[tuple[str, str]] = []
        before: set[str] = set()
        for line in self.path.read_text(errors="replace").splitlines() if self.path.exists() else []:
            thread, _, call = line.partition(" ")
            call = call.strip()
            if not own and not call.startswith(f'execve("{self.words[0]}"'):
                before.add(thread)
            elif not own or thread == own[0][0] or thread not in before:
                own.append((thread, call))
        return own


def always_refused(own: list[str], name: str) -> bool:
    """Tells whether the kernel refused a system call each time, as the unit's filter would."""
    results = [call for call in own if re.match(rf"({name}\(|<\.\.\. {name} resumed>)", call) and "unfinished" not in call]
    return bool(results) and all(re.search(r"= -1 (EPERM|EACCES) ", call) for call in results)


def hold_to_unit(world: World, unit: str, own: list[str]) -> None:
    """Fails where a unit would have stopped a system call."""
    names = {NEWER.get(match[1], match[1]) for call in own if (match := re.match(r"(\w+)\(", call))}
    # libdispatch asks for a higher priority, which an ordinary user is refused with or without the filter.
    missed = [name for name in names - allowed_calls(world, unit) if not always_refused(own, name)]
    equal(sorted(missed), [], "system calls that the unit forbids")
    both = [call for call in own if re.match(r"(mmap|mprotect)\(", call) and "PROT_WRITE" in call and "PROT_EXEC" in call]
    equal(both, [], "memory that is both written and run, against MemoryDenyWriteExecute")
    families = {match[1] for call in own if (match := re.match(r"socket(?:pair)?\((\w+)", call))}
    allowed = settings(world, unit)["RestrictAddressFamilies"][0].split()
    equal(sorted(families.difference(allowed)), [], "families of sockets that the unit forbids")


@check("the bridge makes no system call that the unit forbids", machine=True)
def calls_are_allowed(world: World) -> None:
    world.install()
    state = {"XDG_STATE_HOME": "/var/lib"}
    command = ("/usr/bin/callboard", "run", "-F", "json")
    with Trace(world, "callboard", *command, "--radio", "simulated", "--speed", "100", environment=state) as simulated:
        simulated.wait_for("print 20 events", EVENT, 20)
        simulated.send(signal.SIGTERM)
        own = simulated.calls()
    with (
        world.background("sh", "-c", "mkdir -p /run/dbus && exec dbus-daemon --system --nofork --nopidfile"),
        Trace(world, "callboard", *command, environment=state) as real,
    ):
        real.wait_for("say that there is no bluetoothd", EVENT)
        real.send(signal.SIGTERM)
        own += real.calls()
    hold_to_unit(world, UNIT, own)


@check("the command of the unit says that it is ready, reloads, and ends")
def speaks_to_the_service_manager(world: World) -> None:
    world.install()
    said = settings(world)
    command = shlex.split(said["ExecStart"][0])
    world.run("install", "-d", "-o", "callboard", "-g", "callboard", "/run/callboard")
    folder = os.open(world.path("/run"), os.O_PATH)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    # By way of the open folder, for a socket's path may not be long.
    path = world.path("/run/notify")
    path.unlink(missing_ok=True)
    listening.bind(f"/proc/self/fd/{folder}/notify")
    path.chmod(0o777)
    listening.settimeout(0.2)
    environment = [
        "NOTIFY_SOCKET=/run/notify", "XDG_STATE_HOME=/var/lib", "STATE_DIRECTORY=/var/lib/callboard",
        "RUNTIME_DIRECTORY=/run/callboard", "PATH=/usr/bin:/bin",
    ]
    # One process becomes the other, so that signals reach the bridge itself. It sees of /proc what the unit leaves.
    # Whoever runs this under nohup ignores a signal that the service manager would not.
    arguments = [
        "env", "--default-signal=HUP", "unshare", "--mount", "sh", "-c",
        'mount -t proc -o subset=pid,hidepid=invisible proc "$0/proc" && exec chroot "$0" env -i "$@"',
        str(world.root), *environment, *world.as_user("callboard", command),
    ]
    bridge = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        wait_for(listening, "READY=1", bridge)
        control = "/run/callboard/control.sock"
        holds(world.path(control).is_socket(), f"there is no {control}")
        equal(world.owner(control), "660 callboard:callboard", control)
        bridge.send_signal(signal.SIGHUP)
        wait_for(listening, "RELOADING=1", bridge)
        wait_for(listening, "READY=1", bridge)
        bridge.send_signal(signal.SIGTERM)
        status = bridge.wait(timeout=PATIENCE)
        # Any other end is a failure to systemd.
        good = {0, -signal.SIGTERM, *(int(word) for word in said.get("SuccessExitStatus", [""])[0].split())}
        holds(status in good, f"it ended with {status}")
    finally:
        bridge.kill()
        bridge.wait()
        listening.close()
        os.close(folder)
        world.run("rm", "-rf", "/run/callboard")


def wait_for(listening: socket.socket, word: str, bridge: subprocess.Popen[bytes]) -> None:
    """Reads what the bridge tells its service manager until it says the word."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if word in listening.recv(4096).decode().splitlines():
                return
        except TimeoutError:
            if bridge.poll() is not None and bridge.stdout:
                said = bridge.stdout.read().decode(errors="replace").strip()[-300:]
                raise Failed(f"the bridge ended with {bridge.returncode} before it said {word}: {said}") from None
    raise Failed(f"the bridge never said {word}")
