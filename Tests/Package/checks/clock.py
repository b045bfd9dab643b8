"""The clock of the machine: the unit alone may not set it, and with the drop-in it may."""

from machine.check import check, equal
from machine.world import World

from .service import DROP_INS, EXAMPLES

# CAP_SYS_TIME, as the kernel prints a set of capabilities.
CAPABILITY = f"{1 << 25:016x}"

# In the place of the bridge: asks the kernel for the state of its clock, then to move it by a negative number of
# microseconds, which it never does: it refuses who may not at all with EPERM, and others with EINVAL. Last comes clock_settime,
# with a moment that does not exist.
PROBE = """
my %numbers = ('x86_64' => [159, 305, 227], 'aarch64' => [171, 266, 112]);
my @numbers = @{$numbers{(split ' ', `uname -m`)[0]}};
open(my $out, '>', $ENV{RUNTIME_DIRECTORY} . '/clock');
my $state = "\\0" x 208;
for my $call (0, 1) {
    my @first = $call ? (0) : ();
    my $look = "\\0" x 208;
    my $seen = syscall($numbers[$call], @first, $look);
    print $out "look$call=", ($seen >= 0 ? 'seen' : $! + 0), "\\n";
    my $move = pack('L x4 q8 q q', 0x0100, (0) x 8, 0, -1) . ("\\0" x 128);
    my $moved = syscall($numbers[$call], @first, $move);
    print $out "move$call=", ($moved >= 0 ? 'moved' : $! + 0), "\\n";
}
my $never = pack('q q', 0, -1);
my $set = syscall($numbers[2], 0, $never);
print $out "set=", ($set >= 0 ? 'set' : $! + 0), "\\n";
open(my $in, '<', '/proc/self/status');
/^(Cap(?:Eff|Bnd)):\\s*(\\S+)/ and print $out "$1=$2\\n" for <$in>;
"""
SCRIPT = "systemctl start callboard.service; cat /run/callboard/clock"


def probed(world: World) -> dict[str, str]:
    """Gives what became of each call from within the service."""
    probe = world.path(f"{DROP_INS}/zz-probe.conf")
    probe.parent.mkdir(parents=True, exist_ok=True)
    probe.write_text(
        "[Unit]\nStartLimitIntervalSec=\n[Service]\nType=oneshot\nWatchdogSec=0\nRestart=no\nRuntimeDirectoryPreserve=yes\n"
        "ExecStart=\nExecStart=/usr/bin/perl /opt/clock.pl\n")
    world.path("/opt/clock.pl").write_text(PROBE)
    text = world.boot(SCRIPT, capabilities="CAP_SYS_TIME")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


@check("the service may not set the clock, and with its drop-in it may, by one system call and nothing else", machine=True)
def clock_may_be_set(world: World) -> None:
    world.install()
    not_permitted, invalid, none = "1", "22", "0" * 16
    try:
        equal(
            probed(world), {
                "look0": not_permitted, "move0": not_permitted, "look1": not_permitted, "move1": not_permitted,
                "set": not_permitted, "CapEff": none, "CapBnd": none,
            }, "without the drop-in")  # fmt: skip
        world.run("install", "-D", "-m", "0644", "-t", DROP_INS, f"{EXAMPLES}/clock.conf")
        equal(
            probed(world), {
                "look0": "seen", "move0": invalid, "look1": "seen", "move1": invalid,
                "set": not_permitted, "CapEff": CAPABILITY, "CapBnd": CAPABILITY,
            }, "with the drop-in")  # fmt: skip
    finally:
        world.run("rm", "-rf", DROP_INS, "/opt/clock.pl")
