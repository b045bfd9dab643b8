"""What is wired to a serial port: it hears lines, may say something, and may stop to listen."""

import asyncio
import logging
import os
import termios
import tty
from collections.abc import Callable
from pathlib import Path

from air.events import Record

SPEED, IN, OUT = termios.B115200, 4, 5


class Device:
    """The far end of a cable."""

    def __init__(self, path: Path, name: str = "device") -> None:
        self.path = path
        # Whole lines, with their ends.
        self.lines: Record[bytes] = Record(name)
        self.log = logging.getLogger(name)
        self._number: int | None = None
        self._rest = b""

    def listen(self) -> None:
        """Takes the cable's end into its hands and hears what comes."""
        self._number = open_raw(self.path)
        asyncio.get_running_loop().add_reader(self._number, self._read)

    def stop_listening(self) -> None:
        """Lets go of the cable, in which bytes then stay as they are."""
        if self._number is None:
            return
        asyncio.get_running_loop().remove_reader(self._number)
        os.close(self._number)
        self._number = None
        self._rest = b""

    def _read(self) -> None:
        assert self._number is not None
        *lines, self._rest = (self._rest + os.read(self._number, 4096)).split(b"\n")
        for line in lines:
            self.log.info("%r", line[:120])
            self.lines.add(line + b"\n")

    def say(self, data: bytes) -> None:
        """Says bytes."""
        assert self._number is not None
        assert os.write(self._number, data) == len(data), "the device could not say all"

    async def line(self, words: bytes, since: int = 0, limit: float = 30) -> bytes:
        """Waits for a line with words in it."""

        def fits(line: bytes) -> bool:
            return words in line

        return await self.lines.first(f"line with {words!r}", fits, since, limit)

    async def bytes(self, wanted: bytes, since: int) -> None:
        """Waits until so much was heard since then, and compares all of it."""
        count = wanted.count(b"\n")
        await self.lines.until(f"{count} lines", lambda lines: len(lines) >= since + count)
        heard = b"".join(self.lines.items[since:])
        assert heard == wanted, f"the device heard {heard!r}, not {wanted!r}"

    async def greet(self, port: Path) -> None:
        """Hears something through a port that nobody has, and so no more of what was said before."""
        number = open_raw(port)
        try:
            mark = self.lines.mark()
            os.write(number, b"\nhello\n")
            await self.line(b"hello\n", mark)
        finally:
            os.close(number)


def open_raw(path: Path) -> int:
    """Opens a port for bytes as they are, whatever mode somebody has left it in."""
    number = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(number, termios.TCSANOW)
    mode = termios.tcgetattr(number)
    mode[2] = termios.CS8 | termios.CREAD | termios.CLOCAL | SPEED
    mode[IN] = mode[OUT] = SPEED
    termios.tcsetattr(number, termios.TCSANOW, mode)
    return number


async def until(what: str, test: Callable[[], bool], limit: float = 20) -> None:
    """Waits for something that nobody tells of."""
    try:
        async with asyncio.timeout(limit):
            while not test():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"{what} did not happen within {limit:.0f} s") from None
