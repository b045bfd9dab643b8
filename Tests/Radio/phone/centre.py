"""The notification centre: what is there, who may know, and what happens to it."""

import asyncio
import struct
from collections.abc import Callable

from bumble import att
from bumble.core import UUID
from bumble.device import Connection, Device
from bumble.gatt_server import Server

from air.events import Happenings

from . import control
from .notice import Category, Flag, Notice, attributes
from .service import DATA_SOURCE, Attributes
from .session import ADDED, MODIFIED, REMOVED, Session

APP_NAMES = {
    b"com.apple.MobileSMS": "Messages",
    b"com.apple.mobilephone": "Phone",
    b"com.apple.mobilemail": "Mail",
}


class Centre:
    """The notifications of one phone; it outlives connections and restarts."""

    def __init__(self, happenings: Happenings, first_uid: int, fake: bool) -> None:
        self.happenings = happenings
        self.notices: list[Notice] = []
        self.session: Session | None = None
        self.sharing = True
        # What happens when a notification is asked for, before the answer: see the scenarios.
        self.when_asked: dict[Notice, Callable[[], None]] = {}
        self.when_answered: dict[Notice, Callable[[int], None]] = {}
        # While this is not set, no command is answered.
        self.answers = asyncio.Event()
        self.answers.set()
        self.fake = fake
        self.next_uid = first_uid
        self.device: Device | None = None
        self.attributes: Attributes | None = None

    def install(
        self, device: Device, is_real: bool = False,
        check: Callable[[Connection, bool], None] = lambda _connection, _secure: None,
    ) -> Attributes:  # fmt: skip
        """Makes the service for a device that was just switched on."""
        self.device = device
        server: Server = device.gatt_server
        self.attributes = Attributes(server, self._commanded, self._subscribed, self.fake, is_real, check)
        return self.attributes

    # What the owner and the apps do

    def add(self, notice: Notice) -> Notice:
        """A notification comes."""
        self.notices.append(notice)
        self._tell(ADDED, notice)
        return notice

    def change(self, notice: Notice, message: str) -> None:
        """A notification gets another text."""
        notice.message = message
        self._tell(MODIFIED, notice)

    def remove(self, notice: Notice) -> None:
        """A notification goes."""
        self.notices.remove(notice)
        self._tell(REMOVED, notice)

    def answer_call(self, call: Notice) -> Notice:
        """Somebody takes the call: iOS removes it and announces one that goes on."""
        self.remove(call)
        return self.add(
            Notice(call.title, call.message, category=Category.ACTIVE_CALL, app=call.app, negative="End")
        )

    def share(self, allowed: bool) -> None:
        """The owner moves the switch 'Share System Notifications'."""
        self.sharing = allowed
        self.happenings.tell("sharing", allowed)
        if allowed and self.session:
            self._replay(self.session)

    def _tell(self, event: int, notice: Notice) -> None:
        if self.session and self.sharing and (event == ADDED or notice in self.session.uids):
            self.session.announce(event, notice, done=lambda: self.happenings.tell("sent", notice))

    # What the other side does

    def _subscribed(self, connection: Connection, uuid: UUID, on: bool) -> None:
        name = "data" if uuid == DATA_SOURCE else "source"
        self.happenings.tell(f"{name} {'on' if on else 'off'}")
        if name == "data":
            return
        self.end_session()
        if on:
            assert self.device and self.attributes
            self.session = Session(self.device, connection, self.attributes, self.next_uid)
            if self.sharing:
                self._replay(self.session)

    def _replay(self, session: Session) -> None:
        for notice in self.notices:
            session.announce(
                ADDED, notice, Flag.PRE_EXISTING, lambda notice=notice: self.happenings.tell("sent", notice)
            )

    def end_session(self) -> None:
        """Ends the session; the next one has other handles."""
        if self.session:
            self.next_uid = (self.session.next_uid + 1000) & 0xFFFFFFFF
            self.session.end()
            self.session = None

    async def _commanded(self, connection: Connection, value: bytes) -> None:
        if not self.answers.is_set():
            self.happenings.tell("keeps waiting")
            await self.answers.wait()
        try:
            if not self.sharing:
                raise control.Refused(control.WRITE_NOT_PERMITTED)
            if self.session is None or self.session.connection is not connection:
                raise control.Refused(control.INVALID_PARAMETER)
            self._obey(self.session, control.parse(value))
        except control.Refused as refusal:
            self.happenings.tell("refused", refusal.code)
            raise att.ATT_Error(refusal.code) from None

    def _obey(self, session: Session, command: control.Fetch | control.FetchApp | control.Perform) -> None:
        match command:
            case control.Fetch(uid, wanted):
                notice = session.notice(uid)
                if notice in self.when_asked:
                    self.when_asked.pop(notice)()
                    notice = session.notice(uid)
                if notice is None:
                    raise control.Refused(control.INVALID_PARAMETER)
                self.happenings.tell("asked", notice)
                answer = struct.pack("<BI", 0, uid) + attributes(notice, wanted)
                session.answer(answer, self.when_answered.pop(notice, None))
            case control.FetchApp(app, numbers):
                self.happenings.tell("asked for app", app.decode(errors="replace"))
                name = APP_NAMES.get(app, app.decode(errors="replace").rpartition(".")[2]).encode()
                parts = [struct.pack("<BH", n, len(name)) + name for n in numbers if n == 0]
                session.answer(b"\x01" + app + b"\0" + b"".join(parts))
            case control.Perform(uid, positive):
                notice = session.notice(uid)
                if notice is None:
                    raise control.Refused(control.INVALID_PARAMETER)
                self._perform(notice, positive)

    def _perform(self, notice: Notice, positive: bool) -> None:
        if not (notice.positive if positive else notice.negative):
            raise control.Refused(control.ACTION_FAILED)
        self.happenings.tell("performed", (notice, positive))
        if positive and notice.category == Category.INCOMING_CALL:
            self.answer_call(notice)
        elif not positive:
            self.remove(notice)
