"""The kernel's management channel, as another program on the same machine has it."""

import asyncio
import logging
import socket
import struct
from dataclasses import dataclass
from enum import IntFlag

from .events import Record
from .sockets import CONTROL_CHANNEL, NO_DEVICE, channel

READ_INDEX_LIST, READ_INFO = 0x0003, 0x0004
SET_POWERED, SET_DISCOVERABLE, SET_CONNECTABLE, SET_BONDABLE = 0x0005, 0x0006, 0x0007, 0x0009
REMOVE_ADVERTISING = 0x003F
COMMAND_COMPLETE, COMMAND_STATUS, INDEX_ADDED, INDEX_REMOVED = 0x0001, 0x0002, 0x0004, 0x0005
# The greatest packet of this channel.
PACKET_BYTES = 1 << 16


class Setting(IntFlag):
    """What an adapter may be set to."""

    POWERED = 1 << 0
    CONNECTABLE = 1 << 1
    DISCOVERABLE = 1 << 3
    BONDABLE = 1 << 4
    PRIVACY = 1 << 13


@dataclass(frozen=True)
class Event:
    """A packet of the kernel."""

    code: int
    index: int
    body: bytes


class Management:
    """A socket of the channel, with everything that came on it."""

    def __init__(self) -> None:
        self.events: Record[Event] = Record("management channel")
        self.socket: socket.socket | None = None

    def open(self) -> None:
        """Begins to listen."""
        self.socket = channel(CONTROL_CHANNEL)
        self.socket.setblocking(False)
        asyncio.get_running_loop().add_reader(self.socket, self._read)

    def close(self) -> None:
        """Listens no more."""
        if self.socket:
            asyncio.get_running_loop().remove_reader(self.socket)
            self.socket.close()
        self.socket = None

    def _read(self) -> None:
        assert self.socket
        packet = self.socket.recv(PACKET_BYTES)
        code, index, _ = struct.unpack_from("<HHH", packet)
        self.events.add(Event(code, index, packet[6:]))

    async def command(self, code: int, body: bytes = b"", index: int = 0) -> bytes:
        """Sends a command, waits until it is done, and gives the answer."""
        assert self.socket
        mark = self.events.mark()
        self.socket.send(struct.pack("<HHH", code, index, len(body)) + body)
        answer = await self.events.first(
            f"answer to management command {code:#x}",
            lambda event: event.code in (COMMAND_COMPLETE, COMMAND_STATUS)
            and event.index == index
            and event.body[:2] == code.to_bytes(2, "little"),
            mark,
        )
        status = answer.body[2]
        assert status == 0, f"management command {code:#x} failed with {status:#x}"
        return answer.body[3:]

    async def switch(self, code: int, on: bool, index: int = 0, more: bytes = b"") -> None:
        """Sets something that is on or off."""
        logging.getLogger("rig").info("management: %#x = %s", code, on)
        await self.command(code, bytes([on]) + more, index)

    async def settings(self, index: int = 0) -> Setting:
        """Reads what an adapter is set to."""
        body = await self.command(READ_INFO, index=index)
        return Setting(struct.unpack_from("<I", body, 13)[0])

    async def indexes(self) -> set[int]:
        """Says which adapters the kernel has made ready."""
        body = await self.command(READ_INDEX_LIST, index=NO_DEVICE)
        return set(struct.unpack_from(f"<{(len(body) - 2) // 2}H", body, 2))

    async def added(self, index: int, since: int) -> None:
        """Waits until the kernel has made an adapter ready."""
        if index not in await self.indexes():
            await self.events.first(
                f"adapter hci{index}", lambda event: event == Event(INDEX_ADDED, index, b""), since
            )
