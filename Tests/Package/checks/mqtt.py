"""The package of the program beside the bridge that talks to an MQTT broker, and its service.

The broker is Debian's mosquitto, in the clean system; the phone is simulated. Not shown: a broker on another machine.
"""

import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

from machine.check import check, equal, holds
from machine.world import World

from .displays import UNTIL, said, write
from .life import CONFIGURATION, newer
from .service import Trace, analyze, hold_to_unit, settings

NAME = "callboard-mqtt"
UNIT = f"/usr/lib/systemd/system/{NAME}.service"
DROP_INS = f"/etc/systemd/system/{NAME}.service.d"
EXAMPLES = f"/usr/share/doc/{NAME}/examples/systemd"
ENABLED = f"/etc/systemd/system/multi-user.target.wants/{NAME}.service"
STORE = "/etc/credstore"
BROKER = "/etc/mosquitto/conf.d/callboard.conf"
CERTIFICATES = "/etc/mosquitto/callboard"
# In tenths, as systemd-analyze takes it: what talks to a network leaves that open.
THRESHOLD = 11
THRESHOLDS = {"mqtt-broker.conf": 9, "mqtt-secrets.conf": 11}
# Asks a broker that lets in nobody without a password.
ASK = 'ask() { timeout "$1" mosquitto_sub -u callboard -P quince -v -t "$2"; }\n'


@contextmanager
def installed(world: World) -> Iterator[None]:
    """Has both packages installed meanwhile."""
    world.install_mqtt()
    try:
        yield
    finally:
        world.run("rm", "-rf", DROP_INS, STORE, "/etc/credstore.encrypted", "/etc/callboard/secret")
        world.purge()


@contextmanager
def broker(world: World) -> Iterator[None]:
    """Has a broker there, once the system has booted, at the name broker.example."""
    world.apt("install", "--no-install-recommends", "mosquitto", "mosquitto-clients")
    hosts = world.path("/etc/hosts").read_text()
    try:
        write(world, "/etc/hosts", hosts + "127.0.0.1 broker.example\n")
        write(world, BROKER, "listener 1883 127.0.0.1\nallow_anonymous false\npassword_file /etc/mosquitto/passwords\n")
        world.run("mosquitto_passwd", "-b", "-c", "/etc/mosquitto/passwords", "callboard", "quince")
        world.run("chown", "mosquitto", "/etc/mosquitto/passwords")
        yield
    finally:
        write(world, "/etc/hosts", hosts)
        world.run("rm", "-rf", BROKER, CERTIFICATES, "/etc/mosquitto/passwords")
        world.run("dpkg", "--purge", "mosquitto")


def configure(world: World, *lines: str) -> None:
    """Has the bridge hear a simulated phone, and says the rest under [mqtt]."""
    write(world, CONFIGURATION, "\n".join(("[radio]", "radio = simulated", "[control]", "act-group = actors", "[mqtt]", *lines, "")))


def secret(world: World, name: str, text: str) -> None:
    """Puts a secret where systemd looks for it."""
    world.run("install", "-d", "-m", "0700", STORE)
    write(world, f"{STORE}/{name}", text)
    world.run("chmod", "0600", f"{STORE}/{name}")


@check("lintian has nothing to say of the package for MQTT", once=True)
def lintian_is_silent_of_mqtt(world: World) -> None:
    text = world.here("lintian", "--allow-root", "--fail-on", "error,warning", world.mqtt)
    equal([line for line in text.splitlines() if line[:2] in ("E:", "W:")], [], "lintian")


@check("the package for MQTT holds what its list says, which belongs to root, and nothing in it can be written by others", once=True)
def mqtt_holds_what_is_listed(world: World) -> None:
    listed = {line.split()[1] for line in world.here("Sources/Packaging/list", "/usr", "files-mqtt").splitlines()}
    lines = [line.split() for line in world.here("dpkg-deb", "--contents", world.mqtt).splitlines()]
    equal({line[1] for line in lines}, {"root/root"}, "owners")
    files = {line[-1][1:]: line[0] for line in lines if line[0][0] == "-"}
    plain = {path.removesuffix(".gz") if "/man/" in path else path for path in files}
    papers = {f"/usr/share/doc/{NAME}/{name}" for name in ("changelog.gz", "copyright")}
    equal(plain - papers, listed, "files in the package")
    equal(papers - plain, set(), "Debian's papers that are missing")
    odd = {path: mode for path, mode in files.items() if mode != "-rw-r--r--"}
    equal(odd, {f"/usr/bin/{NAME}": "-rwxr-xr-x"}, "files with other modes than usual")


