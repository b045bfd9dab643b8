"""Ports of this machine for servers of tests, which run beside each other and beside those of another clone."""

import random
import socket

# Below those that the kernel gives to connections: none of them takes one between now and when a server listens.
RANGE = range(10_000, 32_000)
held: list[socket.socket] = []


def free_port() -> int:
    """Gives a port of the loopback that nobody has, and that no other test is given while this process lives."""
    while True:
        port = random.choice(RANGE)
        # A name in the abstract, which goes with this process.
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0callboard-test-port-{port}")
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
            continue
        held.append(claim)
        return port
