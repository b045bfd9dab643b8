"""A house: a bridge with simulated phones, and the real wall that shows what it hears."""

import json
import os
import secrets
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from chromium.page import Page
from machine.check import Failed
from ports import free_port

from .ear import Ear
from waiting import PATIENCE, eventually

COOKIE = "callboard"
# Variables of the test are none of the programs', which read their configuration from some of that name.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CALLBOARD")}


class House:
    """All of it, in a folder of its own."""

    def __init__(self, programs: dict[str, Path], folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        for name in ("state", "wall"):
            (folder / name).mkdir()
        self.port = free_port()
        self.tokens = {detail: secrets.token_hex(16) for detail in ("full", "names", "counts")}
        self.looker = secrets.token_hex(16)
        self.running: dict[str, subprocess.Popen] = {}
        # Variables that the programs of this house have beside the others.
        self.environment: dict[str, str] = {}
        self.ears: list[Ear] = []

    # Its parts.

    def begin(self, scenario: dict, sections: str = "", beside: str = "", **keys: str) -> None:
        """Starts everything, the wall first: nothing that the phone does is before it."""
        self.begin_wall(scenario, sections, beside, **keys)
        self.start_bridge()

    def begin_wall(self, scenario: dict, sections: str = "", beside: str = "", **keys: str) -> None:
        """Starts all but the bridge, whose phone will play a scenario."""
        self.write(scenario)
        self.configure(sections, beside, **keys)
        self.start_wall()

    def begin_bridge(self, scenario: dict, sections: str = "") -> None:
        """Starts the bridge alone."""
        self.write(scenario)
        self.configure(sections)
        self.start_bridge()

    def write(self, scenario: dict) -> None:
        """Writes what the phone will do."""
        (self.folder / "scenario.json").write_text(json.dumps({"format": 1, **scenario}))

    def configure(self, sections: str = "", beside: str = "", **keys: str) -> None:
        """Writes the configuration, with keys of [wall], and tokens."""
        lines = [f"{detail} {detail} act {secret}" for detail, secret in self.tokens.items()]
        tokens = self.folder / "wall.tokens"
        tokens.write_text("\n".join([*lines, f"looker full {self.looker}", ""]))
        tokens.chmod(0o600)
        listen = ", ".join(each for each in (f"127.0.0.1:{self.port}", beside) if each)
        wall = {"listen": listen, "tokens": f"file:{tokens}", "name": "Hall", **keys}
        (self.folder / "callboard.conf").write_text("\n".join([
            "[radio]", "radio = simulated", f"scenario = {self.folder}/scenario.json", "repeat-after = 0s",
            "[control]", f"socket = {self.socket}",
            "[wall]", *(f"{key.replace('_', '-')} = {value}" for key, value in wall.items()), sections, "",
        ]))

    @property
    def socket(self) -> Path:
        """Gives where the bridge listens."""
        return self.folder / "control.sock"

    @property
    def address(self) -> str:
        """Gives where browsers find the wall."""
        return f"http://127.0.0.1:{self.port}/"

    def start_bridge(self) -> None:
        """Starts the bridge, whose phone begins its scenario."""
        self.start("callboard", "--state", str(self.folder / "state"), "-F", "null")
        eventually(self.bridge_hears, lambda: f"the bridge does not listen; {self.log()}")

    def start_wall(self) -> None:
        """Starts the wall."""
        self.start("callboard-wall", "--state", str(self.folder / "wall"))
        eventually(self.answers, lambda: f"the wall does not answer; {self.log()}")

    def start(self, name: str, *words: str) -> None:
        """Starts a program as its service does."""
        with open(self.folder / f"{name}.log", "a") as log:
            # Whoever runs this under nohup ignores a signal that a service manager would not.
            self.running[name] = subprocess.Popen(
                ["env", "--default-signal=HUP", self.programs[name], "run", "--config", self.folder / "callboard.conf", *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT | self.environment)

    def end(self, name: str, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends a program, and waits for that."""
        process = self.running.pop(name)
        process.send_signal(number)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired as expired:
            process.kill()
            process.wait()
            raise Failed(f"{name} does not end in {PATIENCE} s") from expired

    def discard(self) -> None:
        """Ends all of it."""
        for ear in self.ears:
            ear.close()
        for process in self.running.values():
            process.kill()
            process.wait()

    # Whether it is there.

    def bridge_hears(self) -> bool:
        """Tells whether clients can come to the bridge."""
        if self.running["callboard"].poll() is not None:
            raise Failed(f"the bridge ended: {self.log()}")
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.socket)) == 0

    def answers(self) -> bool:
        """Tells whether the wall answers whoever comes."""
        if self.running["callboard-wall"].poll() is not None:
            raise Failed(f"the wall ended: {self.log()}")
        try:
            with urllib.request.urlopen(self.address, timeout=PATIENCE):
                return True
        except urllib.error.HTTPError:
            # It refuses, which is an answer.
            return True
        except OSError:
            return False

    def log(self) -> str:
        """Gives what both programs wrote."""
        return " / ".join(f"{path.name}: {path.read_text().strip()[-400:]}" for path in sorted(self.folder.glob("*.log")))

    # How it is used.

    def command(self, name: str, *words: str) -> str:
        """Runs a command of one of the programs and gives what it printed."""
        done = subprocess.run(
            [self.programs[name], *words, "--config", self.folder / "callboard.conf", "--state", self.folder / "wall"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, env=ENVIRONMENT)
        if done.returncode != 0:
            raise Failed(f"{name} {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr.strip()}")
        return done.stdout

    def refusal(self, name: str, *words: str) -> str:
        """Runs a command that is to fail and gives what it said."""
        try:
            return f"it ended well: {self.command(name, *words)}"
        except Failed as failed:
            return str(failed)

    def ear(self) -> Ear:
        """Gives somebody who listens at the control socket from now on."""
        self.ears.append(Ear(self.socket))
        return self.ears[-1]

    def lets_in(self, page: Page, detail: str = "full") -> None:
        """Gives a page a token that may act."""
        page.cookie(COOKIE, self.tokens[detail], self.address)

    def board(self) -> dict:
        """Gives the board as programs read it."""
        request = urllib.request.Request(
            f"{self.address}board", headers={"Authorization": f"Bearer {self.tokens['full']}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def metrics(self) -> bytes:
        """Gives the numbers of the wall."""
        request = urllib.request.Request(
            f"{self.address}metrics", headers={"Authorization": f"Bearer {self.tokens['full']}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read()

    def becomes(self, holds: Callable[[dict], object], what: str) -> None:
        """Waits until something holds of the board."""
        eventually(lambda: holds(self.board()), lambda: what)