@check("only the package for MQTT needs libmosquitto, and it needs the bridge of the same version", once=True)
def only_mqtt_needs_the_library(world: World) -> None:
    depends = world.here("dpkg-deb", "--field", world.mqtt, "Depends")
    holds("libmosquitto1 (>= " in depends, f"libmosquitto is not named: {depends}")
    version = world.here("dpkg-deb", "--field", world.package, "Version").strip()
    holds(f"callboard (= {version})" in depends, f"the bridge is not named: {depends}")
    holds("mosquitto" not in world.here("dpkg-deb", "--field", world.package), "the bridge's package names it, too")
    folder = world.scratch / "of-mqtt"
    world.here("dpkg-deb", "--extract", world.mqtt, folder)
    needed = world.here("objdump", "-p", folder / "usr/bin" / NAME)
    holds("libmosquitto.so.1" in needed and "libswift" not in needed, f"libraries that it needs: {needed}")


@check("the package for MQTT installs with the bridge or beside it, makes its user, starts nothing and says what to do next")
def mqtt_installs(world: World) -> None:
    for is_there in (True, False):
        world.purge()
        if is_there:
            world.install()
        others = [] if is_there else [world.bring(world.package)]
        said = world.apt("install", "--no-install-recommends", *others, world.bring(world.mqtt))
        holds(f"sudo {NAME} check" in said and f"systemctl enable --now {NAME}" in said, f"the next command is not named: {said[-300:]}")
        for noise in ("warning", "W:", "dpkg-maintscript"):
            equal([line for line in said.splitlines() if noise in line], [], "complaints")
        holds(world.is_installed() and world.is_installed(NAME), "one of the two is not installed")
        equal(sorted(world.run("id", "--name", "--groups", NAME).split()), ["callboard", NAME], "groups of the user")
        equal(world.run("getent", "passwd", NAME).strip().split(":")[-1], "/usr/sbin/nologin", "shell of the user")
        holds(not world.path(ENABLED).is_symlink(), "the service was enabled without being asked")
        equal(world.run("systemctl", "is-enabled", NAME, status=1).strip(), "disabled", "is-enabled")
        world.run("cat", CONFIGURATION, user=NAME)
        world.run("cat", CONFIGURATION, user="nobody", status=1)
        equal(world.run(NAME, "--version", user="nobody").split()[0], NAME, "what it says of itself")
    world.run("dpkg", "--purge", NAME)


@check(f"systemd finds no fault in the unit for MQTT, and no more than {THRESHOLD / 10} of 10 exposed, with each example what it says")
def mqtt_unit_is_closed(world: World) -> None:
    with installed(world):
        analyze(world, THRESHOLD, UNIT)
        equal(sorted(path.name for path in world.path(EXAMPLES).iterdir()), sorted(THRESHOLDS), "drop-ins")
        for example, threshold in THRESHOLDS.items():
            world.run("install", "-D", "-m", "0644", "-t", DROP_INS, f"{EXAMPLES}/{example}")
            analyze(world, threshold, UNIT)
            world.run("rm", "-r", DROP_INS)


@check("it is a service without root and capabilities, which keeps nothing and starts no bridge")
def mqtt_unit_asks_for_little(world: World) -> None:
    with installed(world):
        found = settings(world, UNIT)
        for key, value in {
            "User": NAME, "CapabilityBoundingSet": "", "AmbientCapabilities": "", "NoNewPrivileges": "yes", "Type": "notify",
            "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6", "PrivateUsers": "yes", "WatchdogSec": "600",
            "Wants": "network-online.target",
        }.items():
            equal(found.get(key), [value], key)
        kept = {"StateDirectory", "CacheDirectory", "LogsDirectory", "RuntimeDirectory", "ReadWritePaths", "Requires", "BindsTo"}
        equal(sorted(kept & found.keys()), [], "what it keeps, and what it starts")
        # Everything else as closed as the bridge.
        usual = settings(world)
        differ = {key for key in usual if found.get(key) != usual[key]}
        allowed = {
            "Description", "Documentation", "Wants", "After", "ExecStart", "WatchdogSec", "User", "Group", "StateDirectory",
            "StateDirectoryMode", "RuntimeDirectory", "RuntimeDirectoryMode", "LimitNOFILE", "MemoryMax", "TasksMax", "KillMode",
            "OOMPolicy", "RestrictAddressFamilies", "PrivateNetwork", "IPAddressDeny",
        }
        equal(sorted(differ - allowed), [], "what else differs from the unit of the bridge")


