"""As much of a websocket as speaks to a browser on this machine: whole texts, one after the other."""

import base64
import os
import socket
import struct

from chromium.trouble import Trouble

TEXT, CLOSE, PING = 1, 8, 9
FIN = 0x80
# What a client sends is disguised with four bytes.
MASK = 0x5A


class WebSocket:
    """A connection."""

    def __init__(self, port: int, path: str, patience: float) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.rest = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Trouble(f"the browser takes no websocket: {head[:100]!r}")

    def more(self) -> None:
        """Reads something."""
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise Trouble("the browser has ended")
        self.rest += piece

    def exactly(self, count: int) -> bytes:
        """Reads exactly so many bytes."""
        while len(self.rest) < count:
            self.more()
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def send(self, text: str, kind: int = TEXT) -> None:
        """Sends a text."""
        body = text.encode()
        length = len(body)
        if length < 126:
            head = struct.pack(">BB", FIN | kind, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack(">BBH", FIN | kind, 0x80 | 126, length)
        else:
            head = struct.pack(">BBQ", FIN | kind, 0x80 | 127, length)
        self.socket.sendall(head + bytes([MASK] * 4) + bytes([each ^ MASK for each in body]))

    def receive(self) -> str:
        """Gives the next text."""
        whole = b""
        while True:
            first, length = self.exactly(2)
            if length == 126:
                length = struct.unpack(">H", self.exactly(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.exactly(8))[0]
            body = self.exactly(length)
            if first & 15 == CLOSE:
                raise Trouble("the browser has closed the connection")
            if first & 15 != PING:
                whole += body
                if first & FIN:
                    return whole.decode()

    def close(self) -> None:
        """Lets it go."""
        self.socket.close()
