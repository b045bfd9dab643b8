"""What a check gets: a browser, a wall whose day stands still, and the real one."""

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from chromium.browser import Browser

from .house import House
from .parts import parts
from .stand_in import StandIn


class World:
    """The browser and the programs that it is shown."""

    def __init__(self, project: Path, browser: Browser, programs: dict[str, Path], is_long: bool, accepts: bool) -> None:
        self.project = project
        self.browser = browser
        self.programs = programs
        # Whether there is time for checks that take minutes.
        self.is_long = is_long
        # Whether what is seen becomes what is expected.
        self.accepts = accepts
        # What the real wall serves, from one that has no bridge.
        with self.empty_house() as house:
            house.configure()
            house.start_wall()
            self.parts = parts(house)

    @property
    def fonts(self) -> Path:
        """Gives the fonts of expected pictures, and no others that a machine may have."""
        return fonts(self.project)

    @property
    def build(self) -> Path:
        """Gives where what was seen is left for people to look at."""
        folder = self.project / ".build" / "browser"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @staticmethod
    def says(words: str) -> None:
        """Says what was measured."""
        print(f"        {words}", flush=True)

    @contextmanager
    def stand_in(self, board: dict) -> Iterator[StandIn]:
        """Has the page with a board of the check's own meanwhile."""
        stand_in = StandIn(self.parts, board)
        stand_in.start()
        try:
            yield stand_in
        finally:
            stand_in.stop()

    @staticmethod
    @contextmanager
    def elsewhere(markup: str) -> Iterator[str]:
        """Has a page of somebody else's meanwhile, on what is another site to a browser, and gives its address."""

        class Visitor(BaseHTTPRequestHandler):
            def log_message(self, format: str, *words: object) -> None:
                """Says nothing."""

            def do_GET(self) -> None:
                """Answers with the page, whatever was asked for."""
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(markup.encode())))
                self.end_headers()
                self.wfile.write(markup.encode())

        server = ThreadingHTTPServer(("127.0.0.1", 0), Visitor)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://localhost:{server.server_address[1]}/"
        finally:
            server.shutdown()
            server.server_close()

    @contextmanager
    def empty_house(self) -> Iterator[House]:
        """Has a house meanwhile in which nothing runs yet."""
        # A socket's path has 107 bytes at most.
        folder = Path(tempfile.mkdtemp(prefix="callboard-"))
        house = House(self.programs, folder)
        try:
            yield house
        finally:
            house.discard()
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def house(self, scenario: dict, sections: str = "", beside: str = "", **keys: str) -> Iterator[House]:
        """Has a bridge with simulated phones and the real wall meanwhile."""
        with self.empty_house() as house:
            house.begin(scenario, sections, beside, **keys)
            yield house


def fonts(project: Path) -> Path:
    """Gives where it is written which fonts there are."""
    return project / "Tests" / "Showing" / "DrawingTests" / "Support" / "fonts.conf"
