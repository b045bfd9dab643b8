"""Home Assistant in its clean Debian, as a process that is asked and tells."""

import json
import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from machine.check import Failed
from machine.trouble import Trouble

from .root import VENV, inside
from waiting import PATIENCE, eventually

# Where programs and configurations are in the root.
PLACE = "srv/callboard"
# Seconds between questions, each of which it has to work for.
PAUSE = 0.1


class Instance:
    """One Home Assistant with a configuration of its own, which outlives a restart."""

    def __init__(self, root: Path, port: int, name: str) -> None:
        self.root = root
        self.port = port
        self.folder = f"/{PLACE}/{name}"
        self.errors = root / PLACE / name / "errors"
        # All it told since it began, without its answers.
        self.lines: list[dict] = []
        self.version = ""
        # Where it serves web pages, if it does.
        self.pages = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it, perhaps once more, and waits until it listens to the broker."""
        self.answers: queue.Queue[dict] = queue.Queue()
        command = inside(
            self.root, f"/{VENV}/bin/python", f"/{PLACE}/inside/instance.py", str(self.port), self.folder, str(PATIENCE),
            *([str(self.pages)] if self.pages else []))
        (self.root / self.folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
        errors = open(self.errors, "w")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        errors.close()
        threading.Thread(target=self.read, args=(self.process, self.answers), daemon=True).start()
        ready = self.answer()
        if ready["kind"] != "ready":
            raise Trouble(f"Home Assistant does not start: {ready.get('text', ready)}")
        self.version = ready["version"]

    def read(self, process: subprocess.Popen[str], answers: "queue.Queue[dict]") -> None:
        """Reads what it tells, on a thread."""
        for text in process.stdout or []:
            line = json.loads(text)
            if line["kind"] in ("answer", "ready", "stopped", "failed"):
                answers.put(line)
            else:
                self.lines.append(line)
        answers.put({"kind": "failed", "text": self.errors.read_text()[-600:]})

    def answer(self) -> dict:
        """Waits for an answer."""
        try:
            return self.answers.get(timeout=PATIENCE)
        except queue.Empty as empty:
            raise Trouble(f"Home Assistant does not answer in {PATIENCE} s") from empty

    def write(self, **command: object) -> None:
        """Writes a line to it."""
        if not self.process or not self.process.stdin:
            raise Trouble("Home Assistant does not run")
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def ask(self, action: str, **more: object):
        """Has it do something and gives what came of that."""
        self.write(do=action, **more)
        answer = self.answer()
        if "value" not in answer:
            raise Failed(f"Home Assistant refuses {action}: {answer.get('error') or answer.get('text')}")
        return answer["value"]

    def stop(self) -> None:
        """Stops it as a person would."""
        if not self.process:
            return
        try:
            self.write(do="stop")
            self.process.wait(PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        self.process = None

    def discard(self) -> None:
        """Ends it and removes its configuration."""
        self.stop()
        shutil.rmtree(self.root / self.folder.lstrip("/"), ignore_errors=True)

    # What it knows.

    def settle(self) -> None:
        """Waits until it has worked on all that was published."""
        self.ask("settle")

    def devices(self) -> dict[str, dict]:
        """Gives its devices by their names at the broker."""
        return self.ask("devices")

    def entities(self) -> dict[str, str]:
        """Gives its entities: what callboard-mqtt calls them, with what Home Assistant does."""
        return {each["unique_id"]: name for name, each in self.ask("entities").items()}

    def states(self) -> dict[str, str]:
        """Gives the state of each entity, by what callboard-mqtt calls it."""
        states = self.ask("states")
        return {unique: states[name]["state"] for unique, name in self.entities().items() if name in states}

    def attributes(self, unique: str) -> dict:
        """Gives what is told beside a state."""
        return self.ask("states")[self.entities()[unique]]["attributes"]

    def becomes(self, unique: str, state: str) -> None:
        """Waits until an entity has a state."""
        def look() -> str | None:
            return self.states().get(unique)
        eventually(lambda: look() == state, lambda: f"{unique} is {look()} and does not become {state}", PAUSE)

    def call(self, service: str, unique: str, **data: object) -> None:
        """Does to an entity what an automation would."""
        self.ask("call", service=service, data={"entity_id": self.entities()[unique], **data})

    def events(self, unique: str) -> list[str]:
        """Gives the types of what happened at an event entity, in order."""
        return [each["event_type"] for each in self.happened(unique)]

    def happened(self, unique: str) -> list[dict]:
        """Gives what was told of what happened at an event entity."""
        name = self.entities().get(unique)
        found: dict[str, dict] = {}
        for each in self.lines:
            if each["kind"] == "state" and each["entity"] == name and each["attributes"].get("event_type"):
                # The state is when it happened; it is told again when the entity comes and goes.
                if each["state"] not in ("unavailable", "unknown"):
                    found[each["state"]] = each["attributes"]
        return list(found.values())

    def triggered(self) -> list[str]:
        """Gives which triggers of devices have fired."""
        return [each["trigger"] for each in self.lines if each["kind"] == "trigger"]

    def complaints(self) -> list[str]:
        """Gives what it warned of since it began."""
        return [
            re.sub(r"\s+", " ", f"{each['logger']}: {each['text']}")[:600] for each in self.lines
            # Of that log it complains of itself.
            if each["kind"] == "log" and each["level"] != "INFO" and each["logger"] != "homeassistant.helpers.frame"
        ]

    def had(self, unique: str) -> list[str]:
        """Gives the states that an entity has had, each behind another one."""
        name = self.entities().get(unique)
        told = [each["state"] for each in self.lines if each["kind"] == "state" and each["entity"] == name]
        return [state for place, state in enumerate(told) if place == 0 or told[place - 1] != state]

    def forget(self) -> None:
        """Forgets what has happened, though not what it complained of."""
        self.lines = [each for each in self.lines if each["kind"] == "log"]

    def wait_for(self, holds: Callable[["Instance"], object], what: str) -> None:
        """Waits until something holds of it."""
        eventually(lambda: holds(self), lambda: what, PAUSE)