@check("without a broker the check of MQTT says so, and what is wrong in the section is told with its line")
def mqtt_check_tells_what_is_wrong(world: World) -> None:
    with installed(world):
        # The system shares its loopback with this machine, where a broker may run.
        write(world, "/tmp/none.conf", "[mqtt]\nhost = localhost:1\n")
        text = world.run(NAME, "check", "--config", "/tmp/none.conf", status=1)
        holds("no broker listens at localhost port 1\n" in text, text)
        write(world, "/tmp/wrong.conf", "[mqtt]\nhots = broker\npassword = quince\n")
        text = world.run(NAME, "run", "--config", "/tmp/wrong.conf", status=78)
        holds("/tmp/wrong.conf:2:" in text and "/tmp/wrong.conf:3:" in text and "quince" not in text, text)


LIFE = UNTIL + ASK + f"""
unit={NAME}
value() {{ systemctl show --property=$1 --value $unit; }}
connected() {{ until_ 'value StatusText | grep -q ^connected'; }}
systemctl start callboard.service
systemctl start $unit; echo "started: $?"
connected
echo "words: $(value StatusText)"
pid=$(value MainPID)
sed -n 's/^\\(CapEff\\|CapPrm\\|CapBnd\\|NoNewPrivs\\|Seccomp\\):[[:space:]]*/\\1: /p' /proc/$pid/status
echo "owner: $(stat -c %U:%G /proc/$pid)"
for user in callboard nobody; do
  echo "read by $user: $(setpriv --reuid=$user --clear-groups cat /run/credentials/$unit.service/$unit.password 2>&1)"
done
echo "is told: $(ask 2 'callboard/hall/status')"
phone=$(ask 2 'callboard/hall/+/link' | cut -d/ -f3)
echo "link: $(ask 2 "callboard/hall/$phone/link" | cut -d' ' -f2)"
until_ 'callboard status | grep -q "^Companion.*mqtt works"'
echo "companion: $(callboard status | grep ^Companion)"
act() {{
  (ask 4 "callboard/hall/$phone/done" > /tmp/done) & asking=$!
  sleep 0.5; mosquitto_pub -u callboard -P quince -t "callboard/hall/$phone/do" -m clear
  until_ '[ -s /tmp/done ]'; kill $asking; echo "$1: $(cut -d' ' -f2- /tmp/done)"
}}
act "without the group"
usermod --append --groups actors {NAME}; systemctl restart $unit; connected
act "with the group"
gpasswd --delete {NAME} actors >/dev/null
sed -i 's/^bridge = hall/bridge = attic/' {CONFIGURATION}
systemctl reload $unit; echo "reloaded: $?"
until_ 'ask 1 callboard/attic/status | grep -q online'
echo "renamed: $(ask 2 'callboard/+/status' | tr '\\n' ' ')"
pid=$(value MainPID); kill -KILL $pid; sleep 1
until_ '[ "$(value MainPID)" != 0 ] && [ "$(systemctl is-active $unit)" = active ]'; connected
echo "restarts: $(value NRestarts) $(ask 2 callboard/attic/status)"
before=$(value MainPID)
dpkg --force-confold --install /opt/callboard_99.6.deb /opt/callboard-mqtt_99.6.deb >/dev/null; echo "upgraded: $?"
until_ '[ "$(systemctl is-active $unit)" = active ]'; connected
[ "$(value MainPID)" != "$before" ] && echo "upgrade: restarted"
systemctl restart callboard.service; sleep 1; connected
echo "after a new bridge: $(ask 2 callboard/attic/status)"
systemctl stop $unit
echo "stopped: $(value Result) $(ask 2 callboard/attic/status)"
systemctl start $unit; connected
dpkg --remove {NAME} >/dev/null
echo "removed: $(systemctl is-active $unit) $(ask 2 callboard/attic/status) $(systemctl is-active callboard.service)"
echo "trouble: $(journalctl --unit=$unit --output=cat | grep -i -e denied -e 'not permitted' -e 'failed to set' | head -n 3)"
"""


