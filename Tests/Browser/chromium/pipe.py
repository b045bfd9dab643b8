"""The protocol of the developer tools over two pipes: objects in JSON, each with a NUL behind it."""

import fcntl
import json
import os
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from waiting import PATIENCE

from .trouble import Trouble

# Chromium reads from the first and writes to the second.
IN, OUT = 3, 4
PIECE = 1 << 20

Hear = Callable[[str, dict], None]


class Pipe:
    """A browser that runs, and what is said to it."""

    def __init__(self, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        theirs_in, self.ours_out = os.pipe()
        self.ours_in, theirs_out = os.pipe()
        # Neither may be one of those that the other becomes.
        high_in, high_out = (fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 10) for each in (theirs_in, theirs_out))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.process = os.posix_spawnp(command[0], list(command), environment, setsid=True, file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), flags, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
            (os.POSIX_SPAWN_DUP2, high_in, IN),
            (os.POSIX_SPAWN_DUP2, high_out, OUT),
        ])
        for each in (theirs_in, theirs_out, high_in, high_out):
            os.close(each)
        self.number = 0
        self.lock = threading.Lock()
        self.waiting: dict[int, queue.SimpleQueue[dict]] = {}
        self.hearers: dict[str, Hear] = {}
        self.ended = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Takes all that the browser says, on a thread."""
        rest = b""
        while piece := os.read(self.ours_in, PIECE):
            *whole, rest = (rest + piece).split(b"\0")
            for each in whole:
                self.take(json.loads(each))
        self.ended.set()
        with self.lock:
            for each in self.waiting.values():
                each.put({"error": {"message": "the browser has ended"}})

    def take(self, message: dict) -> None:
        """Takes an answer or an event."""
        if "id" in message:
            with self.lock:
                box = self.waiting.pop(message["id"], None)
            if box:
                box.put(message)
        elif hear := self.hearers.get(message.get("sessionId", "")):
            hear(message["method"], message.get("params", {}))

    def ask(self, method: str, session: str = "", patience: float = PATIENCE, **parameters: object) -> dict:
        """Asks for something and gives the answer."""
        box: queue.SimpleQueue[dict] = queue.SimpleQueue()
        with self.lock:
            if self.ended.is_set():
                raise Trouble("the browser has ended")
            self.number += 1
            number = self.number
            self.waiting[number] = box
            message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
            self.write(json.dumps(message).encode() + b"\0")
        try:
            answer = box.get(timeout=patience)
        except queue.Empty:
            raise Trouble(f"{method} was not answered in {patience:.0f} s") from None
        if "error" in answer:
            raise Trouble(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def write(self, line: bytes) -> None:
        """Writes all of a line."""
        view = memoryview(line)
        try:
            while view:
                view = view[os.write(self.ours_out, view):]
        except BrokenPipeError:
            raise Trouble("the browser has ended") from None

    def close(self) -> None:
        """Lets it go."""
        os.close(self.ours_out)
