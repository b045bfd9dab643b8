"""A house: a broker, a Home Assistant, a bridge with simulated phones, and the program that tells of them."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from machine.check import Failed

from .broker import Broker
from .instance import Instance
from .scenario import START, later
from waiting import PATIENCE, eventually

BRIDGE = "hall"
PHONE = "Mara's iPhone"
# Variables of the test are none of the programs', which read their configuration from some of that name.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CALLBOARD")}


class House:
    """All of it, in a folder of its own."""

    def __init__(self, programs: dict[str, Path], root: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        folder.chmod(0o755)
        (folder / "broker").mkdir()
        (folder / "state").mkdir()
        self.broker = Broker(folder / "broker")
        self.home = Instance(root, self.broker.port, folder.name)
        self.running: dict[str, subprocess.Popen] = {}
        self.sections = ""
        # Whether Home Assistant is told of devices.
        self.discovers = True
        # The short name of the one phone.
        self.phone = ""

    # Its parts.

    def begin(self, scenario: dict, sections: str = "", **keys: str) -> None:
        """Starts everything: Home Assistant first, so that it hears all that the phone does."""
        self.sections = sections
        self.configure(**keys)
        self.broker.start()
        self.home.start()
        time_before = 0.0
        while not self.hears_all(later(scenario, time_before), START + time_before):
            # The phone began before everybody listened: once more, and it begins later.
            self.end("callboard-mqtt")
            self.end("callboard")
            time_before = 2 * time_before + START
            self.home.forget()
            self.broker.heard.clear()

    def hears_all(self, scenario: dict, begin: float) -> bool:
        """Starts the bridge and what tells of it; says whether Home Assistant knew of the phone before that did anything."""
        (self.folder / "scenario.json").write_text(json.dumps({"format": 1, **scenario}))
        started = time.monotonic()
        self.start_bridge()
        self.start_teller()
        self.follows()
        if self.discovers:
            # Home Assistant takes the messages about a device one after the other, and this comes with the last.
            self.home.wait_for(lambda home: self.on_phone("battery") in home.entities(), "the phone has no battery")
        self.home.settle()
        self.home.ask("triggers")
        # As long again is left for what a check looks at before.
        return time.monotonic() < started + begin / 2

    def configure(self, **keys: str) -> None:
        """Writes the configuration, with keys of [mqtt]."""
        self.discovers = keys.get("discovery") != "no"
        mqtt = {"host": f"127.0.0.1:{self.broker.port}", "bridge": BRIDGE, **keys}
        (self.folder / "callboard.conf").write_text("\n".join([
            "[radio]", "radio = simulated", f"scenario = {self.folder}/scenario.json", "repeat-after = 0s",
            "[control]", f"socket = {self.socket}", "[history]", "enabled = no",
            "[mqtt]", *(f"{key.replace('_', '-')} = {value}" for key, value in mqtt.items()), self.sections, "",
        ]))

    @property
    def socket(self) -> Path:
        """Gives where the bridge listens."""
        return self.folder / "control.sock"

    def start_bridge(self) -> None:
        """Starts the bridge, whose phone begins its scenario."""
        self.start("callboard", "--state", str(self.folder / "state"), "-F", "null")

    def start_teller(self) -> None:
        """Starts callboard-mqtt."""
        self.start("callboard-mqtt")

    def start(self, name: str, *words: str) -> None:
        """Starts a program as its service does."""
        with open(self.folder / f"{name}.log", "a") as log:
            # Whoever runs this under nohup ignores a signal that a service manager would not.
            self.running[name] = subprocess.Popen(
                ["env", "--default-signal=HUP", self.programs[name], "run", "--config", self.folder / "callboard.conf", *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT)

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

    def reload(self, **keys: str) -> None:
        """Has both programs read another configuration."""
        self.configure(**keys)
        for process in self.running.values():
            process.send_signal(signal.SIGHUP)

    def discard(self) -> None:
        """Ends all of it."""
        for process in self.running.values():
            process.kill()
            process.wait()
        self.home.discard()
        self.broker.stop()

    # What it does.

    def command(self, name: str, *words: str, status: int = 0) -> str:
        """Runs a command of one of the programs and gives what it printed."""
        done = subprocess.run(
            [self.programs[name], *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=PATIENCE, env=ENVIRONMENT,
        )
        if done.returncode != status:
            raise Failed(f"{name} {' '.join(words)} ended with {done.returncode}: {done.stdout.strip()}")
        return done.stdout

    def listed(self) -> list[dict]:
        """Gives the notices that the bridge has."""
        text = self.command("callboard", "list", "--json", "--socket", str(self.socket))
        return [json.loads(row) for row in text.splitlines()]

    def follows(self) -> None:
        """Waits until the broker knows of a phone that is ready, and its battery, which is read after that."""
        eventually(lambda: self.phones or self.ended(), self.account)
        if self.ended():
            raise Failed(f"{' and '.join(self.ended())} ended: {self.log()}")
        self.phone = self.phones[0]
        eventually(lambda: self.last(self.topic("availability")) == "online" or self.ended(), self.account)
        eventually(lambda: self.last(self.topic("battery")) or self.ended(), self.account)

    def ended(self) -> list[str]:
        """Gives the programs that ended by themselves."""
        return [name for name, process in self.running.items() if process.poll() is not None]

    def account(self) -> str:
        """Gives what both programs wrote, what the bridge says of its phones, and what the broker heard."""
        status = self.command("callboard", "status", "--socket", str(self.socket), "--json")
        heard = "; ".join(f"{each['topic']} {each['payload'][:80]}" for each in self.broker.heard[-20:])
        return f"{self.log()} / status {status} / heard {len(self.broker.heard)}: {heard} / not followed"

    def log(self) -> str:
        """Gives what both programs wrote."""
        return " / ".join(
            f"{path.name}: {path.read_text().strip()[-400:]}" for path in sorted(self.folder.glob("*.log")))

    # Where things are told.

    def last(self, topic: str) -> str | None:
        """Gives what was told last at a topic."""
        said = self.broker.told(f"callboard/{BRIDGE}/{topic}")
        return said[-1] if said else None

    @property
    def phones(self) -> list[str]:
        """Gives the phones' short names."""
        return json.loads(self.last("info") or "{}").get("phones", [])

    def topic(self, leaf: str) -> str:
        """Gives a topic of the phone, behind those of the bridge."""
        return f"{self.phone}/{leaf}"

    def on_phone(self, key: str) -> str:
        """Gives what something on the phone is called by callboard-mqtt."""
        return f"callboard_{BRIDGE}_{self.phone}_{key}"

    @staticmethod
    def on_bridge(key: str) -> str:
        """Gives what something on the bridge is called."""
        return f"callboard_{BRIDGE}_{key}"
