"""A wall in place of the real one, with the same page: its board and its moments are those of the check."""

import json
import queue
import re
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from ports import free_port

from . import markup
from .parts import Parts

# The board in the page.
BOARD = re.compile(r'<div id="board".*</div>(?=\n<nav id="tools")', re.DOTALL)
# How many events whoever comes back is told of one by one.
KEPT = 256
# What keeps a stream alive, and shows the page that it is.
HERE = "event: here\ndata: \n\n"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" fill="#808080"/></svg>'


class StandIn:
    """It listens at a port of its own, which it keeps when it goes and comes back."""

    def __init__(self, parts: Parts, board: dict) -> None:
        self.parts = parts
        self.board = board
        self.lock = threading.RLock()
        self.streams: list[queue.SimpleQueue[str | None]] = []
        self.number = 0
        self.kept: list[tuple[int, str]] = []
        self.acts: list[dict] = []
        # What an act is answered with, and what a search finds.
        self.answer: Callable[[dict], tuple[int, dict]] = lambda act: (200, {"ok": True})
        self.history: Callable[[dict[str, str]], dict] = lambda asked: {"version": 1, "notices": []}
        self.statistics = PICTURE
        self.lets_in = True
        # Whether nothing goes out any more, though no connection breaks.
        self.is_silent = False
        self.port = free_port()
        self.asked: list[str] = []
        # The identities that streams began behind, none for those that began anew.
        self.resumed: list[str | None] = []
        self.server: ThreadingHTTPServer | None = None
        self.connections: set[socket.socket] = set()

    @property
    def address(self) -> str:
        """Gives where browsers find it."""
        return f"http://127.0.0.1:{self.port}/"

    # Its life.

    def start(self) -> None:
        """Begins to listen, perhaps once more."""
        outer = self

        class Own(Visitor):
            stand_in = outer

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, request: object, client_address: object) -> None:
                """Says nothing of browsers that went away."""

        self.server = Server(("127.0.0.1", self.port), Own)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Ends as one that is killed: every connection breaks."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None
        self.cut()

    def cut(self) -> None:
        """Breaks all connections, as a network does that goes."""
        with self.lock:
            for each in self.streams:
                each.put(None)
            self.streams.clear()
            for connection in self.connections:
                shut(connection)
            self.connections.clear()

    def forget(self) -> None:
        """Becomes one that was started anew: it knows nothing of what it told before."""
        with self.lock:
            self.kept.clear()
            self.number += 1000
            self.board["run"] += "x"

    # What it tells.

    def tell(self, name: str, news: dict) -> None:
        """Tells all pages something."""
        with self.lock:
            self.number += 1
            text = self.event(name, news)
            self.kept = [*self.kept, (self.number, text)][-KEPT:]
            for each in self.streams:
                each.put(text)

    def event(self, name: str, news: dict) -> str:
        """Gives an event as it is sent to a page."""
        drawn = {"board": markup.board(news)} if name == "board" else markup.change(self.board, news)
        return f"id: {self.board['run']}-{self.number}\nevent: {name}\ndata: {json.dumps(drawn)}\n\n"

    def change(self, **members: object) -> None:
        """Changes members of the board as a whole."""
        with self.lock:
            self.board.update(members)
            self.tell("change", {"version": 1, **members})

    def put(self, *rows: dict, before: str | None = "") -> None:
        """Puts rows in, each above the one before, or before a row; with None at the end."""
        with self.lock:
            steps = []
            for row in rows:
                held = [each for each in self.board.get("rows", []) if each["id"] != row["id"]]
                next_one = (held[0]["id"] if held else None) if before == "" else before
                place = next((place for place, each in enumerate(held) if each["id"] == next_one), len(held))
                held.insert(place, row)
                steps.append({"before": next_one, "row": row})
                # What is above the limit falls off.
                self.board["rows"] = held[:256]
            self.tell("change", {"version": 1, "rows": {"gone": [], "put": steps}})

    def take(self, *ids: str) -> None:
        """Takes rows away."""
        with self.lock:
            self.board["rows"] = [each for each in self.board.get("rows", []) if each["id"] not in ids]
            self.tell("change", {"version": 1, "rows": {"gone": list(ids), "put": []}})

    def begin(self, known: str | None) -> queue.SimpleQueue[str | None]:
        """Begins a stream behind what a browser knows, or with all of it."""
        box: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        with self.lock:
            self.resumed.append(known)
            run, _, number = (known or "").rpartition("-")
            if run == self.board["run"] and self.kept and self.kept[0][0] - 1 <= int(number) <= self.number:
                for each, text in self.kept:
                    if each > int(number):
                        box.put(text)
            elif not (run == self.board["run"] and int(number) == self.number):
                box.put(self.event("board", self.board))
            if box.empty():
                box.put(HERE)
            self.streams.append(box)
        return box

    def all_is_sent(self) -> bool:
        """Says whether nothing that was told waits here any more."""
        with self.lock:
            return all(each.empty() for each in self.streams)

    def document(self) -> str:
        """Gives the page."""
        with self.lock:
            board = markup.board(self.board)
        return BOARD.sub(lambda _: board, self.parts["/"].text)

    def found(self, query: dict[str, str]) -> dict:
        """Gives what a search finds, as rows."""
        answer = self.history(query)
        return {**answer, "rows": [markup.hit(each, self.board["time"]) for each in answer["notices"]]}


