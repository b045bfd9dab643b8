"""The service that hands the history over to a PostgreSQL.

The server is Debian's own, in the clean system, as that sets it up; the phone is simulated. Not shown: a server on another machine.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from machine.check import check, equal, holds
from machine.world import World

from .beside import STORE, Program, certify, configure, known, shared
from .displays import said, write
from .life import CONFIGURATION

CENTRAL = Program(
    word="central", says=("site in [central]",),
    asks="status", refusal="no server listens at localhost port 1", refusal_status=69,
    threshold=10, thresholds={"central-server.conf": 9, "central-secrets.conf": 10},
    library="libpq.so.5", library_package="libpq5",
)
shared(CENTRAL)
NAME = CENTRAL.name
CERTIFICATES = "/etc/postgresql/callboard"
OWNER = "/opt/owner.conf"
# What an administrator of the server does, as Docs/how-to/fleet.md has it: first this.
OWNER_ROLE = """CREATE ROLE callboard_owner LOGIN CREATEROLE PASSWORD 'hazel';
CREATE DATABASE callboard OWNER callboard_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE callboard FROM PUBLIC;
\\connect callboard
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea),
    lo_truncate(integer, integer), lo_truncate64(integer, bigint), lowrite(integer, bytea) FROM PUBLIC;
