"""Sockets of the kernel whose addresses Python cannot spell."""

import ctypes
import os
import socket
import struct

NO_DEVICE, MONITOR_CHANNEL, CONTROL_CHANNEL = 0xFFFF, 2, 3

libc = ctypes.CDLL(None, use_errno=True)


def bind(sock: socket.socket, address: bytes) -> None:
    """Binds to an address that Python cannot spell."""
    if libc.bind(sock.fileno(), address, len(address)) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def accept(listener: socket.socket) -> int:
    """Accepts without Python's reading of the address, which knows no LE."""
    descriptor = libc.accept(listener.fileno(), None, None)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "accept")
    return int(descriptor)


def channel(number: int) -> socket.socket:
    """Opens one of the kernel's channels that belong to no adapter."""
    sock = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    bind(sock, struct.pack("<HHH", socket.AF_BLUETOOTH, NO_DEVICE, number))
    return sock