def shut(connection: socket.socket) -> None:
    """Breaks a connection that another thread may be using."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


class Visitor(BaseHTTPRequestHandler):
    """One browser at the stand-in."""

    stand_in: ClassVar[StandIn]
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        """Remembers the connection."""
        super().setup()
        with self.stand_in.lock:
            self.stand_in.connections.add(self.connection)

    def finish(self) -> None:
        """Forgets the connection."""
        with self.stand_in.lock:
            self.stand_in.connections.discard(self.connection)
        try:
            super().finish()
        except OSError:
            pass

    def log_message(self, format: str, *words: object) -> None:
        """Says nothing."""

    def say(self, status: int, kind: str, text: str, fields: dict[str, str] | None = None) -> None:
        """Answers."""
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (fields or {"Cache-Control": "no-store"}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        """Answers what a page asks for."""
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        stand_in = self.stand_in
        stand_in.asked.append(self.path)
        part = stand_in.parts.get(parts.path)
        if not stand_in.lets_in and parts.path not in ("/wall.css", "/wall.js", "/icon.svg"):
            part = stand_in.parts["refused"]
            self.say(401, part.kind, part.text, part.fields)
        elif part:
            self.say(200, part.kind, stand_in.document() if parts.path == "/" else part.text, part.fields)
        elif parts.path == "/board":
            self.say(200, "application/json", json.dumps(stand_in.board))
        elif parts.path == "/history":
            self.say(200, "application/json", json.dumps(stand_in.found(query)))
        elif parts.path == "/stats.svg":
            self.say(200, "image/svg+xml", stand_in.statistics)
        elif parts.path == "/events":
            self.tell(query.get("last"))
        else:
            self.say(404, "text/plain", "not here")

    def tell(self, known: str | None) -> None:
        """Sends events until either side goes."""
        box = self.stand_in.begin(self.headers.get("Last-Event-ID") or known)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            self.wfile.write(b"retry: 2000\n\n")
            while True:
                try:
                    text = box.get(timeout=10)
                except queue.Empty:
                    text = HERE
                if text is None:
                    return
                while self.stand_in.is_silent:
                    time.sleep(0.02)
                self.wfile.write(text.encode())
        except OSError:
            pass
        finally:
            with self.stand_in.lock:
                if box in self.stand_in.streams:
                    self.stand_in.streams.remove(box)

    def do_POST(self) -> None:
        """Takes an act."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/act" or self.headers.get("X-Callboard") != "1":
            self.say(403, "application/json", json.dumps({"ok": False, "words": "not from this page"}))
            return
        self.stand_in.acts.append(body)
        status, answer = self.stand_in.answer(body)
        self.say(status, "application/json", json.dumps(answer))
