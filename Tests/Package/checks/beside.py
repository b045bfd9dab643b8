"""What holds for the package and the unit of every program beside the bridge: `shared` makes checks of it for one of them.

What one of them does is in a module of its own. Each check's name begins with the program's word, such as `mqtt-`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from machine.check import check, equal, holds
from machine.world import World

from .displays import write
from .life import CONFIGURATION, newer
from .service import analyze, settings

STORE = "/etc/credstore"


@dataclass(frozen=True)
class Program:
    """A program beside the bridge."""

    # What comes after "callboard-" in its name, and its section.
    word: str
    # What its package says that is to be done.
    says: tuple[str, ...] = ()
    # A command that tries what its section says, and what it says where that cannot be, after which it ends with the status.
    asks: str = ""
    refusal: str = ""
    refusal_status: int = 0
    # The most that systemd-analyze may find exposed, in tenths: what talks to a network leaves that open; and so with each example.
    threshold: int = 0
    thresholds: dict[str, int] = field(default_factory=dict)
    # Whether systemd runs it, as a user of its own.
    is_service: bool = True
    # The library that it alone needs, and the package of that, where there is one.
    library: str = ""
    library_package: str = ""
    # A line of its section with which it cannot do its work.
    hopeless: str = "host = localhost:1"
    # What its secrets are called, and how its words begin where it is at work.
    secrets: tuple[str, ...] = ("password", "key")
    well: str = "connected"
    # Folders that systemd makes for it, each with its mode.
    folders: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return f"callboard-{self.word}"

    @property
    def unit(self) -> str:
        """Where its unit is."""
        return f"/usr/lib/systemd/system/{self.name}.service"

    @property
    def drop_ins(self) -> str:
        """The folder of drop-ins of its unit."""
        return f"/etc/systemd/system/{self.name}.service.d"

    @property
    def examples(self) -> str:
        """The folder of examples of such."""
        return f"/usr/share/doc/{self.name}/examples/systemd"

    @property
    def enabled(self) -> str:
        """What is there where its unit is enabled."""
        return f"/etc/systemd/system/multi-user.target.wants/{self.name}.service"

    @property
    def shell(self) -> str:
        """What scripts in the booted system begin with: functions that ask for its unit, `$unit`."""
        return f"""
