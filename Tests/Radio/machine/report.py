"""What the guest's lines mean: each scenario by name with its time, and the end of it all."""

import json
import shutil
import time
from pathlib import Path

from .trouble import Trouble


class Report:
    """Prints results as they come and decides how the run ended."""

    def __init__(self, failed: Path, shared: Path) -> None:
        self.failed = failed
        self.shared = shared
        self.planned: list[str] = []
        self.passed: list[str] = []
        self.bad: list[str] = []
        self.complete = False
        self.start = time.monotonic()
        self.sentence = ""
        shutil.rmtree(failed, ignore_errors=True)

    def line(self, text: str) -> None:
        """Takes a line of the console."""
        if not text.startswith("RIG-") or "{" not in text:
            return
        word, _, rest = text.removeprefix("RIG-").partition(" ")
        try:
            fields = json.loads(rest)
        except ValueError:
            # The kernel wrote into the line; a result that is lost so is missed in the end.
            return self.say(f"        unreadable: {text[:200]}")
        if word == "PLAN":
            self.planned = fields["names"]
            self.say(f"{len(self.planned)} scenarios; the machine is up after {self.elapsed():.0f} s")
        elif word == "BEGIN":
            self.sentence = fields["sentence"]
        elif word == "RESULT":
            self.result(**fields)
        elif word == "NOTE":
            self.say(f"        {fields['text']}")
        elif word == "TROUBLE-KEEPING":
            self.say(f"        its logs could not be kept: {fields['reason']}")
        elif word == "END":
            self.complete = True

    def result(self, name: str, passed: bool, seconds: float, reason: str) -> None:
        """Prints one result."""
        self.say(f"{'  ok  ' if passed else ' FAIL '} {seconds:5.1f} s  {name}: {self.sentence}")
        if passed:
            self.passed.append(name)
            return
        self.bad.append(name)
        self.say(f"        {reason}")
        kept = self.failed / name
        if (self.shared / name).exists():
            shutil.copytree(self.shared / name, kept, dirs_exist_ok=True)
            self.say(f"        logs and trace: {kept}")

    def end(self) -> int:
        """Prints the sum and gives the exit status."""
        done = {*self.passed, *self.bad}
        missing = [name for name in self.planned if name not in done]
        if not self.complete:
            place = f"in {missing[0]}" if missing else "outside of any scenario"
            raise Trouble(f"the guest ended early, {place}")
        if not self.planned:
            raise Trouble("no scenario has that name")
        if missing:
            raise Trouble(f"nothing was heard of {', '.join(missing)}")
        self.say(f"{len(self.passed)} of {len(self.planned)} scenarios passed in {self.elapsed():.0f} s")
        return 1 if self.bad else 0

    def elapsed(self) -> float:
        """Gives the seconds since the start."""
        return time.monotonic() - self.start

    def say(self, text: str) -> None:
        """Prints a line at once."""
        print(text, flush=True)