@check("the service tells a real broker of the bridge, acts only with the group, and lives through reload, kill, upgrade and removal")
def mqtt_lives_under_systemd(world: World) -> None:
    world.purge()
    with installed(world), broker(world):
        secret(world, f"{NAME}.password", "quince\n")
        configure(world, "host = broker.example", "user = callboard", f"password = credential:{NAME}.password", "bridge = hall", "acts = yes")
        world.run("sh", "-c", "getent group actors >/dev/null || groupadd --system actors")
        # Not in /tmp, which is a new one once the root has booted.
        for package in (world.package, world.mqtt):
            world.run("mv", world.bring(newer(world, "99.6", "with a broker", package)), "/opt")
        text = world.boot(LIFE)
        found = said(text)
        for name, value in {
            "started": "0", "words": "connected to broker.example port 1883, MQTT 5, 1 phone", "CapEff": "0" * 16, "CapPrm": "0" * 16,
            "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2", "owner": f"{NAME}:{NAME}",
            "is told": "callboard/hall/status online", "link": "ready", "reloaded": "0", "renamed": "callboard/attic/status online ",
            "restarts": "1 callboard/attic/status online", "upgraded": "0", "upgrade": "restarted",
            "after a new bridge": "callboard/attic/status online", "stopped": "success callboard/attic/status offline",
            "removed": "inactive callboard/attic/status offline active", "trouble": "",
        }.items():
            equal(found.get(name), value.strip() if name != "renamed" else value, f"{name} ({text[-400:]})" if name not in found else name)
        for user in ("callboard", "nobody"):
            holds("Permission denied" in found[f"read by {user}"], f"{user} may read the password: {found[f'read by {user}']}")
        holds("mqtt works: connected to broker.example" in found["companion"], f"callboard status says {found['companion']}")
        holds('"error":"not_allowed"' in found["without the group"], f"an act without the group: {found['without the group']}")
        holds('"ok":true' in found["with the group"], f"an act with the group: {found['with the group']}")


SECRETS = UNTIL + f"""
unit={NAME}
value() {{ systemctl show --property=$1 --value $unit; }}
use() {{ sed -i "s|^password = .*|password = $1|" {CONFIGURATION}; }}
try() {{
  systemctl reset-failed $unit 2>/dev/null; since=$(date +%s); sleep 1
  systemctl restart $unit 2>/dev/null; began=$?
  until_ 'value StatusText | grep -q -e ^connected -e "password" || [ "$(systemctl is-active $unit)" = failed ]'
  echo "$1: $began $(systemctl is-active $unit) $(value ExecMainStatus)"
  echo "$1 words: $(value StatusText)"
  echo "$1 said: $(journalctl --unit=$unit --since=@$since --output=cat --grep=callboard-mqtt: | grep ^callboard-mqtt: | tail -n 1)"
}}
systemctl start callboard.service
try missing
sed -i '/^user\\|^password/d' {CONFIGURATION}
try none
printf 'user = callboard\\npassword = file:/etc/callboard/secret\\n' >> {CONFIGURATION}
echo quince > /etc/callboard/secret; chmod 0644 /etc/callboard/secret
try open
sleep 6; echo "tried again: $(value NRestarts)"
chown root:{NAME} /etc/callboard/secret; chmod 0640 /etc/callboard/secret
try closed
use credential:{NAME}.password
install -d -m 0700 /etc/credstore.encrypted
printf quince | systemd-creds encrypt --name={NAME}.password - /etc/credstore.encrypted/{NAME}.password 2>/dev/null
install -D -m 0644 -t {DROP_INS} {EXAMPLES}/mqtt-secrets.conf {EXAMPLES}/mqtt-broker.conf
systemctl daemon-reload
try encrypted
rm -r {DROP_INS}; systemctl daemon-reload
sed -i '/^user\\|^password/d' {CONFIGURATION}
printf 'host = broker.example:8883\\nca = /etc/callboard/ca.crt\\ncertificate = /etc/callboard/client.crt\\n' >> {CONFIGURATION}
printf 'key = credential:{NAME}.key\\n' >> {CONFIGURATION}
sed -i '/^host = broker.example$/d' {CONFIGURATION}
install -D -m 0600 /opt/client.key {STORE}/{NAME}.key
try certificate
"""


# A listener that wants certificates.
ENCRYPTED = (
    f"cafile {CERTIFICATES}/ca.crt\ncertfile {CERTIFICATES}/broker.crt\nkeyfile {CERTIFICATES}/broker.key\n"
    "require_certificate true\nuse_identity_as_username true\n"
)


