"""What programs get of the real wall, for which no browser is needed."""

import fcntl
import json
import signal
import socket
import struct
import termios
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machine.check import check, equal, holds
from wall.house import House
from wall.scenario import comes, notice, phone
from waiting import PATIENCE, eventually
from wall.world import World

# What is told of a stream that has ended.
ENDED = "ended"


def ask(house: House, path: str, secret: str = "") -> bytes:
    """Gives the answer to whoever has this token, whatever its status."""
    fields = {"Authorization": f"Bearer {secret}"} if secret else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(house.address + path, headers=fields), timeout=PATIENCE) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


@contextmanager
def stream(house: House, query: str, secret: str = "", last: str = "") -> Iterator[list[str]]:
    """Follows events meanwhile; gives the lines that have come so far."""
    fields = {"Authorization": f"Bearer {secret}"} if secret else {}
    if last:
        fields["Last-Event-ID"] = last
    lines: list[str] = []
    answer = urllib.request.urlopen(urllib.request.Request(f"{house.address}events?{query}", headers=fields), timeout=PATIENCE)

    def read() -> None:
        try:
            for line in answer:
                lines.append(line.decode())
        except OSError:
            pass
        lines.append(ENDED)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield lines
    finally:
        # Wakes the thread, which a mere close would leave waiting; of an answer that has ended nothing is left.
        if answer.fp:
            answer.fp.raw._sock.shutdown(socket.SHUT_RDWR)
        reader.join(PATIENCE)


@check("a board that is longer than what may wait for a reader comes whole, and stays live")
def long_board(world: World) -> None:
    text = {"repeat": "Желаем вам хорошего дня. ", "bytes": 3000}
    steps = [
        comes(number * 0.01, f"n{number}", "email", title=f"Sender {number}", subtitle=text, message=text) for number in range(250)]
    with world.house(phone(*steps, comes(20, "last", title="Quince again"))) as house:
        house.becomes(lambda board: len(board["rows"]) > 200, "the rows do not come")
        holds(len(ask(house, "board", house.tokens["full"])) > 300 * 1024, "the board is not long")
        with stream(house, "of=board", house.tokens["full"]) as lines:
            eventually(lambda: ENDED in lines or any("Quince again" in line for line in lines), lambda: f"the stream told {len(lines)} lines")
            holds(ENDED not in lines, f"the stream was cut after {len(lines) - 1} lines")


@check("whoever may see no name hears none in news, and gets none from /health")
def no_name(world: World) -> None:
    with world.house(phone(comes(1, "one", title="Gooseberry", message="Tamarind")), open="yes") as house:
        house.becomes(lambda board: board.get("phones"), "there is no phone")
        with stream(house, "of=news") as opened, stream(house, "of=news", house.tokens["counts"]) as counted, \
                stream(house, "of=news", house.tokens["names"]) as named:
            house.end("callboard")
            house.start_bridge()
            for lines in (opened, counted, named):
                eventually(lambda lines=lines: any('"event":"phone"' in line for line in lines), lambda: f"no phone is told: {lines}")
            eventually(lambda: any('"event":"added"' in line for line in counted), lambda: "no notice is told")
        holds(any("Mara" in line for line in named), "a token for names hears no name of a phone")
        for lines in (opened, counted):
            for words in ("Mara", "Gooseberry", "Tamarind"):
                holds(not any(words in line for line in lines), f"{words} is told")
        for secret in ("", house.tokens["counts"]):
            holds(b"Mara" not in ask(house, "health", secret), "/health names a phone")
        holds(b"Mara" in ask(house, "health", house.tokens["names"]), "/health names no phone to a token for names")


