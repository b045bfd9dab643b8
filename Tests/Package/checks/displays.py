"""Displays for the service: what each drop-in opens, and what stays closed.

Shown here with the kernel's own screen /dev/tty1, its login prompt in systemd's hands, and a real LCDd on the
loopback. Not shown: a monitor or an LCD that somebody looks at, a framebuffer with a driver behind it, and
buses (SPI, I2C) or pins; of these only whether systemd lets them through.
"""

from pathlib import Path

from machine.check import Skipped, check, equal, holds
from machine.world import World

from .serial import OPEN, WORDS
from .service import DROP_INS, EXAMPLES

CONFIGURATION = "/etc/callboard/callboard.conf"
# The kernel has the screens; a container is given their names.
SCREENS = "for n in 0 1 2; do mknod /dev/tty$n c 4 $n; chgrp tty /dev/tty$n; chmod 620 /dev/tty$n; done\n"
# A prompt as agetty's unit has it, but for the program: one that says who it is and stays.
PROMPT = """[Unit]
Before=getty.target
[Service]
ExecStart=/bin/sh -c "chown root:tty /dev/%I; chmod 620 /dev/%I; exec sleep infinity"
Restart=always
RestartSec=0
[Install]
WantedBy=getty.target
DefaultInstance=tty1
"""
# What the drop-in of the program's own simulation is, since there is no Bluetooth here.
SIMULATED = "[Service]\nExecStart=\nExecStart=/usr/bin/callboard run --radio simulated -F null\n"
STATUS = "callboard status --json 2>&1 | head -c 4000; echo"


def give(world: World, *examples: str) -> None:
    """Puts drop-ins into their place, and none besides."""
    world.run("rm", "-rf", DROP_INS)
    for example in examples:
        world.run("install", "-D", "-m", "0644", "-t", DROP_INS, f"{EXAMPLES}/{example}")


def write(world: World, path: str, text: str) -> None:
    """Writes a file of the root."""
    place = world.path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def said(text: str) -> dict[str, str]:
    """Gives what a script said in lines `name: value`."""
    return {name: value for name, colon, value in (line.partition(": ") for line in text.splitlines()) if colon}


def clean(world: World, *paths: str) -> None:
    """Removes what a check put there."""
    world.run("rm", "-rf", DROP_INS, *paths)


def opened(world: World, devices: dict[str, tuple[str, str]], before: str = "") -> dict[str, str]:
    """Gives what became of opening devices, each with its numbers and group, from within the service."""
    write(world, f"{DROP_INS}/zz-probe.conf", (
        "[Unit]\nStartLimitIntervalSec=\n[Service]\nType=oneshot\nWatchdogSec=0\nRestart=no\nRuntimeDirectoryPreserve=yes\n"
        f"ExecStart=\nExecStart=/usr/bin/perl /opt/open.pl {' '.join(f'/dev/{name}' for name in devices)}\n"))
    write(world, "/opt/open.pl", OPEN)
    lines = [
        f"mknod /dev/{name} c {number}; chgrp {group} /dev/{name}; chmod 660 /dev/{name}"
        for name, (number, group) in devices.items()
    ]
    script = "\n".join([before, *lines, "systemctl start callboard.service", "cat /run/callboard/opened"])
    found = {}
    for line in world.boot(script, holds_devices=True).splitlines():
        path, _, result = line.partition(" ")
        if path.removeprefix("/dev/") in devices:
            found[path.removeprefix("/dev/")] = WORDS.get(result, result)
    return found


@check("with its drop-in the service shows the board on the machine's own screen, and the login prompt comes back", machine=True)
def console_has_the_screen(world: World) -> None:
    if not Path("/sys/class/tty/tty1").exists():
        raise Skipped("this kernel has no screens of its own")
    world.install()
    prompt = "/etc/systemd/system/getty@.service"
    kept = world.path(CONFIGURATION).read_text()
    asked = SCREENS + (
        "mknod /dev/vcs1 c 7 1\n"
        "systemctl restart callboard.service\n"
        "until_ 'callboard status --json | grep -q tty1'\n"
        # One look both finds and tells: a moment later a call may have all of the screen.
        'until_ \'tr -s " " < /dev/vcs1 > /run/screen; grep -q "Mara" /run/screen\'\n'
        "echo prompt while it runs: $(systemctl is-active getty@tty1.service)\n"
        "echo owner while it runs: $(stat --format='%U:%G %a' /dev/tty1)\n"
        "echo screen: $(tr -cd ' -~' < /run/screen | head -c 3000)\n"
        f"echo status: $({STATUS})\n"
        "systemctl restart callboard.service\n"
        "until_ 'systemctl is-active --quiet callboard.service'; until_ 'callboard status --json | grep -q tty1'\n"
        "echo restarted: $(systemctl is-active callboard.service) $(stat --format='%U:%G %a' /dev/tty1)\n"
        "echo prompt after a restart: $(systemctl is-active getty@tty1.service)\n"
        "systemctl stop callboard.service\n"
        "until_ 'systemctl is-active --quiet getty@tty1.service'\n"
        "until_ 'grep -qx sleep /proc/$(systemctl show --property=MainPID --value getty@tty1.service)/comm'\n"
        "echo prompt afterwards: $(systemctl is-active getty@tty1.service)\n"
        "echo owner afterwards: $(stat --format='%U:%G %a' /dev/tty1)\n"
        "echo left: on it $(tr -s ' ' < /dev/vcs1 | tr -cd '!-~' | head -c 300)\n"
    )
    try:
        write(world, CONFIGURATION, "[console]\n")
        write(world, prompt, PROMPT)
        give(world, "console.conf")
        write(world, f"{DROP_INS}/zz-simulated.conf", SIMULATED)
        # The wish of the whole machine: both are enabled, and one of them has to give way.
        world.run("systemctl", "enable", "getty@tty1.service", "callboard.service")
        found = said(world.boot("echo at the start: $(systemctl is-active callboard.service) "
                                "$(systemctl is-active getty@tty1.service)\n" + asked, holds_devices=True))
        equal(found.get("at the start"), "active inactive", "the service and the prompt after the start of the machine")
        holds("Mara" in found.get("screen", ""), f"the board is not on the screen: {found}")
        equal(found.get("prompt while it runs"), "inactive", "the prompt while the service runs")
        equal(found.get("owner while it runs"), "callboard:tty 620", "whose the screen is")
        equal(found.get("restarted"), "active callboard:tty 620", "the service and the screen after a restart")
        equal(found.get("prompt after a restart"), "inactive", "the prompt after a restart of the service")
        equal(found.get("prompt afterwards"), "active", "the prompt once the service has ended")
        equal(found.get("owner afterwards"), "root:tty 620", "whose the screen is afterwards")
        holds("Mara" not in found.get("left", "Mara"), f"the board is left on the screen: {found}")
    finally:
        world.run("systemctl", "disable", "getty@tty1.service", "callboard.service")
        write(world, CONFIGURATION, kept)
        clean(world, prompt)


