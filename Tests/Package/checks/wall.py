"""The service that shows the day in browsers.

The phone is simulated, and what asks is no browser but a few lines of Perl, which every Debian has, or of Python. Not shown: a proxy, other
machines, and what a browser makes of the page.
"""

import http.client
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from machine.check import check, equal, holds
from machine.world import World
from ports import free_port
from waiting import PATIENCE, eventually

from .beside import Program, configure, shared
from .displays import said, write
from .life import CONFIGURATION
from .service import Trace, hold_to_unit

WALL = Program(
    word="wall", says=("[wall] of /etc/callboard/callboard.conf", "sudo callboard wall link"),
    asks="check", refusal="the wall cannot listen: 192.0.2.1:8437: Cannot assign requested address", refusal_status=1,
    threshold=10, thresholds={"wall-centre.conf": 10, "wall-here.conf": 9, "wall-secrets.conf": 10, "wall-socket.conf": 4},
    hopeless="listen = 192.0.2.1", secrets=("tokens",), well="[a-z0-9, ]* page", library="libqrencode.so.4", library_package="libqrencode4",
    folders=(("StateDirectory", "0700"), ("RuntimeDirectory", "0755")),
)
shared(WALL)
NAME = WALL.name
STATE = f"/var/lib/{NAME}"
SOCKET = f"/run/{NAME}/wall.sock"
KIOSK = "0123456789abcdef0123456789abcdef"
# Asks a wall at a port or a socket and shows all that it answers, as it comes.
ASK = r"""use strict; use warnings; use IO::Socket::INET; use IO::Socket::UNIX;
my ($place, $method, $target, $body, @fields) = @ARGV;
my $wall = $place =~ m{/} ? IO::Socket::UNIX->new(Peer => $place) : IO::Socket::INET->new(PeerAddr => "127.0.0.1:$place");
if (!$wall) { print "refused: $!\n"; exit 1 }
$| = 1; $wall->autoflush(1);
push @fields, "Content-Type: application/json", "X-Callboard: 1", "Content-Length: " . length $body if $body;
print $wall join("\r\n", "$method $target HTTP/1.1", "Host: localhost", "Connection: close", @fields, "", $body);
while (sysread $wall, my $part, 65536) { print $part }
print "\nended\n";
"""


def tell(world: World, *lines: str) -> None:
    """Has the bridge hear a simulated phone and let a group act, and says the rest under [wall]."""
    world.run("sh", "-c", "getent group actors >/dev/null || groupadd --system actors")
    configure(world, "repeat-after = 1s", "[control]", "act-group = actors", "[wall]", *lines)


