"""The service under a systemd that has booted: in a container, where this machine can run one."""

from machine.check import check, equal, holds
from machine.world import World

from .life import newer

LIFE = """
now() { echo "$1=$(systemctl show --property=$2 --value callboard.service)"; }
wait_for() { wanted=$1; until_ '[ "$(systemctl is-active callboard.service)" = $wanted ]'; }
wait_for active
now state ActiveState
echo "running=$(grep -l -x callboard /proc/[0-9]*/comm | wc -l)"
now capabilities CapabilityBoundingSet
pid=$(systemctl show --property=MainPID --value callboard.service)
sed -n 's/^\\(CapEff\\|CapPrm\\|NoNewPrivs\\|Seccomp\\):[[:space:]]*/\\1=/p' /proc/$pid/status
echo "owner=$(stat -c %U /proc/$pid)"
echo "state-folder=$(stat -c '%a %U:%G' /var/lib/callboard)"
echo "run-folder=$(stat -c '%a %U:%G' /run/callboard)"
echo "socket=$(stat -c '%a %U:%G' /run/callboard/control.sock)"
systemctl reload callboard.service && now reloaded ActiveState
[ "$pid" != 0 ] && kill -KILL "$pid"
until_ '[ "$(systemctl show --property=NRestarts --value callboard.service)" = 1 ]'
wait_for active
now restarted ActiveState
now restarts NRestarts
before=$(systemctl show --property=MainPID --value callboard.service)
dpkg --install /opt/newer.deb >/dev/null
wait_for active
[ "$(systemctl show --property=MainPID --value callboard.service)" != "$before" ] && echo upgrade=restarted
systemctl stop callboard.service
now result Result
now stopped ActiveState
systemctl start callboard.service
dpkg --remove callboard >/dev/null
echo "left=$(grep -l -x callboard /proc/[0-9]*/comm 2>/dev/null | wc -l)"
echo "starts=$(journalctl --unit=callboard.service --output=cat | grep -c '^Started ')"
echo "messages=$(journalctl --unit=callboard.service --output=cat | grep -c -i -e 'failed to set' -e denied -e 'not permitted')"
"""


@check("systemd starts the service, starts it again after a kill, and an upgrade and a removal do as they should", machine=True)
def lives_under_systemd(world: World) -> None:
    world.purge()
    world.install()
    world.run("systemctl", "enable", "callboard.service")
    # Not in /tmp, which is a new one once the root has booted.
    world.run("mv", world.bring(newer(world, "99.4", "under systemd")), "/opt/newer.deb")
    text = world.boot(LIFE)
    found = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    wanted = {
        "state": "active", "capabilities": "", "CapEff": "0" * 16, "CapPrm": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2",
        "owner": "callboard", "state-folder": "700 callboard:callboard", "run-folder": "755 callboard:callboard",
        "socket": "660 callboard:callboard", "reloaded": "active", "restarted": "active", "restarts": "1",
        "running": "1", "starts": "4", "upgrade": "restarted", "result": "success", "stopped": "inactive", "left": "0", "messages": "0",
    }
    for name, value in wanted.items():
        equal(found.get(name), value, f"{name} ({text[-300:]})" if name not in found else name)
    holds(not world.is_installed(), "it was not removed")
