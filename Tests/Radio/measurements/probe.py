"""The floor: two sockets of the kernel, no bluetoothd; a fetch for each value, nothing decoded."""

import os
import select
import socket
import struct
import sys
import time

from air.sockets import CONTROL_CHANNEL, NO_DEVICE, accept, bind, channel

ATT_CHANNEL = 4
LE_PUBLIC = 1
EIR_SOLICIT = bytes.fromhex("1115d0002d121e4b0fa4994eceb531f40579")
# Powered goes last: advertising needs everything else.
SETTINGS = [(0x000D, b"\1"), (0x0009, b"\1"), (0x0018, b"\3"), (0x0007, b"\1"), (0x0005, b"\1")]
ADD_ADVERTISING = 0x003E
USER_CONFIRMATION_REQUEST, USER_CONFIRMATION_REPLY = 0x000F, 0x001C
INDEX_ADDED = 0x0004


class Management:
    """The kernel's management socket."""

    def __init__(self) -> None:
        self.socket = channel(CONTROL_CHANNEL)

    def send(self, code: int, body: bytes, index: int = 0) -> None:
        """Sends a command."""
        self.socket.send(struct.pack("<HHH", code, index, len(body)) + body)

    def command(self, code: int, body: bytes) -> None:
        """Sends a command and waits until it is done."""
        self.send(code, body)
        while True:
            packet = self.socket.recv(1024)
            event, _, _ = struct.unpack_from("<HHH", packet)
            if event in (1, 2) and struct.unpack_from("<H", packet, 6)[0] == code:
                if packet[8] != 0:
                    sys.exit(f"management command {code:#x} failed with {packet[8]:#x}")
                return

    def event(self) -> None:
        """Says yes to Just Works, which the kernel asks even a host without display."""
        packet = self.socket.recv(1024)
        if struct.unpack_from("<H", packet)[0] == USER_CONFIRMATION_REQUEST:
            self.send(USER_CONFIRMATION_REPLY, packet[6:13])


def say(line: str) -> None:
    """Writes a line at once."""
    os.write(1, line.encode() + b"\n")


def wait_for_adapter() -> None:
    """The adapter comes up a moment after it was plugged in."""
    watch = Management()
    watch.send(0x0003, b"", NO_DEVICE)
    while True:
        packet = watch.socket.recv(1024)
        event = struct.unpack_from("<H", packet)[0]
        if event == INDEX_ADDED or (event == 1 and struct.unpack_from("<H", packet, 9)[0] > 0):
            return


def main() -> None:
    """Advertises, accepts one phone, fetches everything it announces."""
    source, control, data = map(int, sys.argv[1:])
    wait_for_adapter()
    management = Management()
    for code, body in SETTINGS:
        management.command(code, body)
    listener = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_SEQPACKET, socket.BTPROTO_L2CAP)
    bind(listener, struct.pack("<HH6sHBx", socket.AF_BLUETOOTH, 0, bytes(6), ATT_CHANNEL, LE_PUBLIC))
    listener.listen(1)
    flags = struct.pack("<BIHHBB", 1, 3, 0, 0, len(EIR_SOLICIT), 0)
    management.command(ADD_ADVERTISING, flags + EIR_SOLICIT)
    say("on air")
    phone = -1
    link: socket.socket | None = None
    asked = subscribed = 0
    answer = b""
    uids: list[int] = []
    while True:
        wanted = [management.socket, listener] + ([link] if link else [])
        for ready in select.select(wanted, [], [])[0]:
            if ready is management.socket:
                management.event()
            elif ready is listener:
                phone = accept(listener)
                link = socket.socket(fileno=phone)
            elif link:
                packet = link.recv(1024)
                if not packet:
                    return
                if packet[0] == 0x02:
                    # The phone's MTU: the fetches below count on 185.
                    link.send(struct.pack("<BH", 0x03, 517))
                    link.send(struct.pack("<BHH", 0x12, data + 1, 1))
                elif packet[0] == 0x01 and subscribed < 2:
                    # Not encrypted yet: again, until the phone has paired.
                    time.sleep(0.1)
                    link.send(struct.pack("<BHH", 0x12, (data if subscribed == 0 else source) + 1, 1))
                elif packet[0] == 0x13 and subscribed < 2:
                    subscribed += 1
                    if subscribed == 1:
                        link.send(struct.pack("<BHH", 0x12, source + 1, 1))
                    else:
                        say("subscribed")
                elif packet[0] == 0x1B and struct.unpack_from("<H", packet, 1)[0] == source:
                    uids.append(struct.unpack_from("<I", packet, 7)[0])
                elif packet[0] == 0x1B:
                    answer += packet[3:]
                    if whole(answer):
                        say(f"answer {asked}")
                        asked, answer = 0, b""
                elif packet[0] % 2 == 0 and packet[0] < 0x40:
                    handle = packet[1:3] if len(packet) > 2 else b"\1\0"
                    link.send(bytes([0x01, packet[0]]) + handle + b"\x0a")
                if uids and not asked:
                    asked = uids.pop(0)
                    link.send(struct.pack("<BHBI", 0x12, control, 0, asked) + ATTRIBUTES)


ATTRIBUTES = b"\0" + b"\1\0\x08" + b"\2\0\x08" + b"\3\0\x08" + b"\4\5\6\7"


def whole(answer: bytes) -> bool:
    """Says whether all eight attributes are there."""
    place, count = 5, 0
    while place + 3 <= len(answer):
        place += 3 + struct.unpack_from("<H", answer, place + 1)[0]
        count += place <= len(answer)
    return count == 8


if __name__ == "__main__":
    main()