unit={self.name}
value() {{ systemctl show --property=$1 --value $unit; }}
connected() {{ until_ 'value StatusText | grep -q "^{self.well}"'; }}
running() {{ until_ '[ "$(value MainPID)" != 0 ] && [ "$(systemctl is-active $unit)" = active ]'; }}
says() {{ wanted=$1; until_ 'said=$(value StatusText); [ "$said" = "$wanted" ]'; echo "words: $said"; }}
again() {{ until_ '[ "$(value MainPID)" != "$pid" ]'; running; connected; }}
secured() {{
  pid=$(value MainPID)
  sed -n 's/^\\(CapEff\\|CapPrm\\|CapBnd\\|NoNewPrivs\\|Seccomp\\):[[:space:]]*/\\1: /p' /proc/$pid/status
  echo "owner: $(stat -c %U:%G /proc/$pid)"
  for user in callboard nobody; do
    echo "read by $user: $(setpriv --reuid=$user --clear-groups cat /run/credentials/$unit.service/$unit.{self.secrets[0]} 2>&1)"
  done
}}
upgrade() {{
  before=$(value MainPID)
  dpkg --force-confold --install /opt/callboard_99.6.deb /opt/{self.name}_99.6.deb >/dev/null; echo "upgraded: $?"
  running; connected
  [ "$(value MainPID)" != "$before" ] && echo "upgrade: restarted"
}}
trouble() {{
  journalctl --unit=$unit --output=cat | grep -i -e denied -e 'not permitted' -e 'failed to set' -e status=31/SYS | head -n 3
}}
try() {{
  systemctl reset-failed $unit 2>/dev/null; cursor=$(journalctl --lines=1 --show-cursor --output=cat | sed -n 's/^-- cursor: //p')
  systemctl restart $unit 2>/dev/null; began=$?
  until_ 'value StatusText | grep -q -e "^{self.well}" -e "password" || value SubState | grep -qx -e failed -e auto-restart'
  echo "$1: $began $(systemctl is-active $unit) $(value ExecMainStatus)"
  echo "$1 words: $(value StatusText)"
  echo "$1 said: $(journalctl --unit=$unit --after-cursor="$cursor" --output=cat --grep=$unit: | grep "^$unit:" | tail -n 1)"
}}
"""

    # What `secured`, `upgrade` and `trouble` say where all is well.
    SOUND = {
        "CapEff": "0" * 16, "CapPrm": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2", "upgraded": "0",
        "upgrade": "restarted", "trouble": "",
    }

    @contextmanager
    def at_work(self, world: World) -> Iterator[None]:
        """Has the bridge and this program installed meanwhile, whatever is made of their configuration."""
        world.install_beside(self.name)
        try:
            yield
        finally:
            world.run("rm", "-rf", self.drop_ins, STORE, "/etc/credstore.encrypted", "/etc/callboard/secret")
            world.purge()

    def secret(self, world: World, name: str, text: str) -> None:
        """Puts a secret where systemd looks for it."""
        world.run("install", "-d", "-m", "0700", STORE)
        write(world, f"{STORE}/{self.name}.{name}", text)
        world.run("chmod", "0600", f"{STORE}/{self.name}.{name}")

    def bring_newer(self, world: World) -> None:
        """Has what `upgrade` installs there, with a unit under which a system call that is not allowed is the end."""
        # Not in /tmp, which is a new one once the root has booted.
        for package in (world.package, world.beside(self.name)):
            world.run("mv", world.bring(newer(world, "99.6", "beside", package)), "/opt")
        write(world, f"{self.drop_ins}/kill.conf", "[Service]\nSystemCallErrorNumber=kill\n")

    def is_sound(self, found: dict[str, str]) -> None:
        """Fails unless a script found everything that `secured`, `upgrade` and `trouble` say as it should be."""
        for name, value in {**self.SOUND, "owner": f"{self.name}:{self.name}"}.items():
            equal(found.get(name), value, name)
        for user in ("callboard", "nobody"):
            holds("Permission denied" in found[f"read by {user}"], f"{user} may read the secret: {found[f'read by {user}']}")


def configure(world: World, *lines: str) -> None:
    """Has the bridge hear a simulated phone, and says the rest of the configuration."""
    write(world, CONFIGURATION, "\n".join(("[radio]", "radio = simulated", *lines, "")))


def certify(world: World, server: str, client: str, owner: str, folder: str) -> None:
    """Makes an authority, a certificate for a server of that name, which are put into a folder of its owner, and one for a client.

    The authority and the client's certificate are then in /etc/callboard, the client's key is /opt/client.key.
    """
    made = world.scratch / "certificates"
    made.mkdir(exist_ok=True)
    new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    world.here(*new, "-subj", "/CN=authority", "-keyout", made / "ca.key", "-out", made / "ca.crt")
    for name, subject in (("server", server), ("client", client)):
        world.here(
            *new, "-subj", f"/CN={subject}", "-addext", f"subjectAltName=DNS:{subject}", "-addext", "basicConstraints=critical,CA:FALSE",
            "-CA", made / "ca.crt", "-CAkey", made / "ca.key", "-keyout", made / f"{name}.key", "-out", made / f"{name}.crt")
    for name in ("ca.crt", "server.crt", "server.key"):
        write(world, f"{folder}/{name}", (made / name).read_text())
    world.run("chmod", "0600", f"{folder}/server.key")
    world.run("chown", "-R", owner, folder)
    for name in ("ca.crt", "client.crt"):
        write(world, f"/etc/callboard/{name}", (made / name).read_text())
        world.run("chmod", "0644", f"/etc/callboard/{name}")
    write(world, "/opt/client.key", (made / "client.key").read_text())


@contextmanager
def known(world: World, name: str) -> Iterator[None]:
    """Has a name for this machine meanwhile."""
    hosts = world.path("/etc/hosts").read_text()
    try:
        write(world, "/etc/hosts", hosts + f"127.0.0.1 {name}\n")
        yield
    finally:
        write(world, "/etc/hosts", hosts)
        world.run("rm", "-f", "/etc/callboard/ca.crt", "/etc/callboard/client.crt", "/opt/client.key")


Steps = Callable[[World, Program], None]
SHARED: list[tuple[str, Steps, bool, bool]] = []


def each(sentence: str, once: bool = False, of_sessions: bool = False) -> Callable[[Steps], Steps]:
    """Makes a function a check of every program beside the bridge; `of_sessions`: also of those that systemd does not run."""

    def register(steps: Steps) -> Steps:
        SHARED.append((sentence, steps, once, of_sessions))
        return steps

    return register


def shared(program: Program) -> None:
    """Makes all these checks for a program."""

    def named(steps: Steps) -> Callable[[World], None]:
        def run(world: World) -> None:
            steps(world, program)

        run.__name__ = f"{program.word}_{steps.__name__}"
        return run

    for sentence, steps, once, of_sessions in SHARED:
        if not program.is_service and not of_sessions:
            continue
        check(sentence.format(name=program.name, exposed=program.threshold / 10), once)(named(steps))


@each("lintian has nothing to say of the package {name}", once=True, of_sessions=True)
def lintian_is_silent(world: World, program: Program) -> None:
    text = world.here("lintian", "--allow-root", "--fail-on", "error,warning", world.beside(program.name))
    equal([line for line in text.splitlines() if line[:2] in ("E:", "W:")], [], "lintian")


@each("the package {name} holds what its list says, which belongs to root, and nothing in it can be written by others", once=True, of_sessions=True)
def holds_what_is_listed(world: World, program: Program) -> None:
    listed = {line.split()[1] for line in world.here("Sources/Packaging/list", "/usr", program.name).splitlines()}
    lines = [line.split() for line in world.here("dpkg-deb", "--contents", world.beside(program.name)).splitlines()]
    equal({line[1] for line in lines}, {"root/root"}, "owners")
    files = {line[-1][1:]: line[0] for line in lines if line[0][0] == "-"}
    plain = {path.removesuffix(".gz") if "/man/" in path else path for path in files}
    papers = {f"/usr/share/doc/{program.name}/{name}" for name in ("changelog.gz", "copyright")}
    equal(plain - papers, listed, "files in the package")
    equal(papers - plain, set(), "Debian's papers that are missing")
    odd = {path: mode for path, mode in files.items() if mode != "-rw-r--r--"}
    equal(odd, {f"/usr/bin/{program.name}": "-rwxr-xr-x"}, "files with other modes than usual")


@each("{name} needs the bridge of the same version, a library that no other package needs or none, and else what the bridge needs", once=True, of_sessions=True)
def alone_needs_its_library(world: World, program: Program) -> None:
    package = world.beside(program.name)
    depends = world.here("dpkg-deb", "--field", package, "Depends")
    own = {"callboard", *([program.library_package] if program.library_package else [])}
    equal(names_of(depends) - names_of(world.here("dpkg-deb", "--field", world.package, "Depends")), own, f"what it alone needs ({depends})")
    version = world.here("dpkg-deb", "--field", package, "Version").strip()
    holds(f"callboard (= {version})" in depends, f"the bridge is not named: {depends}")
    for other in (world.package, *(world.beside(name) for name in world.companions if name != program.name)):
        named = world.here("dpkg-deb", "--field", other, "Depends", "Recommends")
        holds(not program.library or program.library_package not in named, f"{other.name} names it, too: {named}")
    folder = world.scratch / f"of-{program.word}"
    world.here("dpkg-deb", "--extract", package, folder)
    needed = world.here("readelf", "--dynamic", "--wide", folder / "usr/bin" / program.name)
    holds(program.library in needed and "libswift" not in needed, f"libraries that it needs: {needed}")


def names_of(field: str) -> set[str]:
    """Gives the names of packages in a field, the first of each choice."""
    return {part.split()[0] for part in field.split(",")}


@each("{name} installs with the bridge or beside it, makes its user, starts nothing and says what to do next")
def installs(world: World, program: Program) -> None:
    name = program.name
    for is_there in (True, False):
        world.purge()
        if is_there:
            world.install()
        others = [] if is_there else [world.bring(world.package)]
        said = world.apt("install", "--no-install-recommends", *others, world.bring(world.beside(name)))
        for words in (*program.says, f"systemctl enable --now {name}"):
            holds(words in said, f"the next command is not named: {said[-300:]}")
        for noise in ("warning", "W:", "dpkg-maintscript"):
            equal([line for line in said.splitlines() if noise in line], [], "complaints")
        holds(world.is_installed() and world.is_installed(name), "one of the two is not installed")
        equal(sorted(world.run("id", "--name", "--groups", name).split()), ["callboard", name], "groups of the user")
        equal(world.run("getent", "passwd", name).strip().split(":")[-1], "/usr/sbin/nologin", "shell of the user")
        holds(not world.path(program.enabled).is_symlink(), "the service was enabled without being asked")
        equal(world.run("systemctl", "is-enabled", name, status=1).strip(), "disabled", "is-enabled")
        world.run("cat", CONFIGURATION, user=name)
        world.run("cat", CONFIGURATION, user="nobody", status=1)
        equal(world.run(name, "--version", user="nobody").split()[0], name, "what it says of itself")
    world.run("dpkg", "--purge", name)


@each("systemd finds no fault in the unit {name}, and no more than {exposed} of 10 exposed, with each example what it says")
def unit_is_closed(world: World, program: Program) -> None:
    world.install_beside(program.name)
    analyze(world, program.threshold, program.unit)
    equal(sorted(path.name for path in world.path(program.examples).iterdir()), sorted(program.thresholds), "drop-ins")
    for example, threshold in program.thresholds.items():
        world.run("install", "-D", "-m", "0644", "-t", program.drop_ins, f"{program.examples}/{example}")
        analyze(world, threshold, program.unit)
        world.run("rm", "-r", program.drop_ins)


@each("{name} is a service without root and capabilities, which keeps what it says and starts no bridge")
def unit_asks_for_little(world: World, program: Program) -> None:
    world.install_beside(program.name)
    found = settings(world, program.unit)
    for key, value in {
        "User": program.name, "CapabilityBoundingSet": "", "AmbientCapabilities": "", "NoNewPrivileges": "yes", "Type": "notify",
        "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6", "PrivateUsers": "yes", "WatchdogSec": "600",
        "Wants": "network-online.target", "IPAddressDeny": "any", "MemorySwapMax": "0",
    }.items():
        equal(found.get(key), [value], key)
    reached = " ".join(found["IPAddressAllow"]).split()
    equal(
        sorted(reached), sorted(["localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]),
        "what it may reach")
    equal(found.get("LoadCredential"), [f"{program.name}.{secret}" for secret in program.secrets], "LoadCredential")
    kept = {"StateDirectory", "CacheDirectory", "LogsDirectory", "RuntimeDirectory", "ReadWritePaths", "Requires", "BindsTo"}
    folders = {kind: mode for kind, mode in program.folders}
    equal(kept & found.keys(), {*folders}, "what it keeps, and what it starts")
    for kind, mode in folders.items():
        equal([found[kind], found[f"{kind}Mode"]], [[program.name], [mode]], kind)
    # Everything else as closed as the bridge.
    usual = settings(world)
    differ = {key for key in usual if found.get(key) != usual[key]}
    allowed = {
        "Description", "Documentation", "Wants", "After", "ExecStart", "WatchdogSec", "User", "Group", "StateDirectory",
        "StateDirectoryMode", "RuntimeDirectory", "RuntimeDirectoryMode", "LimitNOFILE", "MemoryMax", "TasksMax", "KillMode",
        "OOMPolicy", "RestrictAddressFamilies", "PrivateNetwork", "IPAddressDeny",
    }
    equal(sorted(differ - allowed), [], "what else differs from the unit of the bridge")


@each("where {name} cannot do its work it says so, and what is wrong in its section is told with its line")
def tells_what_is_wrong(world: World, program: Program) -> None:
    world.install_beside(program.name)
    # The system shares its loopback with this machine, where somebody may listen.
    write(world, "/tmp/none.conf", f"[{program.word}]\n{program.hopeless}\n")
    text = world.run(program.name, program.asks, "--config", "/tmp/none.conf", status=program.refusal_status)
    holds(f"{program.refusal}\n" in text, text)
    write(world, "/tmp/wrong.conf", f"[{program.word}]\nhots = server\npassword = quince\n")
    command = settings(world, program.unit)["ExecStart"][0].split()[1]
    text = world.run(program.name, command, "--config", "/tmp/wrong.conf", status=78)
    holds("/tmp/wrong.conf:2:" in text and "/tmp/wrong.conf:3:" in text and "quince" not in text, text)


@each("an upgrade keeps the service {name} enabled, removing stops it and keeps that, and purging leaves nothing but its user")
def life(world: World, program: Program) -> None:
    name = program.name
    world.purge()
    world.install_beside(name)
    world.run("systemctl", "enable", f"{name}.service")
    both = [world.bring(newer(world, "99.7", "newer", package)) for package in (world.package, world.beside(name))]
    said = world.apt("install", "--no-install-recommends", *both)
    equal(world.run("dpkg-query", "--show", "--showformat=${Version}", name), "99.7", "version")
    holds(world.path(program.enabled).is_symlink(), "the service is no longer enabled after an upgrade")
    holds(f"enable --now {name}" not in said, "an upgrade says again what is to be done at first")
    world.run("dpkg", "--remove", "callboard", status=1)
    holds(world.is_installed(), "the bridge can be removed from beneath it")
    world.run("dpkg", "--remove", name)
    for path in (f"/usr/bin/{name}", program.unit, f"/usr/share/doc/{name}"):
        holds(not world.path(path).exists(), f"{path} is still there")
    world.run("callboard", "--version")
    world.run("dpkg", "--install", both[1])
    holds(world.path(program.enabled).is_symlink(), "the service is no longer enabled after installing again")
    before = world.run("id", name)
    world.run("dpkg", "--purge", name)
    left = world.run("find", "/etc", "/usr", "/var", "/run", "-name", f"*{name}*", "-not", "-path", "/var/log/*").split()
    # The last one is systemd's, of a container that ended.
    allowed = ("/var/cache/apt/archives", "/var/lib/dpkg", "/var/tmp/systemd-private-")
    equal([path for path in left if not path.startswith(allowed)], [], "what is left")
    equal(world.run("id", name), before, "the user")
    holds(world.path(CONFIGURATION).exists(), "the bridge's configuration is gone")
    world.purge()
