"""The media service of a phone: commands, registrations, values, and the whole of what did not fit."""

import asyncio
from collections.abc import Callable

from bumble.att import ATT_Error

from air.events import Happenings

from .models import ENTITY_ATTRIBUTE, ENTITY_UPDATE, REMOTE_COMMAND
from .player import App, Command, Player
from .shelf import Live

INVALID_STATE, INVALID_COMMAND, ABSENT_ATTRIBUTE = 0xA0, 0xA1, 0xA2
# A bit of the flags, and what precedes a value.
TRUNCATED, HEADER_BYTES = 1, 3
Attribute = tuple[int, int]


class Media:
    """A player and the service that shows it; the player outlives connections and restarts."""

    def __init__(self, happenings: Happenings) -> None:
        self.happenings = happenings
        self.player = Player()
        # Errors with which the next writes to a characteristic are refused, whatever they are.
        self.refusals: dict[str, list[int]] = {REMOTE_COMMAND: [], ENTITY_UPDATE: [], ENTITY_ATTRIBUTE: []}
        # What the host registered for, each with what it knows of it.
        self._registered: dict[Attribute, object] = {}
        # What the host chose to read: the text as it was then.
        self._chosen: bytes | None = None
        self._commands = Live(write=self._obey, on_subscription=self._list_commands)
        self._updates = Live(write=self._register, on_subscription=self._forget)
        self._whole = Live(read=self._read, write=self._choose)
        self.lives = {REMOTE_COMMAND: self._commands, ENTITY_UPDATE: self._updates, ENTITY_ATTRIBUTE: self._whole}

    # What the owner and the apps do

    def play(self, app: App | None, index: int = 0) -> None:
        """An app begins to play; the host is not sent its list of commands."""
        self._change(lambda: self.player.start(app, index))

    def tap(self, command: Command) -> None:
        """The owner taps a button on the phone."""
        self._change(lambda: self.player.perform(command))

    def seek(self, position: float) -> None:
        """The owner goes to another place in the track."""
        self._change(lambda: self.player.seek(position))

    def _change(self, change: Callable[[], None]) -> None:
        change()
        for attribute, known in self._registered.items():
            if self.player.mark(*attribute) != known:
                self._send(attribute)

    # What the other side does

    def _refuse(self, code: int) -> ATT_Error:
        self.happenings.tell("media refused", code)
        return ATT_Error(code)

    def _next_refusal(self, characteristic: str) -> None:
        if self.refusals[characteristic]:
            raise self._refuse(self.refusals[characteristic].pop(0))

    def _list_commands(self, is_on: bool) -> None:
        if is_on:
            # Not before the answer to the subscription.
            asyncio.get_running_loop().call_soon(self._send_commands)

    def _send_commands(self) -> None:
        commands = self.player.app.commands if self.player.app else ()
        self.happenings.tell("listed commands", commands)
        self._commands.notify(bytes(commands))

    def _obey(self, value: bytes) -> None:
        self.happenings.tell("was sent a command", value)
        self._next_refusal(REMOTE_COMMAND)
        app = self.player.app
        if len(value) != 1 or app is None or value[0] not in app.commands:
            raise self._refuse(INVALID_COMMAND)
        command = Command(value[0])
        self._change(lambda: self.player.perform(command))
        self.happenings.tell("obeyed", command)

    def _forget(self, is_on: bool) -> None:
        self._registered.clear()
        self._chosen = None
        self.happenings.tell("media updates", is_on)

    def _register(self, value: bytes) -> None:
        self._next_refusal(ENTITY_UPDATE)
        if self._updates.subscriber is None:
            raise self._refuse(INVALID_STATE)
        wanted = [(value[0], each) for each in value[1:]] if value else []
        if not wanted or any(self.player.text(*each) is None for each in wanted):
            raise self._refuse(INVALID_COMMAND)
        self.happenings.tell("registered", tuple(wanted))
        for each in wanted:
            self._registered[each] = None
            # Not before the answer to the registration.
            asyncio.get_running_loop().call_soon(self._send, each)

    def _send(self, attribute: Attribute) -> None:
        if attribute not in self._registered or not self._updates.subscriber:
            return
        self._registered[attribute] = self.player.mark(*attribute)
        value = (self.player.text(*attribute) or "").encode()
        room = self._updates.room - HEADER_BYTES
        flags = TRUNCATED if len(value) > room else 0
        self._updates.notify(bytes((*attribute, flags)) + value[:room])

    def _choose(self, value: bytes) -> None:
        self._chosen = None
        self._next_refusal(ENTITY_ATTRIBUTE)
        text = self.player.text(value[0], value[1]) if len(value) == 2 else None
        if text is None:
            raise self._refuse(INVALID_COMMAND)
        if not text:
            raise self._refuse(ABSENT_ATTRIBUTE)
        self._chosen = text.encode()
        self.happenings.tell("chosen", (value[0], value[1]))

    def _read(self) -> bytes:
        if self._chosen is None:
            raise self._refuse(INVALID_STATE)
        return self._chosen
