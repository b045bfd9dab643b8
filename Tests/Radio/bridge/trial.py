"""`callboard try-phone` at a terminal, as a person uses it."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from pathlib import Path

from air.events import Record

from .callboard import PROGRAM

# So wide that nothing is broken into lines, and a last line is never cut.
COLUMNS = 400


class Trial:
    """The command, what its terminal shows, and what is typed."""

    def __init__(self, folder: Path, state: Path, socket: Path) -> None:
        self.log = folder / "trial.log"
        self.report = folder / "report.txt"
        self.options = ("--socket", str(socket), "--state", str(state), "--report", str(self.report))
        self.shown: Record[str] = Record("callboard try-phone")
        self.process: asyncio.subprocess.Process | None = None
        self._master = -1

    async def start(self, through: tuple[str, ...] = ()) -> None:
        """Starts it, by way of another program where that is wanted."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        os.set_blocking(self._master, False)
        self.process = await asyncio.create_subprocess_exec(
            *through, PROGRAM, "try-phone", *self.options, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self.shown.why_over = None
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self._hang_up()
        with open(self.log, "ab") as log:
            log.write(data)
        # Everything that was shown since the last mark, so that a sentence may come in pieces.
        last = self.shown.items[-1] if self.shown.items else ""
        self.shown.add(last + data.decode(errors="replace"))

    def _hang_up(self) -> None:
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
        shown = await self.shown.first(words, lambda text: words in text, limit=limit)
        before, _, after = shown.partition(words)
        self.shown.items[:] = [after]
        return before

    async def begin(self, through: tuple[str, ...] = ()) -> None:
        """Starts it for the first time, and says nothing about the phone."""
        await self.start(through)
        await self.says("Which iPhone is it")
        self.type("iPhone of the rig")
        await self.says("Which version of iOS")
        self.type()
        await self.says("Step 1 of")
        await self.says("q quits:")

    async def choose(self, step: str) -> None:
        """Goes to a step and begins it; the command asks which one."""
        self.type(step)
        await self.says(f", {step}: ")
        await self.says("q quits:")
        self.type()

    async def judged(self, limit: float = 60) -> str:
        """Waits for the verdict of a step, and gives it."""
        await self.says("  PASSED: ", limit)
        rest = await self.says("\r\n")
        return rest

    async def ended(self) -> int:
        """Waits for its end, and gives its status."""
        assert self.process
        status = await asyncio.wait_for(self.process.wait(), 15)
        self._hang_up()
        return status

    async def stop(self) -> None:
        """Ends it, if it runs."""
        if self.process and self.process.returncode is None:
            self.process.terminate()
            await self.ended()
        self._hang_up()
