"""Several virtual machines at once, which share the scenarios between them."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from . import qemu
from .report import Report
from .trouble import Crashed, NotBooted

# What a machine says when it takes scenarios.
UP = "RIG-UP "


@dataclass(frozen=True)
class GuestKind:
    """What machines of one Debian have in common: they share their scenarios between them."""

    word: str
    names: list[str]
    share: Path
    command: Callable[[bool], list[str]]


class Turn:
    """A place among few, given back once and early where it is needed no more."""

    def __init__(self, places: threading.Semaphore) -> None:
        self._places = places
        self._taken = False

    def __enter__(self) -> None:
        self._places.acquire()
        self._taken = True

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Gives it back."""
        if self._taken:
            self._taken = False
            self._places.release()


class Fleet:
    """The machines of one run: the first that is in trouble ends them all."""

    def __init__(self, report: Report, folder: Path) -> None:
        self.report = report
        self.folder = folder
        # Whether the processor itself can be used is found out once; `make clean` forgets it.
        self.hopeless = folder / "no-kvm"
        self._machines: list[qemu.Machine] = []
        self._over = False
        self._lock = threading.Lock()
        # Until it is up a machine computes, and then it mostly waits.
        self._booting = threading.Semaphore(len(os.sched_getaffinity(0)))
        self._count = 0
        for old in self.folder.glob("console*.log"):
            old.unlink()

    def run(self, kinds: list[GuestKind]) -> None:
        """Runs machines of these kinds until all is done, as many at once as there are kinds."""
        # Those of an earlier run have ended.
        self._over = False
        self._machines.clear()
        with ThreadPoolExecutor(len(kinds)) as threads:
            runs = [threads.submit(self._run_in_turn, each) for each in kinds]
            try:
                done, _ = wait(runs, return_when=FIRST_EXCEPTION)
            finally:
                # Where all went well there is none left to kill.
                self._kill_all()
        for each in done:
            each.result()

    def _run_in_turn(self, kind: GuestKind) -> None:
        """Runs one machine after the other until nothing is left to take."""
        more = True
        while more:
            with self._lock:
                self._count += 1
                number = self._count
            try:
                self._run_one(number, kind)
            except Crashed as crash:
                with self._lock:
                    self.report.crashed(number, str(crash), self._console(number))
            with self._lock:
                more = self.report.wants_another(number) and not self._over

    def _run_one(self, number: int, kind: GuestKind) -> None:
        turn = Turn(self._booting)

        def on_line(text: str) -> None:
            if text.startswith(UP):
                turn.end()
            with self._lock:
                self.report.line(number, kind.word, kind.share, text)

        with turn:
            if os.access("/dev/kvm", os.R_OK | os.W_OK) and not self.hopeless.exists():
                try:
                    return self._boot(number, kind, True).follow(on_line, qemu.FAST_BOOT_LIMIT_SECONDS)
                except NotBooted:
                    with self._lock:
                        if not self.hopeless.exists():
                            self.hopeless.touch()
                            print("KVM does not work on this machine; emulating instead.", flush=True)
            self._boot(number, kind, False).follow(on_line)

    def _boot(self, number: int, kind: GuestKind, fast: bool) -> qemu.Machine:
        with self._lock:
            machine = qemu.Machine(kind.command(fast), self._console(number))
            self._machines.append(machine)
            if self._over:
                machine.kill()
            return machine

    def _console(self, number: int) -> Path:
        return self.folder / f"console-{number}.log"

    def _kill_all(self) -> None:
        with self._lock:
            self._over = True
            for machine in self._machines:
                machine.kill()
