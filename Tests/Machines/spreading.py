"""Spreading checks over several Debians, so that each runs on one of them."""

from hashlib import sha256


def chosen(able: list[str], name: str, word: str, turn: int = 0) -> str:
    """Gives the Debian that a word chooses for a check among those that can run it; each turn gives the next one."""
    return able[(sha256(f"{word} {name}".encode()).digest()[0] + turn) % len(able)]
