"""Somebody who listens at the bridge's control socket, and knows when each line came."""

import json
import socket
import threading
import time
from pathlib import Path

from waiting import eventually


class Ear:
    """It hears everything from the moment that it is there."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        # When each line was here, in milliseconds by the clock of the machine, and the line.
        self.lines: list[tuple[float, dict]] = []
        self.socket.sendall(b'{"do":"tail","board":true,"id":1}\n')
        threading.Thread(target=self.hear, daemon=True).start()
        eventually(lambda: self.events("caught_up"), lambda: "the bridge does not say that it has told all")

    def hear(self) -> None:
        """Takes all lines, on a thread."""
        rest = b""
        try:
            while piece := self.socket.recv(1 << 16):
                now = time.time() * 1000
                *whole, rest = (rest + piece).split(b"\n")
                self.lines += [(now, json.loads(line)) for line in whole if line]
        except OSError:
            pass

    def events(self, name: str) -> list[tuple[float, dict]]:
        """Gives the events of a name that were heard."""
        return [(moment, line) for moment, line in list(self.lines) if line.get("event") == name]

    def close(self) -> None:
        """Hears no more."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
