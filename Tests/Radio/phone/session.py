"""One session: handles for notifications, values sent, answers cut into fragments."""

import asyncio
import struct
from collections.abc import Callable

from bumble.device import Connection, Device

from .notice import Flag, Notice
from .service import Attributes

ADDED, MODIFIED, REMOVED = 0, 1, 2


class Session:
    """What the phone knows of one subscriber until it unsubscribes or leaves."""

    def __init__(self, device: Device, connection: Connection, attributes: Attributes, first: int) -> None:
        self.device = device
        self.connection = connection
        self.attributes = attributes
        self.uids: dict[Notice, int] = {}
        self.counts: dict[int, int] = {}
        self.next_uid = first
        self.open = True
        # Values of both sources go out in the order in which they were made.
        self._queue: asyncio.Queue[tuple[bool, bytes, Callable[[], None] | None]] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send())

    def announce(self, event: int, notice: Notice, extra: Flag = Flag(0), done: Callable[[], None] | None = None) -> None:
        """Sends a Notification Source value."""
        if notice not in self.uids:
            self.uids[notice] = self.next_uid
            self.next_uid = (self.next_uid + 1) & 0xFFFFFFFF
        change = {ADDED: 1, REMOVED: -1}.get(event, 0)
        count = max(0, self.counts.get(notice.category, 0) + change)
        self.counts[notice.category] = count
        value = struct.pack(
            "<BBBBI", event, notice.flags | extra, notice.category, min(count, 255), self.uids[notice]
        )
        if event == REMOVED:
            del self.uids[notice]
        self._queue.put_nowait((False, value, done))

    def notice(self, uid: int) -> Notice | None:
        """Finds a notification by its handle."""
        return next((notice for notice, each in self.uids.items() if each == uid), None)

    def answer(self, whole: bytes, before_each: Callable[[int], None] | None = None) -> None:
        """Sends an answer on the Data Source, cut to what a packet holds."""
        size = self.connection.att_mtu - 3
        for number, start in enumerate(range(0, len(whole), size)):
            step = (lambda n=number: before_each(n)) if before_each else None
            self._queue.put_nowait((True, whole[start : start + size], step))

    async def _send(self) -> None:
        while True:
            is_data, value, done = await self._queue.get()
            if done and is_data:
                done()
            target = self.attributes.data if is_data else self.attributes.source
            await self.device.gatt_server.notify_subscriber(self.connection, target, value)
            if done and not is_data:
                done()

    def end(self) -> None:
        """Forgets everything."""
        self.open = False
        self._sender.cancel()