LIFE = WALL.shell + f"""
ask() {{ perl /opt/ask.pl "$@" 2>&1; }}
as() {{ user=$1; shift; setpriv --reuid=$user --regid=$(id -g $user) --init-groups perl /opt/ask.pl "$@" 2>&1; }}
status() {{ head -n 1 | cut -d' ' -f2- | tr -d '\\r'; }}
own="Sec-Fetch-Site: same-origin"
link() {{ callboard wall link --no-qr "$@" 2>/dev/null | sed -n 's|^http://localhost:8437/link/||p'; }}
enter() {{ ask 8437 POST /act "{{\\"act\\":\\"enter\\",\\"link\\":\\"$1\\"}}" "$own" | sed -n 's/^Set-Cookie: callboard=\\([^;]*\\);.*/\\1/p'; }}
board() {{ ask 8437 GET /board '' "Cookie: callboard=$1"; }}
message() {{ board $token | grep -o '"id":"[^"]*"[^}}]*"label":"SOCIAL"[^}}]*"gone":false' | head -n 1 | cut -d '"' -f 4; }}
act() {{
    until_ '[ -n "$(message)" ]'
    ask 8437 POST /act "{{\\"act\\":\\"clear\\",\\"notice\\":\\"$(message)\\"}}" "Cookie: callboard=$token" "$own" | grep '"ok"'
}}
follow() {{ ask 8437 GET '/events?of=board' '' "Cookie: callboard=$token" > /tmp/stream & until_ 'grep -q "^event: board" /tmp/stream'; }}
kiosk() {{ "$@" GET /board '' "Authorization: Bearer {KIOSK}" | tee /tmp/kiosk | status; }}
early=$(link --name early)
echo "early folder: $(stat -c '%a %U:%G' {STATE})"
systemctl start callboard.service
systemctl start $unit; echo "started: $?"
connected
echo "words: $(value StatusText)"
secured
echo "descriptors: $(sed -n 's/^Max open files *//p' /proc/$(value MainPID)/limits | tr -s ' ')"
echo "folders: $(stat -c '%a %U:%G' {STATE} /run/{NAME} | tr '\\n' ' ')"
[ -n "$(enter "$early")" ] && echo "early: came in"
secret=$(link --name tablet --act); token=$(enter "$secret")
[ -n "$token" ] && echo "link: came in"
[ -z "$(enter "$secret")" ] && echo "link again: of no use"
echo "owners: $(find {STATE} -mindepth 1 -printf '%u:%g %m\\n' | sort -u | tr '\\n' ' ')"
echo "listed: $(callboard wall tokens | sed 1d | awk '{{print $2}}' | sort | tr '\\n' ' ')"
until_ 'board $token | grep -q "\\"rows\\":\\[{{"'
board $token | grep -q '"link":{{"state":"here"}}' && echo "board: of the bridge"
ask 8437 GET / '' "Cookie: callboard=$token" > /tmp/page; echo "page: $(status < /tmp/page) $(grep -ci '^content-security-policy' /tmp/page)"
for path in / /board /events /history /metrics /board.png; do strange="$strange $(as nobody 8437 GET $path '' | status)"; done
echo "stranger:$strange"
echo "folder of a stranger: $(setpriv --reuid=nobody --clear-groups ls {STATE} 2>&1)"
echo "health: $(as nobody 8437 GET /health '' | grep -c iPhone)"
follow
until_ 'callboard status | grep -q "^Add-on.*wall works: 1 page"'
echo "companion: $(callboard status | grep ^Add-on)"
until_ 'grep -q "^event: change" /tmp/stream'; until_ 'grep -q "^event: change" /tmp/stream'
grep -q "^event: change" /tmp/stream && echo "stream: is told"
systemctl enable $unit 2>/dev/null
echo "doctor: $(callboard doctor 2>&1 | tr '\\n' ' ')"
echo "without the group: $(act)"
usermod --append --groups actors {NAME}; systemctl restart $unit; connected
echo "with the group: $(act)"
gpasswd --delete {NAME} actors >/dev/null
follow
callboard wall tokens --revoke tablet >/dev/null; echo "revoked: $?"
until_ 'grep -q "^ended" /tmp/stream'; tail -n 1 /tmp/stream | grep -q "^ended" && echo "stream of the revoked: ended"
echo "the revoked: $(board $token | status)"
token=$(enter "$(link --name hall)")
sed -i 's/^name = .*/name = Attic/' {CONFIGURATION}
systemctl reload $unit; echo "reloaded: $?"
until_ 'board $token | grep -q "\\"name\\":\\"Attic\\""'; echo "renamed: $(board $token | grep -c '"name":"Attic"')"
follow
pid=$(value MainPID); kill -KILL $pid; again
echo "restarts: $(value NRestarts)"; until_ 'grep -q "^ended" /tmp/stream'; echo "stream of the killed: ended"
until_ 'board $token | grep -q "\\"link\\":{{\\"state\\":\\"here\\"}}"'; echo "killed: of the bridge"
systemctl stop callboard.service; until_ 'board $token | grep -q "\\"state\\":\\"gone\\""'
board $token | grep -q '"state":"gone"' && echo "alone: says so"
echo "health alone: $(as nobody 8437 GET /health '' | status)"
systemctl start callboard.service; connected
board $token | grep -q '"link":{{"state":"here"}}' && echo "again: of the bridge"
upgrade
echo "upgraded page: $(board $token | status)"
printf 'tokens = credential:{NAME}.tokens\\n' >> {CONFIGURATION}
try missing
printf 'kiosk counts act\\n' > /opt/tokens; install -D -m 0600 /opt/tokens /etc/credstore/{NAME}.tokens
try wrong
printf '# who\\nkiosk names {KIOSK}\\n' > /etc/credstore/{NAME}.tokens
try tokens
echo "kiosk: $(kiosk ask 8437) $(grep -o '"detail":"[a-z]*"' /tmp/kiosk)"
install -d -m 0700 /etc/credstore.encrypted
systemd-creds encrypt --name={NAME}.tokens /etc/credstore/{NAME}.tokens /etc/credstore.encrypted/{NAME}.tokens 2>/dev/null
rm /etc/credstore/{NAME}.tokens
install -D -m 0644 -t {WALL.drop_ins} {WALL.examples}/wall-secrets.conf {WALL.examples}/wall-here.conf
systemctl daemon-reload
try encrypted
echo "kiosk by an encrypted token: $(kiosk ask 8437)"
sed -i 's|^listen = .*|listen = unix:{SOCKET}|; s|^name = .*|socket-group = {NAME}|' {CONFIGURATION}
install -D -m 0644 -t {WALL.drop_ins} {WALL.examples}/wall-socket.conf; systemctl daemon-reload
usermod --append --groups {NAME} www-data
install -m 0600 /opt/tokens /etc/credstore/callboard-central.password
install -D -m 0644 -t {WALL.drop_ins} {WALL.examples}/wall-centre.conf; systemctl daemon-reload
try socket
echo "secrets of a centre: $(setpriv --reuid={NAME} --clear-groups cat /run/credentials/$unit.service/callboard-central.password | grep -c kiosk)"
echo "place of the socket: $(stat -c '%a %U:%G' {SOCKET})"
echo "by the socket: $(kiosk as www-data {SOCKET})"
echo "stranger at the socket: $(as nobody {SOCKET} GET /board '' | head -n 1)"
echo "by the network: $(ask 8437 GET /board '' | head -n 1)"
echo "checked: $(callboard wall check | tail -n 1)"
sed -i 's/^listen = .*/listen = elsewhere.example/' {CONFIGURATION}; systemctl restart $unit 2>/dev/null
echo "not known yet: $(systemctl is-active $unit) $(value ExecMainStatus)"
sed -i 's|^listen = .*|listen = unix:{SOCKET}|' {CONFIGURATION}
echo "secrets in the journal: $(journalctl --output=cat | grep -c -e "$early" -e "$secret" -e "$token" -e {KIOSK})"
echo "trouble: $(trouble)"
gpasswd --delete www-data {NAME} >/dev/null
sed -i 's|^socket-group = .*|socket-group = www-data|' {CONFIGURATION}
rm {WALL.drop_ins}/kill.conf; systemctl daemon-reload
try foreign
sed 's/^#\\(SupplementaryGroups\\|PrivateUsers\\|SystemCallFilter\\)/\\1/' {WALL.examples}/wall-socket.conf > {WALL.drop_ins}/wall-socket.conf; systemctl daemon-reload
try "of the proxy"
echo "socket of the proxy: $(stat -c '%a %U:%G' {SOCKET}) $(kiosk as www-data {SOCKET})"
systemctl stop $unit; echo "stopped: $(value Result) $(ls {SOCKET} 2>&1)"
dpkg --remove {NAME} >/dev/null
echo "removed: $(ls {STATE} | grep -c ^token-) $(systemctl is-active callboard.service)"
dpkg --purge {NAME} >/dev/null
echo "purged: $(ls -d {STATE} 2>&1)"
"""


