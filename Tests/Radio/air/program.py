"""A program that runs beside the phone: its output line by line, its end, its log."""

import asyncio
import logging
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .events import Missing, Record


class Program:
    """A child process whose lines can be waited for."""

    def __init__(self, name: str, log: Path, on_line: Callable[[str], None] | None = None) -> None:
        self.name = name
        self.log = log
        self.on_line = on_line
        self.lines: Record[str] = Record(name)
        self.errors: Record[str] = Record(f"{name} (standard error)")
        self.process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []

    async def start(self, *command: str, user: int | None = None, is_read: bool = True) -> None:
        """Starts it; what nobody reads is thrown away."""
        logging.getLogger("rig").info("start %s", " ".join(command))
        with open(self.log, "ab") as log:
            log.write(f"$ {' '.join(command)}\n".encode())
        self.process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE if is_read else asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE if is_read else asyncio.subprocess.DEVNULL,
            user=user,
            limit=1 << 20,
        )
        self._readers = []
        for record in (self.errors, *self.records()):
            record.why_over = None
        if not is_read:
            return
        assert self.process.stdout and self.process.stderr
        self._readers = [
            asyncio.create_task(self._read(self.process.stdout, self.lines, self.on_line, self.records())),
            asyncio.create_task(self._read(self.process.stderr, self.errors, None, [self.errors])),
        ]

    def records(self) -> list[Record[Any]]:
        """Gives what is made of its standard output."""
        return [self.lines]

    def _last_words(self) -> str:
        return f"it has ended, at last with {self.errors.items[-1:]}"

    async def _read(
        self,
        stream: asyncio.StreamReader,
        record: Record[str],
        on_line: Callable[[str], None] | None,
        ending: list[Record[Any]],
    ) -> None:
        with open(self.log, "ab", buffering=0) as log:
            while line := await stream.readline():
                log.write(line)
                text = line.decode(errors="replace").rstrip("\n")
                record.add(text)
                if on_line:
                    on_line(text)
        for each in ending:
            each.end(self._last_words)

    @property
    def running(self) -> bool:
        """Says whether it still runs."""
        return self.process is not None and self.process.returncode is None

    def say(self, line: str) -> None:
        """Writes a line to its standard input."""
        assert self.process and self.process.stdin
        self.process.stdin.write(line.encode() + b"\n")

    def send_signal(self, number: int) -> None:
        """Sends it a signal."""
        assert self.process
        logging.getLogger("rig").info("%s to %s", signal.Signals(number).name, self.name)
        self.process.send_signal(number)

    async def ended(self, limit: float = 15) -> int:
        """Waits for its end and for its last line, and gives its status."""
        assert self.process
        try:
            status = await asyncio.wait_for(self.process.wait(), limit)
        except TimeoutError:
            raise Missing(f"{self.name} did not end within {limit:.0f} s") from None
        await asyncio.gather(*self._readers)
        logging.getLogger("rig").info("%s ended with %d", self.name, status)
        return status

    async def stop(self, number: int = signal.SIGTERM) -> int | None:
        """Ends it, if it runs."""
        if self.running:
            self.send_signal(number)
            return await self.ended()
        return self.process.returncode if self.process else None
