"""A real broker on this machine, and a client that hears everything."""

import json
import secrets
import shutil
import socket
import subprocess
import threading
from pathlib import Path

from ports import free_port
from waiting import eventually

LINES = """listener {port} 127.0.0.1
allow_anonymous true
persistence false
log_dest file {folder}/broker.log
"""


class Broker:
    """mosquitto at a port that nobody else had."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        # It becomes a user of its own, who writes there.
        shutil.chown(folder, "mosquitto")
        (folder / "broker.conf").write_text(LINES.format(port=self.port, folder=folder))
        self.heard: list[dict] = []
        self.processes: list[subprocess.Popen] = []

    def start(self) -> None:
        """Starts it, perhaps once more, without anything that it kept."""
        path = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") or "mosquitto"
        self.processes.append(subprocess.Popen(
            [path, "-c", self.folder / "broker.conf"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        eventually(self.listens, lambda: "mosquitto does not listen")
        ear = subprocess.Popen(
            ["mosquitto_sub", *self.place, "-t", "#", "-F", "%j"], stdout=subprocess.PIPE, text=True, errors="replace")
        self.processes.append(ear)
        threading.Thread(target=self.hear, args=(ear,), daemon=True).start()

    @property
    def place(self) -> list[str]:
        """Gives what mosquitto's clients are told."""
        return ["-h", "127.0.0.1", "-p", str(self.port), "-V", "5"]

    def listens(self) -> bool:
        """Tells whether anybody can come."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def hear(self, ear: subprocess.Popen) -> None:
        """Remembers all messages, on a thread."""
        for text in ear.stdout or []:
            self.heard.append(json.loads(text, strict=False))

    def stop(self) -> None:
        """Ends it at once."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.processes = []

    def publish(self, topic: str, message: object, kept: bool = False) -> None:
        """Publishes a message; nothing takes back what is kept."""
        text = message if isinstance(message, str) else json.dumps(message)
        words = ["-n"] if text == "" else ["-s"]
        if kept:
            words.append("-r")
        subprocess.run(["mosquitto_pub", *self.place, "-q", "1", "-t", topic, *words], input=text, text=True, check=True)

    def kept(self) -> dict[str, str]:
        """Gives everything that it keeps: what comes before a mark, to somebody who has just come."""
        mark = f"callboard_test/{secrets.token_hex(4)}"
        rows: list[dict] = []
        ear = subprocess.Popen(
            ["mosquitto_sub", *self.place, "-t", "#", "-F", "%j"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")

        def read() -> None:
            for text in ear.stdout or []:
                rows.append(json.loads(text, strict=False))

        def has_come() -> bool:
            self.publish(mark, "here")
            return any(each["topic"] == mark for each in list(rows))

        threading.Thread(target=read, daemon=True).start()
        try:
            eventually(has_come, lambda: "the broker does not answer", 0.1)
        finally:
            ear.kill()
            ear.wait()
        return {each["topic"]: each["payload"] for each in list(rows) if each["retain"]}

    def told(self, topic: str) -> list[str]:
        """Gives what was told at a topic, in order."""
        return [each["payload"] for each in self.heard if each["topic"] == topic]