@check("the service shows a bridge to whom it let in and to nobody else, on a port and on a socket, and lives through reload, kill, upgrade and removal", machine=True)
def wall_lives_under_systemd(world: World) -> None:
    world.purge()
    with WALL.at_work(world):
        world.run("rm", "-rf", STATE)
        tell(world, "listen = localhost", "name = Hall")
        write(world, "/opt/ask.pl", ASK)
        WALL.bring_newer(world)
        text = world.boot(LIFE)
        found = said(text)
        for name, value in {
            "early folder": "700 root:root", "started": "0", "words": "ready, no page is open", "descriptors": "4608 4608 files ",
            "folders": f"700 {NAME}:{NAME} 755 {NAME}:{NAME} ", "early": "came in", "link": "came in", "link again": "of no use",
            "owners": f"{NAME}:{NAME} 600 ", "listed": "early tablet ", "board": "of the bridge", "page": "200 OK 1",
            "stranger": " ".join(["401 Unauthorized"] * 6), "health": "0", "stream": "is told", "revoked": "0", "stream of the revoked": "ended",
            "the revoked": "401 Unauthorized", "reloaded": "0", "renamed": "1", "restarts": "1", "stream of the killed": "ended",
            "killed": "of the bridge", "alone": "says so", "health alone": "503 Service Unavailable", "again": "of the bridge",
            "upgraded page": "200 OK", "missing": "1 failed 78", "wrong": "1 failed 78", "tokens": "0 active 0",
            "kiosk": '200 OK "detail":"names"', "encrypted": "0 active 0", "kiosk by an encrypted token": "200 OK", "socket": "0 active 0",
            "place of the socket": f"660 {NAME}:{NAME}", "by the socket": "200 OK", "stranger at the socket": "refused: Permission denied",
            "by the network": "refused: Connection refused", "checked": "The wall can be shown.", "secrets in the journal": "0", "not known yet": "activating 69", "secrets of a centre": "1", "of the proxy": "0 active 0",
            "socket of the proxy": "660 callboard-wall:www-data 200 OK", "removed": "2 active",
        }.items():
            equal(found.get(name), value, f"{name} ({text[-400:]})" if name not in found else name)
        WALL.is_sound(found)
        for name, words in {
            "folder of a stranger": "Permission denied", "companion": "wall works: 1 page is open", "doctor": "the wall is served at 127.0.0.1:8437",
            "without the group": "to do this one must be in the group actors", "with the group": '"ok":true',
            "missing said": f"there is no credential {NAME}.tokens", "wrong said": f"{NAME}.tokens, line 1: must have",
            "foreign said": "wall.sock: Operation not permitted", "stopped": "success", "purged": "No such file",
        }.items():
            holds(words in found[name], f"{name}: {found[name]}")


