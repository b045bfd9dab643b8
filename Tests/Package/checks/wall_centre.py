"""The service that shows a centre in browsers: it starts another program for that, within what its own unit allows.

The server is Debian's own, the phone is simulated, and what asks is no browser.
"""

from machine.check import check, equal, holds
from machine.world import World

from .beside import STORE, configure
from .central import CENTRAL, SERVER, prepare, server
from .displays import said, write
from .life import CONFIGURATION
from .wall import ASK, WALL

# One login for both, since both read one section: to hand in, and to read.
ROLES = """CREATE ROLE hall LOGIN PASSWORD 'quince' IN ROLE callboard_bridge, callboard_reader;
INSERT INTO callboard.access VALUES ('hall', 'berlin');
"""
LIFE = WALL.shell + SERVER + f"""
ask() {{ perl /opt/ask.pl 8437 "$@" 2>&1; }}
status() {{ head -n 1 | cut -d' ' -f2- | tr -d '\\r'; }}
secret=$(callboard wall link --no-qr --lasting --act 2>/dev/null | sed -n 's|.*token=||p')
get() {{ ask GET "$1" '' "Authorization: Bearer $secret"; }}
page() {{ connected; until_ 'get /board | grep -q "\\"place\\":\\"berlin/hall "'; get /board | grep -o '"place":"berlin/hall ' | head -n 1; }}
feeds() {{ grep -lsz '^feed$' /proc/[0-9]*/cmdline | cut -d/ -f3; }}
systemctl start callboard.service {CENTRAL.name}
systemctl start $unit; until_ 'value StatusText | grep -q "reports an error"'; echo "without the secret: $(value StatusText)"
install -D -m 0644 -t {WALL.drop_ins} {WALL.examples}/wall-centre.conf; systemctl daemon-reload
systemctl restart $unit; echo "started: $?"
echo "shows: $(page)"
echo "words: $(value StatusText)"
until_ 'get /board | grep -q "\\"bridges\\""'; echo "listed: $(get /board | grep -o '"bridges":.*"name":"[^"]*"' | grep -o 'berlin/[a-z]*' | sort -u)"
until_ 'get "/history?limit=3" | grep -q "\\"notices\\":\\[{{"'; echo "history: $(get '/history?limit=3' | status)"
title=$(get '/history?limit=1' | grep -o '"title":"[A-Za-z]*' | head -n 1 | cut -d'"' -f4)
echo "search: $(get "/history?search=$title&limit=3" | grep -c '"notices":\\[{{')"
echo "statistics: $(get /stats.svg | status) $(get /stats.svg | grep -q '</svg>' && echo drawn)"
echo "health: $(get /health | status) $(get /metrics | grep -c '^callboard_centre_up 1')"
echo "acts: $(ask POST /act '{{"act":"answer"}}' "Authorization: Bearer $secret" | grep -o '"ok":[a-z]*')"
echo "checked: $(callboard wall check 2>&1 | tail -n 1)"
echo "owner of the other: $(for each in $(feeds); do stat -c %U:%G /proc/$each; done | sort -u)"
systemctl stop $cluster; until_ 'get /board | grep -q "\\"state\\":\\"gone\\""'
echo "server away: $(get /board | grep -o '"state":"gone"' | head -n 1) $(get /health | status)"
systemctl start $cluster; until_ 'get /board | grep -q "\\"state\\":\\"here\\""'; echo "server back: $(page)"
old=$(feeds); kill -KILL $old; until_ '[ -n "$(feeds)" ] && [ "$(feeds)" != "$old" ]'; until_ 'get /board | grep -q "\\"link\\":{{\\"state\\":\\"here\\"}}"'; echo "child killed: $(page)"
sed -i 's/^sites = .*/sites = paris/' {CONFIGURATION}; systemctl reload $unit; echo "reloaded: $?"
until_ '! get /board | grep -q "berlin/hall"'; echo "other sites: $(get /board | grep -c 'berlin/hall')"
systemctl stop $unit; echo "stopped: $(value Result) $(feeds | wc -l)"
echo "secrets in the journal: $(journalctl --output=cat | grep -c -e "$secret" -e quince)"
echo "trouble: $(trouble)"
"""


@check("the service of the wall shows a centre of a real server within its unit: rows, search, statistics, health, and lives through what happens to it", machine=True)
def wall_shows_a_centre(world: World) -> None:
    world.purge()
    with CENTRAL.at_work(world), WALL.at_work(world), server(world):
        prepare(world, ROLES)
        write(world, "/opt/ask.pl", ASK)
        # A system call that is not allowed is the end.
        write(world, f"{WALL.drop_ins}/kill.conf", "[Service]\nSystemCallErrorNumber=kill\n")
        configure(
            world, "repeat-after = 1s", "[central]", "host = localhost", "user = hall", f"password = credential:{CENTRAL.name}.password",
            "site = berlin", "bridge = hall", "[wall]", "listen = localhost", "centre = yes", "sites = berlin")
        CENTRAL.secret(world, "password", "quince\n")
        text = world.boot(LIFE)
        found = said(text)
        place = '"place":"berlin/hall '
        for name, value in {
            "server": "0", "database": "0", "bridges": "0", "listed": "berlin/hall", "started": "0", "shows": place, "words": "ready, no page is open",
            "history": "200 OK", "search": "1", "statistics": "200 OK drawn", "health": "200 OK 1", "acts": '"ok":false',
            "checked": "The wall can be shown.", "owner of the other": f"{WALL.name}:{WALL.name}",
            "server away": '"state":"gone" 503 Service Unavailable', "server back": place, "child killed": place, "reloaded": "0",
            "other sites": "0", "stopped": "success 0", "secrets in the journal": "0", "trouble": "",
        }.items():
            equal(found.get(name), value, f"{name} ({text[-400:]})" if name not in found else name)
        holds("wall-centre.conf" in found["without the secret"], f"without the secret: {found['without the secret']}")
