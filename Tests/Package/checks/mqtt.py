"""The service that talks to an MQTT broker.

The broker is Debian's mosquitto, in the clean system; the phone is simulated. Not shown: a broker on another machine.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from machine.check import check, equal, holds
from machine.world import World
from ports import free_port
from waiting import PATIENCE, eventually

from .beside import STORE, Program, certify, configure, known, shared
from .displays import said, write
from .life import CONFIGURATION
from .service import Trace, hold_to_unit

MQTT = Program(
    word="mqtt", says=("sudo callboard-mqtt check",),
    asks="check", refusal="no broker listens at localhost port 1", refusal_status=1,
    threshold=10, thresholds={"mqtt-broker.conf": 9, "mqtt-secrets.conf": 10},
    library="libmosquitto.so.1", library_package="libmosquitto1",
)
shared(MQTT)
NAME = MQTT.name
DROP_INS = MQTT.drop_ins
BROKER = "/etc/mosquitto/conf.d/callboard.conf"
CERTIFICATES = "/etc/mosquitto/callboard"
# A listener that wants certificates.
ENCRYPTED = (
    f"cafile {CERTIFICATES}/ca.crt\ncertfile {CERTIFICATES}/server.crt\nkeyfile {CERTIFICATES}/server.key\n"
    "require_certificate true\nuse_identity_as_username true\n"
)
# A broker that lets in nobody without a password. `hear` has all of a topic written into a file, from the moment that a mark
# comes back; `ask` gives what the broker keeps there.
ASK = """say() { mosquitto_pub -u callboard -P quince "$@"; }
hear() { rm -f "$2"; mosquitto_sub -u callboard -P quince -v -t "$1" -t mark >"$2" & hearing=$!; until_ "say -t mark -m here; grep -q ^mark $2"; }
ask() { hear "$1" /tmp/kept; kill $hearing; grep -v ^mark /tmp/kept; }
"""


@contextmanager
def broker(world: World) -> Iterator[None]:
    """Has a broker there, once the system has booted, at the name broker.example."""
    world.apt("install", "--no-install-recommends", "mosquitto", "mosquitto-clients")
    try:
        with known(world, "broker.example"):
            write(world, BROKER, "listener 1883 127.0.0.1\nallow_anonymous false\npassword_file /etc/mosquitto/passwords\n")
            world.run("mosquitto_passwd", "-b", "-c", "/etc/mosquitto/passwords", "callboard", "quince")
            world.run("chown", "mosquitto", "/etc/mosquitto/passwords")
            yield
    finally:
        world.run("rm", "-rf", BROKER, CERTIFICATES, "/etc/mosquitto/passwords")
        world.run("dpkg", "--purge", "mosquitto")


def tell(world: World, *lines: str) -> None:
    """Has the bridge hear a simulated phone and let a group act, and says the rest under [mqtt]."""
    world.run("sh", "-c", "getent group actors >/dev/null || groupadd --system actors")
    configure(world, "[control]", "act-group = actors", "[mqtt]", *lines)


LIFE = MQTT.shell + ASK + f"""
systemctl start callboard.service
systemctl start $unit; echo "started: $?"
connected
says "connected to broker.example port 1883, MQTT 5, 1 phone"
secured
echo "is told: $(ask 'callboard/hall/status')"
phone=$(ask 'callboard/hall/+/link' | cut -d/ -f3)
echo "link: $(ask "callboard/hall/$phone/link" | cut -d' ' -f2)"
until_ 'callboard status | grep -q "^Add-on.*mqtt works"'
echo "companion: $(callboard status | grep ^Add-on)"
act() {{
  hear "callboard/hall/$phone/done" /tmp/done; say -t "callboard/hall/$phone/do" -m clear
  until_ 'grep -q ^callboard /tmp/done'; kill $hearing; echo "$1: $(grep ^callboard /tmp/done | cut -d' ' -f2-)"
}}
act "without the group"
usermod --append --groups actors {NAME}; systemctl restart $unit; connected
act "with the group"
gpasswd --delete {NAME} actors >/dev/null
sed -i 's/^bridge = hall/bridge = attic/' {CONFIGURATION}
systemctl reload $unit; echo "reloaded: $?"
until_ 'ask callboard/attic/status | grep -q online'
echo "renamed: $(ask 'callboard/+/status' | tr '\\n' ' ')"
pid=$(value MainPID); kill -KILL $pid; again
echo "restarts: $(value NRestarts) $(ask callboard/attic/status)"
upgrade
systemctl restart callboard.service; until_ 'callboard status | grep -q "^Add-on.*mqtt works"'; connected
echo "after a new bridge: $(ask callboard/attic/status)"
systemctl stop $unit
echo "stopped: $(value Result) $(ask callboard/attic/status)"
systemctl start $unit; connected
dpkg --remove {NAME} >/dev/null
echo "removed: $(systemctl is-active $unit) $(ask callboard/attic/status) $(systemctl is-active callboard.service)"
echo "trouble: $(trouble)"
"""


@check("the service tells a real broker of the bridge, acts only with the group, and lives through reload, kill, upgrade and removal", machine=True)
def mqtt_lives_under_systemd(world: World) -> None:
    world.purge()
    with MQTT.at_work(world), broker(world):
        MQTT.secret(world, "password", "quince\n")
        tell(world, "host = broker.example", "user = callboard", f"password = credential:{NAME}.password", "bridge = hall", "acts = yes")
        MQTT.bring_newer(world)
        text = world.boot(LIFE)
        found = said(text)
        for name, value in {
            "started": "0", "words": "connected to broker.example port 1883, MQTT 5, 1 phone",
            "is told": "callboard/hall/status online", "link": "ready", "reloaded": "0", "renamed": "callboard/attic/status online ",
            "restarts": "1 callboard/attic/status online", "after a new bridge": "callboard/attic/status online",
            "stopped": "success callboard/attic/status offline", "removed": "inactive callboard/attic/status offline active",
        }.items():
            equal(found.get(name), value, f"{name} ({text[-400:]})" if name not in found else name)
        MQTT.is_sound(found)
        holds("mqtt works: connected to broker.example" in found["companion"], f"callboard status says {found['companion']}")
        holds('"error":"not_allowed"' in found["without the group"], f"an act without the group: {found['without the group']}")
        holds('"ok":true' in found["with the group"], f"an act with the group: {found['with the group']}")


SECRETS = MQTT.shell + f"""
use() {{ sed -i "s|^password = .*|password = $1|" {CONFIGURATION}; }}
systemctl start callboard.service
try missing
sed -i '/^user\\|^password/d' {CONFIGURATION}
try none
printf 'user = callboard\\npassword = file:/etc/callboard/secret\\n' >> {CONFIGURATION}
echo quince > /etc/callboard/secret; chmod 0644 /etc/callboard/secret
try open
echo "tried again: $(value SubState) $(value NRestarts)"
chown root:{NAME} /etc/callboard/secret; chmod 0640 /etc/callboard/secret
try closed
use credential:{NAME}.password
install -d -m 0700 /etc/credstore.encrypted
printf quince | systemd-creds encrypt --name={NAME}.password - /etc/credstore.encrypted/{NAME}.password 2>/dev/null
install -D -m 0644 -t {DROP_INS} {MQTT.examples}/mqtt-secrets.conf {MQTT.examples}/mqtt-broker.conf
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


