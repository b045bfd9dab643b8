"""A terminal with a program of callboard on it, or only with its name for one."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from pathlib import Path

from air.events import Record

from .callboard import PROGRAM


def control() -> None:
    """Has the terminal belong to the session of a program that starts."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """What it shows, and what is typed."""

    def __init__(self, name: str, log: Path, rows: int, columns: int) -> None:
        self.log = log
        self.size = rows, columns
        self.shown: Record[str] = Record(name)
        self.process: asyncio.subprocess.Process | None = None
        self._master = -1

    def open(self) -> int:
        """Gives the side that a program has."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *self.size, 0, 0))
        os.set_blocking(self._master, False)
        self.shown.why_over = None
        asyncio.get_running_loop().add_reader(self._master, self._read)
        return slave

    async def start(self, *arguments: str, through: tuple[str, ...] = ()) -> None:
        """Starts callboard on it, by way of another program where that is wanted."""
        slave = self.open()
        self.process = await asyncio.create_subprocess_exec(
            *through, PROGRAM, *arguments, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=control, env={**os.environ, "TERM": "linux"},
        )  # fmt: skip
        os.close(slave)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self.hang_up()
        with open(self.log, "ab") as log:
            log.write(data)
        # Everything that was shown since the last mark, so that a sentence may come in pieces.
        last = self.shown.items[-1] if self.shown.items else ""
        self.shown.add(last + data.decode(errors="replace"))

    def hang_up(self) -> None:
        """Closes it."""
        if self._master >= 0:
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
            self._master = -1
            self.shown.end(lambda: "it has ended")

    def type(self, line: str = "") -> None:
        """Types a line."""
        os.write(self._master, line.encode() + b"\n")

    async def says(self, words: str, limit: float = 60) -> str:
        """Waits until the terminal shows something, and drops that and what came before it."""
        await self.shown.first(words, lambda text: words in text, limit=limit)
        # More may have come since; the last one has all of it.
        before, _, after = self.shown.items[-1].partition(words)
        self.shown.items[:] = [after]
        return before

    async def ended(self) -> int:
        """Waits for the end of the program, and gives its status."""
        assert self.process
        status = await asyncio.wait_for(self.process.wait(), 15)
        self.hang_up()
        return status

    async def stop(self) -> None:
        """Ends the program, if it runs."""
        if self.process and self.process.returncode is None:
            self.process.terminate()
            await self.ended()
        self.hang_up()