@check("without its drop-in the service has no screen, and with it no other one", machine=True)
def other_screens_stay_closed(world: World) -> None:
    world.install()
    devices = {"tty1": ("4 1", "tty"), "tty2": ("4 2", "tty"), "ttyS3": ("4 67", "tty"), "fb0": ("29 0", "tty")}
    try:
        give(world)
        equal(set(opened(world, devices).values()), {"not there"}, "devices that the unit alone leaves")
        give(world, "console.conf")
        # All of them are the group's that the service has for once, so that only systemd refuses.
        write(world, f"{DROP_INS}/zz-group.conf", "[Service]\nSupplementaryGroups=tty\n")
        make = "mknod /dev/tty1 c 4 1; chgrp tty /dev/tty1; chmod 660 /dev/tty1"
        found = opened(world, devices, make)
        if found.get("fb0") == "let through":
            raise Skipped("the systemd of a container cannot refuse devices here")
        equal(found, {**dict.fromkeys(devices, "refused"), "tty1": "let through"}, "with the drop-in")
    finally:
        clean(world, "/opt/open.pl")


@check("with its drop-in the service opens framebuffers, and neither buses nor screens", machine=True)
def framebuffer_is_opened(world: World) -> None:
    world.install()
    devices = {
        "fb0": ("29 0", "video"), "fb1": ("29 1", "video"), "tty1": ("4 1", "video"), "spidev0.0": ("153 0", "video"),
        "i2c-1": ("89 1", "video"), "video0": ("81 0", "video"),
    }
    try:
        give(world, "image.conf")
        found = opened(world, devices)
        if found.get("video0") == "let through":
            raise Skipped("the systemd of a container cannot refuse devices here")
        equal(
            found, {**dict.fromkeys(devices, "refused"), "fb0": "let through", "fb1": "let through"}, "with the drop-in")
        # The lines for a small display, without their marks.
        example = world.path(f"{DROP_INS}/image.conf")
        for wanted in ("DeviceAllow=char-153 rw", "DeviceAllow=char-89 rw"):
            holds(f"#{wanted}" in example.read_text(), f"no line {wanted}")
            example.write_text(example.read_text().replace(f"#{wanted}", wanted))
        found = opened(world, devices)
        refused = {"tty1", "video0"}
        equal({name for name, word in found.items() if word == "refused"}, refused, "with the lines for buses")
    finally:
        clean(world, "/opt/open.pl")


@check("with its drop-in the service reaches LCDd on this machine, and nothing beyond it", machine=True)
def lcd_is_reached(world: World) -> None:
    world.install()
    world.apt("install", "--no-install-recommends", "lcdproc")
    kept = world.path(CONFIGURATION).read_text()
    drivers = next(world.path("/usr/lib").glob("*/lcdproc"))

    def asked(*words: str) -> str:
        """Gives a script that waits for words in the status."""
        return "".join([
            "ip link set lo up 2>/dev/null\n"
            "until_ 'systemctl is-active --quiet callboard.service'\n",
            *(f"until_ 'callboard status --json | grep -Eq \"{each}\"'\n" for each in words),
            f"echo status: $({STATUS})\n",
        ])

    try:
        write(world, CONFIGURATION, "[lcd]\n[lcd far]\nhost = 192.0.2.1\n")
        write(world, "/etc/LCDd.conf", (
            f"[server]\nDriverPath=/{drivers.relative_to(world.root)}/\nDriver=text\nBind=127.0.0.1\nPort=13666\n"
            "ReportToSyslog=no\n[text]\nSize=20x4\n"))
        world.run("systemctl", "enable", "callboard.service", "lcdproc.service")
        give(world)
        write(world, f"{DROP_INS}/zz-simulated.conf", SIMULATED)
        status = said(world.boot(asked("reason.*reason"))).get("status", "")
        holds('"columns":20' not in status and '"reason"' in status, f"without the drop-in LCDd is reached: {status}")
        give(world, "lcd.conf")
        write(world, f"{DROP_INS}/zz-simulated.conf", SIMULATED)
        # LCDd may begin later than the service, which tries again.
        status = said(world.boot(asked("columns", "reason"))).get("status", "")
        holds('"columns":20' in status and '"rows":4' in status, f"LCDd is not reached: {status}")
        equal(status.count('"columns"'), 1, "displays that are reached")
    finally:
        world.run("systemctl", "disable", "callboard.service", "lcdproc.service")
        write(world, CONFIGURATION, kept)
        clean(world)
        world.apt("purge", "--autoremove", "lcdproc")