def certify(world: World) -> None:
    """Makes an authority, the broker's certificate and one for its client."""
    folder = world.scratch / "certificates"
    folder.mkdir(exist_ok=True)
    new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    world.here(*new, "-subj", "/CN=authority", "-keyout", folder / "ca.key", "-out", folder / "ca.crt")
    for name, subject in (("broker", "broker.example"), ("client", "callboard")):
        world.here(
            *new, "-subj", f"/CN={subject}", "-addext", f"subjectAltName=DNS:{subject}", "-addext", "basicConstraints=critical,CA:FALSE",
            "-CA", folder / "ca.crt", "-CAkey", folder / "ca.key", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt")
    world.run("install", "-d", CERTIFICATES)
    for name in ("ca.crt", "broker.crt", "broker.key"):
        write(world, f"{CERTIFICATES}/{name}", (folder / name).read_text())
    world.run("chown", "-R", "mosquitto", CERTIFICATES)
    for name in ("ca.crt", "client.crt"):
        write(world, f"/etc/callboard/{name}", (folder / name).read_text())
        world.run("chmod", "0644", f"/etc/callboard/{name}")
    write(world, "/opt/client.key", (folder / "client.key").read_text())


@check("secrets come from systemd, encrypted or not, or from a file that others may not read, and none is needed where none is named")
def mqtt_has_secrets(world: World) -> None:
    with installed(world), broker(world):
        certify(world)
        with world.path(BROKER).open("a") as file:
            file.write(f"listener 8883 127.0.0.1\n{ENCRYPTED}")
        configure(world, "host = broker.example", "bridge = hall", "user = callboard", f"password = credential:{NAME}.password")
        world.run("sh", "-c", "getent group actors >/dev/null || groupadd --system actors")
        try:
            text = world.boot(SECRETS)
        finally:
            world.run("rm", "-f", "/etc/callboard/ca.crt", "/etc/callboard/client.crt", "/opt/client.key")
        found = said(text)
        # Without the files the unit starts all the same: the program says what it misses, and systemd does not.
        equal(found.get("missing"), "1 failed 78", f"a password that is named and not there ({text[-400:]})")
        holds(f"there is no credential {NAME}.password" in found["missing said"], f"it says only: {found['missing said']}")
        equal(found.get("none"), "0 active 0", "without any secret")
        holds("user" in found["none words"], f"a broker that wants a password: {found['none words']}")
        equal(found.get("open"), "1 failed 78", "a file that others may read")
        holds("/etc/callboard/secret may be read by others" in found["open said"], f"it says only: {found['open said']}")
        equal(found.get("tried again"), "0", "how often it was started again")
        for name, port in (("closed", 1883), ("encrypted", 1883), ("certificate", 8883)):
            equal(found.get(name), "0 active 0", f"{name} ({text[-400:]})")
            holds(f"connected to broker.example port {port}" in found[f"{name} words"], f"{name}: {found[f'{name} words']}")
        holds("quince" not in text, "a secret is told")


def free_ports(count: int) -> list[int]:
    """Gives ports at which nobody listens: the system shares its loopback with this machine."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def told(world: World, port: int, pattern: str) -> str:
    """Gives the first topic of a pattern and what a broker keeps of it; nothing where it keeps none."""
    who = ("-u", "callboard", "-P", "quince", "-p", str(port), "-t", pattern)
    return world.run("mosquitto_sub", *who, "-v", "-W", "2", "-C", "1", status=None).strip()


def wait_until_told(world: World, port: int, bridge: str) -> None:
    """Waits until the broker has heard that a bridge is there."""
    deadline = time.monotonic() + 40
    while (heard := told(world, port, f"callboard/{bridge}/status")) != f"callboard/{bridge}/status online":
        holds(time.monotonic() < deadline, f"the broker was never told that {bridge} is online: {heard}")
        time.sleep(0.2)


@check("what talks to MQTT makes no system call that its unit forbids: names, both encryptions, acts, reloads, brokers that go")
def mqtt_calls_are_allowed(world: World) -> None:
    names = world.path("/etc/resolv.conf").read_text()
    plain, encrypted, nobody = free_ports(3)
    with installed(world), broker(world):
        certify(world)
        write(world, BROKER, world.path(BROKER).read_text().replace("1883", str(plain)) + f"listener {encrypted} 127.0.0.1\n{ENCRYPTED}")
        # Nobody answers there: the first name is asked for over the network, in vain.
        write(world, "/etc/resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
        hosts = f"host = elsewhere.example, broker.example:{nobody}, broker.example:{plain}"
        configure(world, hosts, "bridge = hall", "acts = yes", "user = callboard", f"password = credential:{NAME}.password")
        secrets = "/run/mqtt-secrets"
        world.run("install", "-d", "-o", NAME, secrets)
        for name, text in (("password", "quince"), ("key", world.path("/opt/client.key").read_text())):
            write(world, f"{secrets}/{NAME}.{name}", text)
            world.run("chown", NAME, f"{secrets}/{NAME}.{name}")
        world.run("sh", "-c", "getent group actors >/dev/null || groupadd --system actors")
        world.run("usermod", "--append", "--groups", "actors", NAME)
        world.run("install", "-d", "-o", "callboard", "-g", "callboard", "/run/callboard")
        world.run("install", "-d", "-o", "mosquitto", "/run/mosquitto")
        # There is no service manager, and it is told all the same.
        own = {"CREDENTIALS_DIRECTORY": secrets, "NOTIFY_SOCKET": "/run/nobody"}
        bridge = {"RUNTIME_DIRECTORY": "/run/callboard", "XDG_STATE_HOME": "/var/lib", "STATE_DIRECTORY": "/var/lib/callboard"}
        mosquitto = ("mosquitto", "-c", "/etc/mosquitto/mosquitto.conf")
        try:
            # The bridge and the broker come later than it does, and the broker goes once.
            with (
                Trace(world, NAME, f"/usr/bin/{NAME}", "run", environment=own, seconds=70) as running,
                world.background("callboard", "run", user="callboard", environment=bridge),
            ):
                with world.background(*mosquitto):
                    wait_until_told(world, plain, "hall")
                    phone = told(world, plain, "callboard/hall/+/link").split("/")[2]
                    publish = ("mosquitto_pub", "-u", "callboard", "-P", "quince", "-p", str(plain), "-m", "clear")
                    world.run(*publish, "-t", f"callboard/hall/{phone}/do")
                with world.background(*mosquitto):
                    wait_until_told(world, plain, "hall")
                    configure(
                        world, f"host = broker.example:{encrypted}", "bridge = attic", "ca = /etc/callboard/ca.crt",
                        "certificate = /etc/callboard/client.crt", f"key = credential:{NAME}.key")
                    running.send(signal.SIGHUP)
                    wait_until_told(world, plain, "attic")
                    running.send(signal.SIGTERM)
                    calls = running.calls()
        finally:
            write(world, "/etc/resolv.conf", names)
            world.run("gpasswd", "--delete", NAME, "actors")
            world.run("rm", "-rf", secrets, "/run/callboard", "/etc/callboard/ca.crt", "/etc/callboard/client.crt", "/opt/client.key")
        hold_to_unit(world, UNIT, calls)


@check("an upgrade keeps the service for MQTT enabled, removing stops it and keeps that, and purging leaves nothing but its user")
def mqtt_life(world: World) -> None:
    world.purge()
    world.install_mqtt()
    world.run("systemctl", "enable", f"{NAME}.service")
    both = [world.bring(newer(world, "99.7", "newer", package)) for package in (world.package, world.mqtt)]
    said = world.apt("install", "--no-install-recommends", *both)
    equal(world.run("dpkg-query", "--show", "--showformat=${Version}", NAME), "99.7", "version")
    holds(world.path(ENABLED).is_symlink(), "the service is no longer enabled after an upgrade")
    holds(f"{NAME} check" not in said, "an upgrade asks for a broker again")
    world.run("dpkg", "--remove", "callboard", status=1)
    holds(world.is_installed(), "the bridge can be removed from beneath it")
    world.run("dpkg", "--remove", NAME)
    for path in (f"/usr/bin/{NAME}", UNIT, f"/usr/share/doc/{NAME}"):
        holds(not world.path(path).exists(), f"{path} is still there")
    world.run("callboard", "--version")
    world.run("dpkg", "--install", both[1])
    holds(world.path(ENABLED).is_symlink(), "the service is no longer enabled after installing again")
    before = world.run("id", NAME)
    world.run("dpkg", "--purge", NAME)
    left = world.run("find", "/etc", "/usr", "/var", "/run", "-name", f"*{NAME}*", "-not", "-path", "/var/log/*").split()
    # The last one is systemd's, of a container that ended.
    allowed = ("/var/cache/apt/archives", "/var/lib/dpkg", "/var/tmp/systemd-private-")
    equal([path for path in left if not path.startswith(allowed)], [], "what is left")
    equal(world.run("id", NAME), before, "the user")
    holds(world.path(CONFIGURATION).exists(), "the bridge's configuration is gone")
    world.purge()
