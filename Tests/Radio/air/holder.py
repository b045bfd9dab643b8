"""Another program, which subscribes to a characteristic through bluetoothd and keeps it.

Run as a program of its own, since a client that leaves the bus lets go of what it holds.
"""

import os
import signal
import socket
import struct
import sys

BUS = "/run/dbus/system_bus_socket"
CALL, REPLY, ERROR = 1, 2, 3
NO_OPTIONS = struct.pack("<II", 0, 0)


def padded(part: bytes, to: int = 8) -> bytes:
    """Fills up."""
    return part + b"\0" * (-len(part) % to)


def text(value: str) -> bytes:
    """A string, as the bus has it."""
    return struct.pack("<I", len(value)) + value.encode() + b"\0"


def call(serial: int, to: str, path: str, interface: str, member: str, has_options: bool) -> bytes:
    """A call, with an empty dictionary of options or nothing."""
    body = NO_OPTIONS if has_options else b""
    fields = b""
    for code, kind, value in ((1, b"o", path), (2, b"s", interface), (3, b"s", member), (6, b"s", to)):
        fields = padded(fields) + bytes([code, 1]) + kind + b"\0" + text(value)
    if has_options:
        fields = padded(fields) + b"\x08\x01g\0\x05a{sv}\0"
    head = struct.pack("<cBBBII", b"l", CALL, 0, 1, len(body), serial)
    return padded(head + struct.pack("<I", len(fields)) + fields) + body


def exactly(bus: socket.socket, count: int) -> bytes:
    """Reads so many bytes; descriptors that come along stay open."""
    whole = b""
    while len(whole) < count:
        part, _, _, _ = socket.recv_fds(bus, count - len(whole), 4)
        if not part:
            sys.exit("the bus hung up")
        whole += part
    return whole


def answer(bus: socket.socket) -> tuple[int, bytes]:
    """Reads up to the next answer and gives its kind and all its bytes."""
    while True:
        head = exactly(bus, 16)
        body, _, fields = struct.unpack_from("<III", head, 4)
        rest = exactly(bus, fields + -fields % 8 + body)
        if head[1] in (REPLY, ERROR):
            return head[1], rest


def main() -> None:
    """Holds a characteristic (its path, AcquireNotify or StartNotify) until it is ended, or leaves before the answer."""
    path, member, *more = sys.argv[1:]
    bus = socket.socket(socket.AF_UNIX)
    bus.connect(BUS)
    bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    for line in (b"NEGOTIATE_UNIX_FD", b"BEGIN"):
        bus.recv(1024)
        bus.sendall(line + b"\r\n")
    # The answer to the last line but one is the last that is text.
    name = "org.freedesktop.DBus"
    bus.sendall(call(1, name, "/org/freedesktop/DBus", name, "Hello", False))
    answer(bus)
    interface = "org.bluez.GattCharacteristic1"
    bus.sendall(call(2, "org.bluez", path, interface, member, member == "AcquireNotify"))
    if more == ["leave"]:
        sys.exit(0)
    kind, rest = answer(bus)
    print("held" if kind == REPLY else f"refused: {rest!r}", flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
