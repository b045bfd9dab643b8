"""A clean Debian in a folder, and what a check does with it."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from waiting import PATIENCE

from .check import Failed, Skipped

# For scripts in a root: waits until what follows holds, and ends the script where that hangs.
UNTIL = (
    'until_() { n=0; until eval "$1"; do n=$((n + 1)); '
    f'[ $n -lt {PATIENCE * 10} ] || {{ echo "hangs: $1"; exit 1; }}; sleep 0.1; done; }}\n'
)
# How long a script with many such waits may take.
SCRIPT = 6 * PATIENCE
# The groups of users that have none of their own name.
GROUPS = {"nobody": "nogroup"}

PROBE = """[Unit]
After=callboard.service
[Service]
Type=oneshot
TimeoutStartSec=%d
ExecStart=-/bin/sh -c "/usr/local/sbin/probe >/probe 2>&1"
ExecStopPost=/bin/systemctl --no-block poweroff
[Install]
WantedBy=multi-user.target
"""


class World:
    """The root file system of one run, the project, and the package that is to be proven."""

    def __init__(self, project: Path, package: Path, word: str, archive: Path, build: Path) -> None:
        self.project = project
        self.package = package
        # Which Debian it is.
        self.word = word
        self.archive = archive
        self.build = build
        self.root = Path(tempfile.mkdtemp(prefix="root-", dir=build))
        # The folder is the root of another system: its own users must be able to enter it.
        self.root.chmod(0o755)
        self.scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=build))

    def unpack(self) -> None:
        """Fills the root."""
        subprocess.run(
            ["tar", "--extract", "--numeric-owner", "--xattrs", "--file", self.archive, "--directory", self.root,
             "--exclude=./dev/*"], check=True,
        )
        # Names are looked up there as they are here.
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        shutil.copy("/etc/hosts", self.root / "etc/hosts")
        self.downloads.mkdir(exist_ok=True)
        for each in self.downloads.glob("*.deb"):
            shutil.copy(each, self.root / "var/cache/apt/archives")
        # No service may start: there is no service manager, and /run/systemd/system is not there.

    @property
    def downloads(self) -> Path:
        """Gives where downloaded packages are kept."""
        return self.build / f"archives-{self.archive.name.split('-', 1)[1].rsplit('-', 1)[0]}"

    def keep_downloads(self) -> None:
        """Keeps downloaded packages for the next run."""
        for each in (self.root / "var/cache/apt/archives").glob("*.deb"):
            shutil.copy(each, self.downloads)

    def discard(self) -> None:
        """Removes the root again."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.rmtree(self.scratch, ignore_errors=True)
        # What systemd-nspawn leaves beside the root.
        (self.build / f".#{self.root.name}.lck").unlink(missing_ok=True)

    def inside(
        self, *words: str, user: str = "root", environment: dict[str, str] | None = None, proc: str = "defaults"
    ) -> list[str]:
        """Gives the command line that runs a command in the root, with processes of its own that end with it."""
        command = list(words)
        if user != "root":
            command = self.as_user(user, command)
        values = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
            "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **(environment or {}),
        }
        settled = [f"{name}={value}" for name, value in values.items()]
        # The mounts are seen by these processes alone and vanish with the last of them.
        return [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
            f'mount -t proc -o {proc} proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" env -i "$@"',
            str(self.root), *settled, *command,
        ]

    def as_user(self, user: str, command: list[str]) -> list[str]:
        """Gives the command line that runs a command as a user, who cannot become another one."""
        group = GROUPS.get(user, user)
        return ["setpriv", f"--reuid={user}", f"--regid={group}", "--init-groups", "--no-new-privs", *command]

    def run(self, *words: str, user: str = "root", environment: dict[str, str] | None = None, status: int | None = 0) -> str:
        """Runs a command in the root and gives what it printed; fails unless it ends with the status."""
        return self.here(*self.inside(*words, user=user, environment=environment), status=status, name=" ".join(words))

    def here(self, *words: object, status: int | None = 0, name: str = "", environment: dict[str, str] | None = None, limit: int = PATIENCE) -> str:
        """Runs a command on this machine and gives what it printed; fails unless it ends with the status."""
        command = [str(word) for word in words]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                timeout=limit, env=environment, cwd=self.project,
            )
        except subprocess.TimeoutExpired as expired:
            raise Failed(f"'{name or ' '.join(command)}' did not end in {limit} s") from expired
        text = done.stdout.decode(errors="replace")
        if status is not None and done.returncode != status:
            end = " / ".join(text.strip().splitlines()[-12:])
            raise Failed(f"'{name or ' '.join(command)}' ended with {done.returncode} and not {status}: {end}")
        return text

    def apt(self, *words: str) -> str:
        """Runs apt-get in the root; its lists may be older than the mirror."""
        # The root need not outlive a power cut.
        options = (
            "-o", "APT::Keep-Downloaded-Packages=true", "-o", "APT::Sandbox::User=root", "-o", "Dpkg::Options::=--force-unsafe-io")
        try:
            text = self.run("apt-get", "--yes", "--quiet", *options, *words)
        except Failed:
            self.run("apt-get", "--quiet", "update")
            text = self.run("apt-get", "--yes", "--quiet", *options, *words)
        self.keep_downloads()
        return text

    def boot(self, script: str, holds_devices: bool = False, capabilities: str = "") -> str:
        """Boots the root with its own systemd, runs a script there, which has `until_`, and gives what that printed.

        holds_devices: whether that systemd can refuse devices to services, as on a machine.
        capabilities: what it can give to services beside what a container usually has.
        """
        self.path("/usr/local/sbin/probe").write_text("#!/bin/sh\n" + UNTIL + script)
        self.path("/usr/local/sbin/probe").chmod(0o755)
        unit = self.path("/etc/systemd/system/probe.service")
        unit.write_text(PROBE % SCRIPT)
        said = self.path("/probe")
        said.unlink(missing_ok=True)
        self.run("systemctl", "enable", "probe.service")
        # What nspawn leaves in /run it leaves in one that vanishes.
        nspawn = (
            "mount -t tmpfs tmpfs /run && exec systemd-nspawn --quiet --boot --register=no --keep-unit --console=pipe "
            '--private-network $1 --directory="$0"'
        )
        # Devices are refused by programs in the kernel, in the one hierarchy of control groups alone.
        option, environment = f"--capability={capabilities}" if capabilities else "", None
        if holds_devices:
            option = "--system-call-filter=bpf"
            environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        self.run("rm", "-rf", "/var/log/journal")
        self.run("mkdir", "/var/log/journal")
        text = self.here(
            "unshare", "--mount", "sh", "-c", nspawn, self.root, option, status=None, name="systemd-nspawn",
            environment=environment, limit=SCRIPT + PATIENCE)
        self.run("rm", "-rf", "/usr/local/sbin/probe", "/etc/systemd/system/probe.service",
                 "/etc/systemd/system/multi-user.target.wants/probe.service")
        if not any(self.path("/var/log/journal").iterdir()):
            raise Skipped(f"systemd does not boot in a container here: {text.strip()[-300:]}")
        if not said.exists():
            journal = self.here("journalctl", f"--directory={self.path('/var/log/journal')}", "--output=cat", status=None)
            raise Failed(f"systemd did not come as far as the script: {text.strip()[-300:]} {journal[-600:]}")
        return said.read_text()

    def bring(self, package: Path) -> str:
        """Copies a package into the root and gives its path there."""
        shutil.copy(package, self.root / "tmp" / package.name)
        return f"/tmp/{package.name}"

    def path(self, inside: str) -> Path:
        """Gives where a path of the root is on this machine."""
        return self.root / inside.lstrip("/")

    def owner(self, inside: str) -> str:
        """Gives mode, user and group of a path in the root, as `755 root:root`."""
        return self.run("stat", "--format=%a %U:%G", inside).strip()

    def is_installed(self, name: str = "callboard") -> bool:
        """Tells whether a package is installed in the root."""
        listed = self.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name, status=None)
        return listed.strip() == "installed"

    def install(self) -> None:
        """Sees to it that the package is installed, with what it needs and no more, and no newer one that a check left."""
        version = self.package.name.split("_")[1]
        if self.is_installed() and self.run("dpkg-query", "--show", "--showformat=${Version}", "callboard") != version:
            self.purge()
        if not self.is_installed():
            self.apt("install", "--no-install-recommends", self.bring(self.package))

    @property
    def companions(self) -> list[str]:
        """Gives what the programs beside the bridge are called, each of which has a package of its own."""
        return sorted(f"callboard-{each.name}" for each in (self.project / "Sources/Packaging/companions").iterdir())

    @property
    def services(self) -> list[str]:
        """Gives those of them that systemd runs, as users of their own."""
        folder = self.project / "Sources/Packaging/companions"
        return [name for name in self.companions if "\nSESSION=" not in (folder / name.removeprefix("callboard-")).read_text()]

    def beside(self, name: str) -> Path:
        """Gives the package of a program beside the bridge."""
        return self.package.with_name(self.package.name.replace("callboard_", f"{name}_"))

    def install_beside(self, *names: str) -> None:
        """Sees to it that the packages of these programs are installed, too, which need the bridge's; without names all."""
        self.install()
        missing = [name for name in names or self.companions if not self.is_installed(name)]
        if missing:
            self.apt("install", "--no-install-recommends", *(self.bring(self.beside(name)) for name in missing))

    def purge(self) -> None:
        """Sees to it that nothing of the packages is there."""
        self.run("dpkg", "--purge", *self.companions, "callboard")

    @contextmanager
    def background(
        self, *words: str, user: str = "root", environment: dict[str, str] | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Runs a command in the root meanwhile."""
        command = self.inside(*words, user=user, environment=environment)
        # A group of its own: who becomes another user does not end with what started it.
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        ) as running:
            try:
                yield running
            finally:
                os.killpg(running.pid, signal.SIGKILL)