@check("secrets come from systemd, encrypted or not, or from a file that others may not read, and none is needed where none is named", machine=True)
def mqtt_has_secrets(world: World) -> None:
    with MQTT.at_work(world), broker(world):
        certify(world, "broker.example", "callboard", "mosquitto", CERTIFICATES)
        with world.path(BROKER).open("a") as file:
            file.write(f"listener 8883 127.0.0.1\n{ENCRYPTED}")
        tell(world, "host = broker.example", "bridge = hall", "user = callboard", f"password = credential:{NAME}.password")
        text = world.boot(SECRETS)
        found = said(text)
        # Without the files the unit starts all the same: the program says what it misses, and systemd does not.
        equal(found.get("missing"), "1 failed 78", f"a password that is named and not there ({text[-400:]})")
        holds(f"there is no credential {NAME}.password" in found["missing said"], f"it says only: {found['missing said']}")
        equal(found.get("none"), "0 active 0", "without any secret")
        holds("user" in found["none words"], f"a broker that wants a password: {found['none words']}")
        equal(found.get("open"), "1 failed 78", "a file that others may read")
        holds("/etc/callboard/secret may be read by others" in found["open said"], f"it says only: {found['open said']}")
        equal(found.get("tried again"), "failed 0", "whether it is started again, and how often it was")
        for name, port in (("closed", 1883), ("encrypted", 1883), ("certificate", 8883)):
            equal(found.get(name), "0 active 0", f"{name} ({text[-400:]})")
            holds(f"connected to broker.example port {port}" in found[f"{name} words"], f"{name}: {found[f'{name} words']}")
        holds("quince" not in text, "a secret is told")


