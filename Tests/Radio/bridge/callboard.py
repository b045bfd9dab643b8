"""The commands of callboard, with their lines read as they come."""

import json
import os
from pathlib import Path
from typing import Any

from air.events import Record
from air.program import Program

PROGRAM = os.environ.get("CALLBOARD", "/run/rig/callboard")
Event = dict[str, Any]
CAME = ("added", "ringing", "missed")


def radio_option(radio: str) -> tuple[str, ...]:
    """Gives what names the radio where it is not the usual one."""
    return () if radio == "bluez" else ("--radio", radio)


class Command(Program):
    """A command that prints JSON Lines."""

    def __init__(self, name: str, log: Path) -> None:
        super().__init__(name, log, self._parse)
        self.events: Record[Event] = Record(name)

    def records(self) -> list[Record[Any]]:
        """Gives what is made of its standard output."""
        return [self.lines, self.events]

    def _parse(self, line: str) -> None:
        try:
            self.events.add(json.loads(line))
        except ValueError:
            # No scenario waits for this; its limit then shows the line as the last one.
            self.events.add({"event": "a line that is not JSON", "line": line})

    async def event(self, kind: str, since: int = 0, limit: float = 30, **fields: Any) -> Event:
        """Waits for an event with such fields."""

        def fits(event: Event) -> bool:
            return event["event"] == kind and all(event.get(k) == v for k, v in fields.items())

        words = " ".join(f"{key}={value}" for key, value in fields.items())
        return await self.events.first(f"event {kind} {words}".strip(), fits, since, limit)


class Bridge(Command):
    """`callboard run`."""

    def __init__(self, folder: Path, state: Path, radio: str) -> None:
        super().__init__("callboard run", folder / "bridge.log")
        self.state = state
        self.radio = radio

    async def run(self, shape: str = "solicit", *more: str, through: tuple[str, ...] = ()) -> None:
        """Starts it, by way of another program where that is wanted."""
        await self.start(
            *through, PROGRAM, "run", "--radio", self.radio, "--format", "json", "--shape", shape,
            "--state", str(self.state), *more,
        )  # fmt: skip

    async def phone(self, state: str, since: int = 0, limit: float = 40, name: str | None = None) -> Event:
        """Waits for a phone to be in a state."""
        fields = {"phone": name} if name else {}
        return await self.event("phone", since, limit, state=state, **fields)

    async def call(self, kind: str, title: str) -> Event:
        """Waits for a call, and gives the event that names the caller.

        On a machine that is busy the name may come only after the call was told.
        """
        named = await self.events.first(
            f"{kind} or modified with {title}",
            lambda event: event["event"] in (kind, "modified") and event.get("title") == title,
        )
        await self.event(kind, id=named["id"])
        return named

    def came(self, since: int = 0) -> list[Event]:
        """Gives the events that show a notice for the first time."""
        return [event for event in self.events.items[since:] if event["event"] in CAME]


class Window(Command):
    """`callboard pair`."""

    def __init__(self, folder: Path, state: Path, radio: str) -> None:
        super().__init__("callboard pair", folder / "pair.log")
        self.state = state
        self.radio = radio

    async def open(self, shape: str = "solicit", method: str = "compare", *more: str) -> None:
        """Opens the window and waits until it is open."""
        mark = self.events.mark()
        await self.run(shape, method, *more)
        await self.event("window", mark, state="open")

    async def run(self, shape: str = "solicit", method: str = "compare", *more: str) -> None:
        """Starts the command."""
        await self.start(
            PROGRAM, "pair", *radio_option(self.radio), "--jsonl", "--shape", shape, "--method", method,
            "--state", str(self.state), *more,
        )  # fmt: skip

    async def closed(self, reason: str, since: int = 0) -> int:
        """Waits for its end, for a reason, and gives the exit status."""
        event = await self.event("window", since, state="closed")
        assert event["reason"] == reason, f"the window closed by {event['reason']}, not {reason}"
        # It waits for the phone to share.
        return await self.ended(60)


async def output_of(folder: Path, *arguments: str) -> tuple[int, str]:
    """Runs a command to its end and gives status and output."""
    program = Program(f"callboard {arguments[0]}", folder / "commands.log")
    await program.start(PROGRAM, *arguments)
    status = await program.ended(30)
    return status, "\n".join(program.lines.items)
