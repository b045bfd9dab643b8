"""Serial ports for the service: what the drop-in opens, and what stays closed."""

from machine.check import Skipped, check, equal
from machine.world import World

from .service import DROP_INS, EXAMPLES

# Devices whose drivers nothing has needed yet, as when the service starts before the adapter is plugged in.
PORTS = {"ttyUSB0": "188 0", "ttyACM0": "166 0", "ttyAMA0": "204 64", "ttyS3": "4 67"}
OTHERS = {"video0": "81 0", "hidraw0": "245 0", "i2c-1": "89 1"}
NAMES = {"serial/by-id/usb-FTDI_A1-if00-port0": "../../ttyUSB0", "serial0": "ttyAMA0"}

# Numbers of errors: without a driver or hardware behind a device that may be opened; without the right; without the name.
WORDS = {
    **dict.fromkeys(("opened", "5", "6", "19"), "let through"), **dict.fromkeys(("1", "13"), "refused"), "2": "not there",
}

# In the place of the bridge: opens each port as the bridge does, and says what came of it.
OPEN = """use Fcntl;
open(my $out, '>>', $ENV{RUNTIME_DIRECTORY} . '/opened');
for my $path (@ARGV) {
    my $found = sysopen(my $port, $path, O_RDWR | O_NOCTTY | O_NONBLOCK) ? 'opened' : $! + 0;
    print $out "$path $found\\n";
}
"""

# A pseudo-terminal as socat makes one, for the service's user.
FAR_SIDE = """use Fcntl;
sysopen(my $far, '/dev/ptmx', O_RDWR | O_NOCTTY);
my $number = pack('i', 0);
ioctl($far, 0x40045431, $number);
ioctl($far, 0x80045430, $number);
my $path = '/dev/pts/' . unpack('i', $number);
chown((getpwnam('callboard'))[2], -1, $path);
symlink($path, '/dev/sign');
sleep(86400);
"""


def script() -> str:
    """Gives what makes the devices, runs the service, and prints what it could open."""
    lines = []
    for name, number in {**PORTS, **OTHERS}.items():
        lines.append(f"mknod /dev/{name} c {number}; chgrp dialout /dev/{name}; chmod 660 /dev/{name}")
    for name, target in NAMES.items():
        lines.append(f"mkdir -p $(dirname /dev/{name}); ln -s {target} /dev/{name}")
    lines += [
        "perl /opt/far-side.pl & far=$!; until_ '[ -e /dev/sign ]'",
        "systemctl start callboard.service", "cat /run/callboard/opened", "kill $far",
    ]
    return "\n".join(lines)


def opened(world: World, paths: list[str]) -> dict[str, str]:
    """Gives what became of opening each path from within the service, in words."""
    probe = world.path(f"{DROP_INS}/zz-probe.conf")
    probe.parent.mkdir(parents=True, exist_ok=True)
    probe.write_text(
        "[Unit]\nStartLimitIntervalSec=\n[Service]\nType=oneshot\nWatchdogSec=0\nRestart=no\nRuntimeDirectoryPreserve=yes\n"
        f"ExecStart=\nExecStart=/usr/bin/perl /opt/open.pl {' '.join(paths)}\n")
    world.path("/opt/open.pl").write_text(OPEN)
    world.path("/opt/far-side.pl").write_text(FAR_SIDE)
    text = world.boot(script(), holds_devices=True)
    found = {}
    for line in text.splitlines():
        path, _, result = line.partition(" ")
        if path in paths:
            found[path] = WORDS.get(result, result)
    return found


@check("with its drop-in the service opens serial ports whose drivers come later, and no other device", machine=True)
def serial_ports_are_opened(world: World) -> None:
    world.install()
    ports = [f"/dev/{name}" for name in [*PORTS, *NAMES, "sign"]]
    others = [f"/dev/{name}" for name in OTHERS]
    try:
        # Devices that are visible and not allowed have to be refused here, or nothing is shown.
        visible = world.path(f"{DROP_INS}/serial.conf")
        visible.parent.mkdir(parents=True, exist_ok=True)
        visible.write_text("[Service]\nSupplementaryGroups=dialout\nPrivateDevices=no\n")
        before = opened(world, ports + others)
        if before.get("/dev/video0") == "let through":
            raise Skipped("the systemd of a container cannot refuse devices here")
        equal(
            before, {**dict.fromkeys(ports + others, "refused"), "/dev/sign": "let through"}, "without what is allowed")

        world.run("install", "-D", "-m", "0644", "-t", DROP_INS, f"{EXAMPLES}/serial.conf")
        after = opened(world, ports + others)
        equal(
            after, {**dict.fromkeys(ports, "let through"), **dict.fromkeys(others, "refused")}, "with the drop-in")

        world.run("rm", f"{DROP_INS}/serial.conf")
        equal(set(opened(world, ports).values()), {"not there"}, "devices that the unit alone leaves")
    finally:
        world.run("rm", "-rf", DROP_INS, "/opt/open.pl", "/opt/far-side.pl")
