"""callboard-kernel.service: what it is given more than the other one, and what becomes of that."""

from machine.check import check, equal, holds
from machine.world import World

from .life import newer
from .service import EXAMPLES, analyze, settings

UNIT = "/usr/lib/systemd/system/callboard-kernel.service"
DROP_INS = "/etc/systemd/system/callboard-kernel.service.d"
ENABLED = "/etc/systemd/system/multi-user.target.wants/callboard-kernel.service"
# In tenths, as systemd-analyze takes it: alone, and with all drop-ins.
THRESHOLD = 15
THRESHOLD_WITH_EXAMPLES = 26
# CAP_NET_ADMIN, as the kernel prints a set of capabilities.
ONE_CAPABILITY = f"{1 << 12:016x}"
# Phones are simulated there, for the container has no Bluetooth.
LIFE = """
wait_for() { unit=$1 wanted=$2; until_ '[ "$(systemctl is-active $unit)" = $wanted ]'; }
wait_for callboard-kernel.service active
pid=$(systemctl show --property=MainPID --value callboard-kernel.service)
sed -n 's/^\\(CapEff\\|CapPrm\\|CapBnd\\|CapAmb\\|NoNewPrivs\\|Seccomp\\):[[:space:]]*/\\1=/p' /proc/$pid/status
echo "threads=$(cat /proc/$pid/task/*/status | grep '^CapAmb' | sort -u | wc -l)"
echo "owner=$(stat -c %U /proc/$pid)"
systemctl start callboard.service
wait_for callboard.service active
wait_for callboard-kernel.service inactive
echo "other=$(systemctl is-active callboard-kernel.service)"
systemctl start callboard-kernel.service
wait_for callboard-kernel.service active
wait_for callboard.service inactive
echo "usual=$(systemctl is-active callboard.service)"
before=$(systemctl show --property=MainPID --value callboard-kernel.service)
dpkg --install /opt/newer.deb >/dev/null
wait_for callboard-kernel.service active
[ "$(systemctl show --property=MainPID --value callboard-kernel.service)" != "$before" ] && echo upgrade=restarted
echo "usual-after=$(systemctl is-active callboard.service)"
dpkg --remove callboard >/dev/null
echo "left=$(grep -l -x callboard /proc/[0-9]*/comm 2>/dev/null | wc -l)"
"""


@check(f"systemd finds no fault in the unit without bluetoothd, and no more than {THRESHOLD / 10} of 10 exposed")
def kernel_unit_is_closed(world: World) -> None:
    world.install()
    analyze(world, THRESHOLD, UNIT)


@check(f"with all the example drop-ins the unit without bluetoothd is {THRESHOLD_WITH_EXAMPLES / 10} of 10 at most")
def kernel_unit_with_examples_is_closed(world: World) -> None:
    world.install()
    try:
        for path in world.path(EXAMPLES).iterdir():
            world.run("install", "-D", "-t", DROP_INS, f"{EXAMPLES}/{path.name}")
        table = analyze(world, THRESHOLD_WITH_EXAMPLES, UNIT)
        holds("✗ PrivateDevices=" in table, "the drop-ins were not read")
    finally:
        world.run("rm", "-r", DROP_INS)


@check("the unit without bluetoothd has one capability and one family of sockets more, and is there but not enabled")
def kernel_unit_asks_for_one_capability(world: World) -> None:
    world.install()
    said, usual = settings(world, UNIT), settings(world)
    for key, value in {
        "User": "callboard", "CapabilityBoundingSet": "CAP_NET_ADMIN", "AmbientCapabilities": "CAP_NET_ADMIN",
        "NoNewPrivileges": "yes", "RestrictAddressFamilies": "AF_UNIX AF_BLUETOOTH", "StateDirectoryMode": "0700",
        "Conflicts": "bluetooth.service callboard.service",
    }.items():
        equal(said.get(key), [value], key)
    differ = {key for key in said.keys() | usual.keys() if said.get(key) != usual.get(key)}
    allowed = {
        "Description", "Wants", "After", "Conflicts", "ExecStart", "RestartPreventExitStatus", "CapabilityBoundingSet",
        "AmbientCapabilities", "RestrictAddressFamilies", "PrivateNetwork", "ProtectProc",
    }
    equal(sorted(differ - allowed), [], "what else differs from the other unit")
    equal(world.run("systemctl", "is-enabled", "callboard-kernel.service", status=1).strip(), "disabled", "is-enabled")


@check("without the capability the radio of the kernel says what gives it here, and ends with 77")
def kernel_radio_wants_its_capability(world: World) -> None:
    world.install()
    # What is there as long as systemd runs the machine.
    sign = world.path("/run/systemd/system")
    for runs_systemd in (False, True):
        if runs_systemd:
            sign.mkdir(parents=True)
        try:
            said = world.run(
                "callboard", "run", "--radio", "kernel", "--state", "/tmp/kernel", "-F", "null", user="callboard", status=77)
        finally:
            if runs_systemd:
                sign.rmdir()
        unit = "sudo systemctl enable --now callboard-kernel"
        holds((unit in said) == runs_systemd, f"with{'' if runs_systemd else 'out'} systemd it says only: {said}")
        holds("sudo setcap cap_net_admin+ep /usr/bin/callboard" in said, f"it says only: {said}")


@check("systemd gives the unit without bluetoothd its capability, which nothing it starts gets, and one of the services runs at a time", machine=True)
def kernel_unit_lives_under_systemd(world: World) -> None:
    world.purge()
    world.install()
    world.run("systemctl", "enable", "callboard-kernel.service")
    world.run("mv", world.bring(newer(world, "99.5", "without bluetoothd")), "/opt/newer.deb")
    world.run("mkdir", "-p", DROP_INS)
    world.path(f"{DROP_INS}/simulated.conf").write_text(
        "[Service]\nExecStart=\nExecStart=/usr/bin/callboard run --radio simulated -F null\n")
    try:
        text = world.boot(LIFE)
    finally:
        world.run("rm", "-r", DROP_INS)
    found = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    wanted = {
        "CapEff": ONE_CAPABILITY, "CapPrm": ONE_CAPABILITY, "CapBnd": ONE_CAPABILITY, "CapAmb": "0" * 16, "threads": "1",
        "NoNewPrivs": "1", "Seccomp": "2", "owner": "callboard", "other": "inactive", "usual": "inactive",
        "upgrade": "restarted", "usual-after": "inactive", "left": "0",
    }
    for name, value in wanted.items():
        equal(found.get(name), value, f"{name} ({text[-300:]})" if name not in found else name)


@check("the unit without bluetoothd stays enabled over removing and installing, and purging forgets it")
def kernel_unit_stays_enabled(world: World) -> None:
    world.purge()
    world.install()
    world.run("systemctl", "enable", "callboard-kernel.service")
    world.run("dpkg", "--remove", "callboard")
    holds(not world.path(UNIT).exists(), "the unit is still there")
    world.install()
    holds(world.path(ENABLED).is_symlink(), "it is no longer enabled after installing again")
    world.purge()
    left = world.run("find", "/etc/systemd", "/var/lib/systemd", "-name", "*callboard*")
    equal(left.split(), [], "what is left")
