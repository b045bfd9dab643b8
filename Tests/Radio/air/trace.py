"""All packets of a scenario, in the kernel's memory until they are wanted."""

import socket
import struct
from pathlib import Path

from .sockets import MONITOR_CHANNEL, channel

# What a flood of ten thousand packets takes; the kernel drops what comes later.
MOST_BYTES = 32 << 20
# Python has no names for them.
SO_TIMESTAMP, SO_RCVBUFFORCE = 29, 33
# btsnoop(5): the records are those of the monitor channel; its times count microseconds from the year 0.
HEADER = b"btsnoop\0" + struct.pack(">II", 1, 2001)
UNIX_EPOCH_MICROSECONDS = 0x00DCDDB30F2F8000


class Trace:
    """Costs next to nothing unless it is read; btmon, which spells out what it records, took a seventh of a scenario's work."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None

    def start(self) -> None:
        """Has the kernel keep each packet from now on."""
        self._socket = channel(MONITOR_CHANNEL)
        self._socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, MOST_BYTES)
        self._socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMP, 1)

    def keep(self, path: Path) -> None:
        """Writes what there is, for btmon and Wireshark."""
        if self._socket is None:
            return
        with open(path, "wb") as file:
            file.write(HEADER)
            while True:
                try:
                    packet, attached, _, _ = self._socket.recvmsg(1 << 16, 64, socket.MSG_DONTWAIT)
                except BlockingIOError:
                    break
                seconds, microseconds = struct.unpack("qq", attached[0][2])
                event, index, _ = struct.unpack_from("<HHH", packet)
                body = packet[6:]
                time = UNIX_EPOCH_MICROSECONDS + seconds * 1_000_000 + microseconds
                file.write(struct.pack(">IIIIQ", len(body), len(body), index << 16 | event, 0, time) + body)

    def stop(self) -> None:
        """Forgets it."""
        if self._socket:
            self._socket.close()
        self._socket = None
