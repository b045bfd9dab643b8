"""One run of the virtual machine, from power-on to power-off, with a watch on its silence."""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from waiting import PATIENCE

from .cables import Cables
from .kernel import Kernel
from .trouble import Crashed, NotBooted, Trouble

# Unless another is asked for.
MEMORY_MEGABYTES = 1024
# Hardware virtualisation may be present and yet hang for ever on a nested host.
FAST_BOOT_LIMIT_SECONDS = 12
# By the clock of instructions the emulator now and then forgets to wake an idle guest at the time of
# its next timer, and both stand still until something happens on the host.
WAKE_SECONDS = 0.1
# An emulated processor pays for what newer ones guard (SMAP ends a block at each copy from a
# program, LA57 is one more table to walk), and two of them pay for each other: half the work.
# Its clock goes by the instructions it has done, 8 ns each: a host that is busy makes it slow, and no
# limit inside (the kernel gives a controller 2 s) passes sooner for that.
EMULATED = ["-accel", "tcg,thread=single", "-cpu", "Nehalem", "-icount", "shift=3,align=off,sleep=on"]


def command(kernel: Kernel, initramfs: Path, shares: dict[str, tuple[Path, bool]], memory: int, fast: bool) -> list[str]:
    """Gives the command line of the emulator."""
    accelerator = ["-accel", "kvm", "-cpu", "host"] if fast else EMULATED
    line = ["qemu-system-x86_64", *accelerator, "-m", str(memory), "-smp", "1"]
    line += ["-nodefaults", "-nographic", "-no-reboot", "-serial", "stdio"]
    line += ["-kernel", str(kernel.unpacked()), "-initrd", str(initramfs)]
    line += ["-append", "console=ttyS0 quiet loglevel=1 oops=panic panic=-1 mitigations=off norandmaps 8250.nr_uarts=8"]
    for tag, (path, writable) in shares.items():
        access = "" if writable else ",readonly=on"
        escaped = str(path).replace(",", ",,")
        line += ["-fsdev", f"local,id={tag},path={escaped},security_model=none,multidevs=remap{access}"]
        line += ["-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}"]
    return line


class Machine:
    """A running emulator; what it says on its serial console goes line by line to whoever asked."""

    def __init__(self, line: list[str], log: Path) -> None:
        self.log = log
        cables = Cables()
        # The emulator's own console, at which nothing is ever said.
        self.alarm, theirs = socket.socketpair()
        self.alarm.setblocking(False)
        console = ["-chardev", f"socket,id=alarm,fd={theirs.fileno()}", "-mon", "chardev=alarm,mode=readline"]
        self.process = subprocess.Popen(
            line + cables.options + console,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[*cables.descriptors, theirs.fileno()],
        )
        cables.let_go()
        theirs.close()

    def _wake(self) -> None:
        """Has the emulator look what time it is."""
        # A key that its console takes for nothing, and answers with nothing.
        with suppress(OSError):
            self.alarm.send(b"\0")

    def _starved(self) -> float:
        """Seconds for which the thread of the emulator that waited most was ready and another program had the processor."""
        waited = 0
        with suppress(OSError):
            for path in Path(f"/proc/{self.process.pid}/task").iterdir():
                with suppress(OSError):
                    waited = max(waited, int((path / "schedstat").read_text().split()[1]))
        return waited / 1e9

    def kill(self) -> None:
        """Ends it at once; `follow` then ends as well."""
        if self.process.poll() is None:
            self.process.kill()

    def follow(self, on_line: Callable[[str], None], boot_limit: float = PATIENCE) -> None:
        """Reads to its end.

        A crash of its kernel, silence and an end before the rig said a word are each a `Trouble`.
        """
        try:
            with open(self.log, "wb") as record:
                alive = self._read(record, on_line, boot_limit)
            if self.process.wait() != 0 or not alive:
                kind = Trouble if alive else NotBooted
                raise kind(f"the emulator ended with status {self.process.returncode}; see {self.log}")
        except OSError as error:
            raise Trouble(
                f"the console of the virtual machine cannot be kept in {self.log}: {error.strerror}"
            ) from error
        finally:
            self.kill()
            self.process.wait()
            self.alarm.close()

    def _read(self, record, on_line: Callable[[str], None], boot_limit: float) -> bool:  # type: ignore[no-untyped-def]
        assert self.process.stdout
        descriptor = self.process.stdout.fileno()
        alive = False
        rest = b""
        last, starved = time.monotonic(), self._starved()
        while True:
            # Once it is up it says every 10 s by its own clock that it lives.
            limit = PATIENCE if alive else boot_limit
            ready, _, _ = select.select([descriptor], [], [], WAKE_SECONDS)
            if not ready:
                self._wake()
                # On a busy machine silence counts only while the emulator could run.
                if time.monotonic() - last < limit + self._starved() - starved:
                    continue
                what = f"for {limit:.0f} s; its console is in {self.log}"
                if not alive:
                    raise NotBooted(f"the virtual machine did not boot {what}")
                raise Trouble(f"the virtual machine said nothing {what}")
            chunk = os.read(descriptor, 65536)
            if not chunk:
                return alive
            record.write(chunk)
            record.flush()
            *lines, rest = (rest + chunk).split(b"\n")
            for raw in lines:
                text = raw.decode(errors="replace").rstrip("\r")
                if "Kernel panic" in text:
                    raise Crashed(f"the guest's kernel crashed ({text.partition('] ')[2] or text})")
                if text.startswith("RIG-TROUBLE "):
                    raise Trouble(f"{text.removeprefix('RIG-TROUBLE ')}; the guest's console is in {self.log}")
                if text.startswith("RIG-"):
                    alive = True
                    last, starved = time.monotonic(), self._starved()
                on_line(text)


def interactive(line: list[str]) -> int:
    """Runs the machine with its console on the terminal."""
    sys.stdout.flush()
    cables = Cables()
    return subprocess.run(line + cables.options, pass_fds=cables.descriptors).returncode