def told(world: World, port: int, pattern: str) -> str:
    """Gives the first topic of a pattern and what a broker keeps of it, or is told next."""
    who = ("-u", "callboard", "-P", "quince", "-p", str(port), "-t", pattern)
    return world.run("mosquitto_sub", *who, "-v", "-W", str(PATIENCE // 2), "-C", "1", status=None).strip()


def wait_until_told(world: World, port: int, bridge: str) -> None:
    """Waits until the broker has heard that a bridge is there."""
    topic = f"callboard/{bridge}/status"
    eventually(lambda: told(world, port, topic) == f"{topic} online", lambda: f"the broker was never told that {bridge} is online")


@check("what talks to MQTT makes no system call that its unit forbids: names, both encryptions, acts, reloads, brokers that go", machine=True)
def mqtt_calls_are_allowed(world: World) -> None:
    names = world.path("/etc/resolv.conf").read_text()
    # The system shares its loopback with this machine.
    plain, encrypted, nobody = free_port(), free_port(), free_port()
    with MQTT.at_work(world), broker(world):
        certify(world, "broker.example", "callboard", "mosquitto", CERTIFICATES)
        write(world, BROKER, world.path(BROKER).read_text().replace("1883", str(plain)) + f"listener {encrypted} 127.0.0.1\n{ENCRYPTED}")
        # Nobody answers there: the first name is asked for over the network, in vain.
        write(world, "/etc/resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
        hosts = f"host = elsewhere.example, broker.example:{nobody}, broker.example:{plain}"
        tell(world, hosts, "bridge = hall", "acts = yes", "user = callboard", f"password = credential:{NAME}.password")
        secrets = "/run/mqtt-secrets"
        world.run("install", "-d", "-o", NAME, secrets)
        for name, text in (("password", "quince"), ("key", world.path("/opt/client.key").read_text())):
            write(world, f"{secrets}/{NAME}.{name}", text)
            world.run("chown", NAME, f"{secrets}/{NAME}.{name}")
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
                Trace(world, NAME, f"/usr/bin/{NAME}", "run", environment=own) as running,
                world.background("callboard", "run", user="callboard", environment=bridge),
            ):
                with world.background(*mosquitto):
                    wait_until_told(world, plain, "hall")
                    phone = told(world, plain, "callboard/hall/+/link").split("/")[2]
                    publish = ("mosquitto_pub", "-u", "callboard", "-P", "quince", "-p", str(plain), "-m", "clear")
                    world.run(*publish, "-t", f"callboard/hall/{phone}/do")
                with world.background(*mosquitto):
                    wait_until_told(world, plain, "hall")
                    tell(
                        world, f"host = broker.example:{encrypted}", "bridge = attic", "ca = /etc/callboard/ca.crt",
                        "certificate = /etc/callboard/client.crt", f"key = credential:{NAME}.key")
                    running.send(signal.SIGHUP)
                    wait_until_told(world, plain, "attic")
                    running.send(signal.SIGTERM)
                    calls = running.calls()
        finally:
            write(world, "/etc/resolv.conf", names)
            world.run("gpasswd", "--delete", NAME, "actors")
            world.run("rm", "-rf", secrets, "/run/callboard")
        hold_to_unit(world, MQTT.unit, calls)