class Weir:
    """Stands between the wall and the bridge, and holds up what the bridge says after so many bytes."""

    def __init__(self, path: Path, bridge: Path) -> None:
        self.bridge = bridge
        self.after = 0
        self.is_held = threading.Event()
        self.is_open = threading.Event()
        self.clients: list[socket.socket] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        """Takes who comes."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.clients.append(client)
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self.bridge))
            threading.Thread(target=self.pass_on, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client, True), daemon=True).start()

    def is_read(self) -> bool:
        """Says whether the wall has read all that was let through."""
        waiting = (fcntl.ioctl(each, termios.TIOCOUTQ, bytes(4)) for each in self.clients)
        return all(struct.unpack("i", each) == (0,) for each in waiting)

    def pass_on(self, one: socket.socket, other: socket.socket, is_held: bool) -> None:
        """Passes on what one says."""
        passed = 0
        while data := one.recv(512):
            passed += len(data)
            other.sendall(data)
            if is_held and self.after and passed >= self.after and not self.is_open.is_set():
                self.is_held.set()
                self.is_open.wait(PATIENCE)
        other.shutdown(socket.SHUT_WR)


@check("who begins to look while the bridge still says all that holds has all of it then")
def looks_early(world: World) -> None:
    existing = tuple(notice(f"n{number}", title=f"Quince {number}") for number in range(30))
    with world.house(phone(existing=existing)) as house:
        house.becomes(lambda board: len(board["rows"]) == 30, "the board has not all rows")
        house.end("callboard-wall")
        weir = Weir(house.folder / "weir.sock", house.socket)
        weir.after = 6000
        configuration = house.folder / "callboard.conf"
        configuration.write_text(configuration.read_text().replace(str(house.socket), str(weir.listener.getsockname())))
        house.start_wall()
        holds(weir.is_held.wait(PATIENCE), "the bridge says little")
        eventually(weir.is_read, lambda: "the wall does not read")
        equal(json.loads(ask(house, "board", house.tokens["full"]))["rows"], [], "rows before all was told")
        weir.is_open.set()
        house.becomes(lambda board: board["link"]["state"] == "here", "the bridge is not there")
        equal(len(house.board()["rows"]), 30, "rows once all was told")


@check("a token of the administrator that no browser could keep is refused in words")
def token_of_signs(world: World) -> None:
    with world.empty_house() as house:
        house.configure()
        tokens = house.folder / "wall.tokens"
        for secret in ("0123456789abcdef;path", "0123456789abcdef\"", "0123456789abcdef,x", "0123456789abcdefé"):
            tokens.write_text(f"kiosk full {secret}\n")
            words = house.refusal("callboard-wall", "check")
            holds("must have a token of letters" in words, f"{secret} is taken: {words}")


def ids(lines: list[str]) -> list[str]:
    """Gives the ids of events that have come."""
    return [line.split()[1] for line in lines if line.startswith("id: ")]


@check("who comes back with an id of before the wall was called otherwise gets the whole board")
def id_of_before(world: World) -> None:
    # More than will come: something changes for as long as this takes.
    steps = [comes(number * 0.2, f"n{number}", title=f"Quince {number}") for number in range(2000)]
    with world.house(phone(*steps)) as house:
        secret = house.tokens["full"]
        with stream(house, "of=board", secret) as lines:
            eventually(lambda: len(ids(lines)) > 3, lambda: "nothing changes")
        last = ids(lines)[2]
        house.configure(name="Attic")
        house.running["callboard-wall"].send_signal(signal.SIGHUP)
        house.becomes(lambda board: board["name"] == "Attic", "the wall keeps its name")
        with stream(house, "of=board", secret) as lines:
            eventually(lambda: len(ids(lines)) > 12, lambda: "nothing changes any more")
            with stream(house, "of=board", secret, last) as again:
                eventually(lambda: ids(again), lambda: "nothing is told")
                equal([line.strip() for line in again if line.startswith("event: ")][0], "event: board", "what comes first")


@check("a clock that goes on an hour later is told to pages on which nothing else happens")
def summer_time(world: World) -> None:
    with world.empty_house() as house:
        # The zone of the programs changes in a moment; nobody's clock is set.
        then = time.gmtime(time.time() + 5)
        house.environment["TZ"] = time.strftime("AAA0BBB-1,%j/%H:%M:%S,%j/23:59:59", then).replace("," + time.strftime("%j", then), ",J" + str(then.tm_yday))
        house.configure()
        house.start_wall()
        with stream(house, "of=board", house.tokens["full"]) as lines:
            eventually(lambda: any("event: board" in line for line in lines), lambda: "no board is told")
            eventually(lambda: any(line.startswith("data:") and "+01:00" in line for line in lines), lambda: f"only this is told: {lines}")
