"""What the guests' lines mean: each scenario by name with its time, and the end of it all."""

import json
import shutil
import time
from pathlib import Path

from .trouble import Trouble


def title(word: str, name: str) -> str:
    """Gives the name of a scenario on one Debian."""
    return f"{word} {name}"


class Guest:
    """What is known of one of the machines."""

    def __init__(self, word: str, share: Path) -> None:
        self.word = word
        self.share = share
        self.scenario = ""
        self.notes: list[str] = []
        self.complete = False
        # Whether it left scenarios for another one.
        self.more = False


class Report:
    """Prints results as they come and decides how the run ended."""

    def __init__(self, planned: dict[str, list[str]], failed: Path) -> None:
        self.planned = [title(word, name) for word, names in planned.items() for name in names]
        self.failed = failed
        self.passed: list[str] = []
        self.bad: list[str] = []
        self.guests: dict[int, Guest] = {}
        self.start = time.monotonic()
        shutil.rmtree(failed, ignore_errors=True)
        for word, names in planned.items():
            self.say(f"{len(names)} scenarios on Debian {word}")

    def line(self, number: int, word: str, share: Path, text: str) -> None:
        """Takes a line of a machine's console."""
        guest = self.guests.setdefault(number, Guest(word, share))
        if not text.startswith("RIG-") or "{" not in text:
            return
        kind, _, rest = text.removeprefix("RIG-").partition(" ")
        try:
            fields = json.loads(rest)
        except ValueError:
            # The kernel wrote into the line; a result that is lost so is missed in the end.
            return self.say(f"        unreadable: {text[:200]}")
        if kind == "UP":
            self.say(f"machine {number} (Debian {word}) is up after {self.elapsed():.0f} s: {fields['says']}")
        elif kind == "BEGIN":
            guest.scenario = title(guest.word, fields["name"])
        elif kind == "RESULT":
            self.result(guest, **fields)
        elif kind == "NOTE":
            guest.notes.append(fields["text"])
        elif kind == "TROUBLE-KEEPING":
            guest.notes.append(f"its logs could not be kept: {fields['reason']}")
        elif kind == "END":
            guest.complete = True
            guest.more = fields["more"]

    def wants_another(self, number: int) -> bool:
        """Says whether a machine that has ended left scenarios for another one."""
        guest = self.guests.get(number)
        return guest is not None and guest.more

    def crashed(self, number: int, reason: str, console: Path) -> None:
        """Counts the scenario as failed during which the kernel of a machine crashed; others are left for another one."""
        guest = self.guests.get(number)
        if guest is None or not guest.scenario:
            raise Trouble(f"{reason}, outside of any scenario; its console is in {console}")
        name = guest.scenario
        self.say(f" FAIL         {name}")
        for note in guest.notes:
            self.say(f"        {note}")
        self.say(f"        {reason}")
        place = self.failed / name.replace(" ", "-")
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy2(console, place / "console.log")
        self.say(f"        console: {place}")
        self.bad.append(name)
        guest.scenario, guest.complete, guest.more = "", True, True

    def result(self, guest: Guest, name: str, sentence: str, passed: bool, seconds: float, reason: str) -> None:
        """Prints one result."""
        kept, name = guest.share / "failed" / name, title(guest.word, name)
        self.say(f"{'  ok  ' if passed else ' FAIL '} {seconds:5.1f} s  {name}: {sentence}")
        for note in guest.notes:
            self.say(f"        {note}")
        guest.scenario, guest.notes = "", []
        if passed:
            self.passed.append(name)
            return
        self.bad.append(name)
        self.say(f"        {reason}")
        if kept.exists():
            place = self.failed / name.replace(" ", "-")
            shutil.copytree(kept, place, dirs_exist_ok=True)
            self.say(f"        logs and trace: {place}")

    def end(self) -> int:
        """Prints the sum and gives the exit status."""
        for guest in self.guests.values():
            if not guest.complete:
                place = f"in {guest.scenario}" if guest.scenario else "outside of any scenario"
                raise Trouble(f"a guest ended early, {place}")
        done = {*self.passed, *self.bad}
        missing = [name for name in self.planned if name not in done]
        if missing:
            raise Trouble(f"nothing was heard of {', '.join(missing)}")
        self.say(f"{len(self.passed)} of {len(self.planned)} scenarios passed in {self.elapsed():.0f} s")
        if self.bad:
            self.say(f"failed: {' '.join(sorted(self.bad))}")
        return 1 if self.bad else 0

    def elapsed(self) -> float:
        """Gives the seconds since the start."""
        return time.monotonic() - self.start

    def say(self, text: str) -> None:
        """Prints a line at once."""
        print(text, flush=True)