class Browser:
    """What asks a wall that listens at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    def ask(self, method: str, path: str, body: dict[str, str] | None = None, **fields: str) -> tuple[int, bytes]:
        """Asks for something and gives status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            named |= {"Content-Type": "application/json", "X-Callboard": "1", "Sec-Fetch-Site": "same-origin"}
        connection.request(method, path, json.dumps(body) if body is not None else None, {**named, **fields})
        answer = connection.getresponse()
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        text = answer.read()
        connection.close()
        return answer.status, text

    def wait_for(self, path: str, words: bytes) -> None:
        """Asks until the answer has these words."""
        def has() -> bool:
            with suppress(OSError):
                return words in self.ask("GET", path)[1]
            return False

        eventually(has, lambda: f"{path} never had {words!r}")

    @contextmanager
    def following(self) -> Iterator[http.client.HTTPResponse]:
        """Follows the board meanwhile."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", "/events", headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        try:
            holds(answer.status == 200 and wait_for_line(answer, b"event: board"), f"no stream: {answer.status}")
            yield answer
        finally:
            connection.close()


def wait_for_line(stream: http.client.HTTPResponse, words: bytes) -> bool:
    """Reads a stream up to a line; tells whether that came before the end."""
    while line := stream.readline():
        if line.startswith(words):
            return True
    return False


@check("what serves browsers makes no system call that its unit forbids: pages, streams, pictures, links, acts, a socket, reloads, a bridge that goes", machine=True)
def wall_calls_are_allowed(world: World) -> None:
    port = free_port()
    browser = Browser(port)
    with WALL.at_work(world):
        # What draws pictures, as apt installs it beside the bridge.
        world.apt("install", "--no-install-recommends", "libpangocairo-1.0-0", "libpango-1.0-0", "libcairo2", "fontconfig", "fonts-dejavu-core")
        listen = f"listen = localhost:{port}, unix:{SOCKET}"
        group, tokens = f"socket-group = {NAME}", f"tokens = credential:{NAME}.tokens"
        tell(world, listen, group, tokens, "name = Hall")
        secrets = "/run/wall-secrets"
        world.run("install", "-d", "-o", NAME, secrets)
        write(world, f"{secrets}/{NAME}.tokens", f"kiosk names {KIOSK}\n")
        world.run("chown", NAME, f"{secrets}/{NAME}.tokens")
        world.run("usermod", "--append", "--groups", "actors", NAME)
        world.run("install", "-d", "-o", "callboard", "-g", "callboard", "/run/callboard")
        world.run("install", "-d", "-o", NAME, "-g", NAME, f"/run/{NAME}")
        # There is no service manager, and it is told all the same.
        own = {
            "CREDENTIALS_DIRECTORY": secrets, "NOTIFY_SOCKET": "/run/nobody", "STATE_DIRECTORY": STATE, "RUNTIME_DIRECTORY": f"/run/{NAME}",
        }
        bridge = {"RUNTIME_DIRECTORY": "/run/callboard", "XDG_STATE_HOME": "/var/lib", "STATE_DIRECTORY": "/var/lib/callboard"}
        try:
            with Trace(world, NAME, f"/usr/bin/{NAME}", "run", environment=own) as running:
                link = ""
                with world.background("callboard", "run", user="callboard", environment=bridge):
                    link = world.run(NAME, "link", "--act", "--name", "tablet").strip().splitlines()[-1].rpartition("/")[2]
                    browser.wait_for("/", b"<")
                    equal(browser.ask("GET", "/board")[0], 401, "a stranger")
                    equal(browser.ask("GET", f"/link/{link}")[0], 200, "the page of a link")
                    equal(browser.ask("POST", "/act", {"act": "enter", "link": link})[0], 200, "entering by a link")
                    browser.wait_for("/board", b'"label":"SOCIAL"')
                    rows = json.loads(browser.ask("GET", "/board")[1])["rows"]
                    message = next(row["id"] for row in rows if row["label"] == "SOCIAL" and not row["gone"])
                    with browser.following() as stream:
                        equal(browser.ask("POST", "/act", {"act": "clear", "notice": message}), (200, b'{"ok":true}\n'), "an act")
                        holds(wait_for_line(stream, b"event: change"), "the stream ended")
                        for path in ("/", "/wall.js", "/icon.svg", "/health", "/metrics", "/history?limit=10", "/stats.svg", "/nothing"):
                            browser.ask("GET", path)
                        status, picture = browser.ask("GET", "/board.png?size=320x240")
                        equal((status, picture[:4]), (200, b"\x89PNG"), f"a picture ({picture[:80]!r})")
                        equal(by_socket(world), "HTTP/1.1 200 OK", "the kiosk at the socket")
                        tell(world, listen, group, tokens, "name = Attic")
                        running.send(signal.SIGHUP)
                        browser.wait_for("/board", b'"name":"Attic"')
                    with browser.following() as stream:
                        world.run(NAME, "tokens", "--revoke", "tablet")
                        holds(not wait_for_line(stream, b"event: end"), "the stream of the revoked goes on")
                    browser.cookie = ""
                    equal(browser.ask("GET", "/board")[0], 401, "the revoked")
                browser.cookie = f"callboard={KIOSK}"
                browser.wait_for("/board", b'"state":"gone"')
                running.send(signal.SIGTERM)
                calls = running.calls()
        finally:
            world.run("gpasswd", "--delete", NAME, "actors")
            world.run("rm", "-rf", secrets, "/run/callboard", f"/run/{NAME}", STATE)
            world.run("apt-get", "--yes", "--quiet", "autoremove", "--purge", "libpangocairo-1.0-0", "fontconfig", "fonts-dejavu-core")
        holds(any(call.startswith("execve(") and "callboard-draw" in call for call in calls), "nothing was drawn")
        hold_to_unit(world, WALL.unit, calls)


def by_socket(world: World) -> str:
    """Asks at the socket, as a proxy would, and gives how the answer begins."""
    # By way of the open folder, for a socket's path may not be long.
    folder = os.open(world.path(f"/run/{NAME}"), os.O_PATH)
    try:
        with socket.socket(socket.AF_UNIX) as wall:
            wall.settimeout(PATIENCE)
            wall.connect(f"/proc/self/fd/{folder}/wall.sock")
            wall.sendall(f"GET /board HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KIOSK}\r\nConnection: close\r\n\r\n".encode())
            return wall.makefile("rb").readline().decode().strip()
    finally:
        os.close(folder)