"""
# And, when the database is made, this: a login for each way in.
BRIDGE_ROLES = f"""CREATE ROLE hall LOGIN PASSWORD 'quince' IN ROLE callboard_bridge;
CREATE ROLE orchard LOGIN IN ROLE callboard_bridge;
CREATE ROLE "{NAME}" LOGIN IN ROLE callboard_bridge;
INSERT INTO callboard.access VALUES ('hall', 'berlin'), ('orchard', 'berlin'), ('{NAME}', 'berlin');
"""


@contextmanager
def server(world: World) -> Iterator[None]:
    """Has a server there, without a cluster, at the name server.example."""
    write(world, "/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n")
    world.apt("install", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "postgresql")
    try:
        with known(world, "server.example"):
            yield
    finally:
        world.run("sh", "-c", "dpkg --purge postgresql $(dpkg-query --show --showformat='${Package} ' 'postgresql-*')")
        world.run("rm", "-rf", "/etc/postgresql", "/etc/postgresql-common", "/var/lib/postgresql", OWNER, "/opt/owner.secret", "/opt/owner.sql", "/opt/bridges.sql", "/opt/wrong")


def prepare(world: World, roles: str) -> None:
    """Puts there what SERVER reads: whom the server lets in."""
    certify(world, "server.example", "orchard", "postgres", CERTIFICATES)
    write(world, "/opt/owner.sql", OWNER_ROLE)
    write(world, "/opt/bridges.sql", roles)
    write(world, OWNER, "[central]\nhost = localhost\nuser = callboard_owner\npassword = file:/opt/owner.secret\n")
    write(world, "/opt/owner.secret", "hazel\n")
    world.run("chmod", "0600", "/opt/owner.secret")


# A cluster whose initdb waits for no disk, the server as Debian's units have it, and the database in it.
SERVER = f"""
sql() {{ runuser -u postgres -- psql -X -q -A -t -v ON_ERROR_STOP=1 "$1"; }}
version=$(ls /usr/lib/postgresql); cluster=postgresql@$version-main.service
pg_createcluster $version main -- --no-sync >/dev/null 2>&1
cd /etc/postgresql/$version/main
sed -i '1i hostssl callboard orchard 127.0.0.1/32 cert' pg_hba.conf
printf "fsync = off\\nssl = on\\nssl_cert_file = '{CERTIFICATES}/server.crt'\\nssl_key_file = '{CERTIFICATES}/server.key'\\n" >> postgresql.conf
printf "ssl_ca_file = '{CERTIFICATES}/ca.crt'\\n" >> postgresql.conf
cd /
systemctl start $cluster; echo "server: $?"
sql postgres < /opt/owner.sql; echo "database: $?"
echo "made: $({NAME} init --config {OWNER} 2>&1)"
echo "made again: $({NAME} init --config {OWNER} 2>&1)"
sql callboard < /opt/bridges.sql; echo "bridges: $?"
"""
LIFE = CENTRAL.shell + SERVER + f"""
rows() {{ echo 'SELECT count(*) FROM callboard.notice' | sql callboard; }}
mine() {{ callboard history --json | wc -l; }}
same() {{ before=$(rows); own=$(mine); [ "$own" -gt 0 ] && [ "$before" = "$own" ] && [ "$own" = "$(rows)" ]; }}
grown() {{ same && [ "$own" -gt "${{last:-0}}" ]; }}
told() {{ until_ grown; [ "$own" -gt "${{last:-0}}" ] && echo "$1: as many" || echo "$1: $before at the server, $own here, ${{last:-0}} before"; }}
names() {{ echo "SELECT string_agg(site || '/' || bridge || ' ' || is_connected, ' ') FROM callboard.bridges" | sql callboard; }}
hits() {{ {NAME} search --config {OWNER} --json -n 1000 "$1" 2>/dev/null | wc -l; }}
ours() {{ callboard search --json -n 1000 "$1" 2>/dev/null | wc -l; }}
found() {{ before=$(ours "$1"); [ "$before" -gt 0 ] && [ "$before" = "$(hits "$1")" ] && [ "$before" = "$(ours "$1")" ]; }}
gone() {{ [ "$(echo "SELECT count(*) FROM callboard.notices WHERE id = '$1'" | sql callboard)" = 0 ]; }}
use() {{ sed -i "s|^$1 = .*|$1 = $2|" {CONFIGURATION}; }}
systemctl start callboard.service
try missing
echo quinze > /opt/wrong; install -D -m 0600 /opt/wrong {STORE}/{NAME}.password
try wrong
echo quince > {STORE}/{NAME}.password
systemctl stop $unit; systemctl enable --now $unit 2>/dev/null; echo "started: $?"
connected
says "connected to localhost port 5432, up to date"
secured
told "after the start"; last=$own
until_ 'callboard status | grep -q "^Add-on.*central works"'
echo "companion: $(callboard status | grep ^Add-on)"
until_ 'all=$({NAME} status --config {OWNER} 2>&1); echo "$all" | grep -q "up to date"'; echo "of all: $all"
[ "$({NAME} history --config {OWNER} --json -n 3 | wc -l)" = 3 ] && echo "list: has them"
[ "$(echo 'SHOW server_version' | sql callboard | cut -d. -f1)" = "$version" ] && echo "server version: that of the cluster"
echo "checked: $({NAME} check 2>&1 | tail -n 1)"; {NAME} check --json >/dev/null; echo "check status: $?"
set -- $(echo "SELECT id, (regexp_match(title, '[A-Za-z]{{4,}}'))[1] FROM callboard.notices WHERE title ~ '[A-Za-z]{{4,}}' ORDER BY number LIMIT 1" | sql callboard | tr '|' ' ')
until_ "found $2" && echo "searched: as many"
callboard history forget --match "$2" --yes >/dev/null 2>&1; echo "forgot: $?"
until_ "gone $1" && echo "forgotten: gone"
last=0; told "after forgetting"; last=$own
echo "SELECT callboard.make_month('2024-03-01', false)" | sql callboard >/dev/null
echo "retained: $(echo 'SELECT callboard.retain(1)' | sql callboard)"; told "after retaining"; last=$own
use bridge attic
systemctl reload $unit; echo "reloaded: $?"
until_ 'names | grep -q attic'; echo "renamed: $(names)"
pid=$(value MainPID); systemctl stop $cluster
until_ '! value StatusText | grep -q ^connected'; echo "server away: $(value StatusText)"
systemctl start $cluster; connected
[ "$(value MainPID)" = "$pid" ] && told "server back"; last=$own
kill -KILL $pid; again; told "killed"
echo "restarts: $(value NRestarts)"
upgrade
systemctl restart callboard.service; until_ 'callboard status | grep -q "^Add-on.*central works"'; connected; told "after a new bridge"; last=$own
use host unix:/run/postgresql; use user {NAME}; sed -i /^password/d {CONFIGURATION}
try socket
use host server.example; use user orchard
printf 'ca = /etc/callboard/ca.crt\\ncertificate = /etc/callboard/client.crt\\nkey = credential:{NAME}.key\\n' >> {CONFIGURATION}
install -m 0600 /opt/client.key {STORE}/{NAME}.key
try certificate
told "by certificate"
systemctl stop $unit; echo "stopped: $(value Result)"; until_ 'names | grep -q false'; echo "left: $(names)"
systemctl start $unit; connected
dpkg --remove {NAME} >/dev/null
echo "removed: $(systemctl is-active $unit) $(systemctl is-active callboard.service)"
dpkg --purge {NAME} >/dev/null; userdel {NAME}; systemctl restart callboard.service
dpkg --install /opt/{NAME}_99.6.deb >/dev/null; systemctl start $unit; connected
echo "beside a bridge: $(value StatusText)"
echo "trouble: $(trouble)"
"""


@check("the service hands all to a real server, with each kind of login, and lives through all that happens to it and the server", machine=True)
def central_lives_under_systemd(world: World) -> None:
    world.purge()
    with CENTRAL.at_work(world), server(world):
        prepare(world, BRIDGE_ROLES)
        configure(
            world, "repeat-after = 1s", "[central]", "host = localhost", "user = hall", f"password = credential:{NAME}.password",
            "site = berlin", "bridge = hall")
        CENTRAL.bring_newer(world)
        text = world.boot(LIFE)
        found = said(text)
        for name, value in {
            "server": "0", "database": "0", "bridges": "0", "missing": "1 failed 78", "wrong": "0 active 0", "started": "0",
            "words": "connected to localhost port 5432, up to date", "after the start": "as many", "list": "has them", "server version": "that of the cluster", "checked": "The central database can be used.", "check status": "0",
            "searched": "as many", "forgot": "0", "forgotten": "gone", "after forgetting": "as many", "retained": "1",
            "after retaining": "as many", "reloaded": "0",
            "renamed": "berlin/attic true", "server back": "as many", "killed": "as many", "restarts": "1", "after a new bridge": "as many",
            "socket": "0 active 0", "certificate": "0 active 0", "by certificate": "as many", "stopped": "success", "left": "berlin/attic false",
            "removed": "inactive active",
        }.items():
            equal(found.get(name), value, f"{name} ({text[-400:]})" if name not in found else name)
        CENTRAL.is_sound(found)
        for name, words in {
            "made": "The database is ready", "made again": "The database is ready", "missing said": f"there is no credential {NAME}.password",
            "wrong words": "the password of the user hall is wrong",
            "companion": "central works: connected to localhost port 5432", "of all": "berlin/hall  up to date",
            "socket words": "connected to /run/postgresql",
            "certificate words": "connected to server.example port 5432",
        }.items():
            holds(words in found[name], f"{name}: {found[name]}")
        away = found["server away"]
        holds("ended the connection" in away or "no server listens" in away, f"server away: {away}")
        # A bridge that runs before there is the group hands over all the same.
        holds("connected to server.example port 5432" in found["beside a bridge"], f"beside a bridge: {found['beside a bridge']}")
        for secret in ("quince", "quinze", "hazel"):
            holds(secret not in text, "a secret is told")
