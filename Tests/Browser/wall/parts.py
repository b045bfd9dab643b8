"""What the real wall serves whatever the day: the page, its parts, and the words for whoever has no token."""

import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message

from waiting import PATIENCE

from .house import House

# What goes from an answer to that of the stand-in.
FIELDS = ("Content-Security-Policy", "Cache-Control", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy")


@dataclass(frozen=True)
class Part:
    """An answer."""

    kind: str
    text: str
    fields: dict[str, str]


Parts = dict[str, Part]


def parts(house: House) -> Parts:
    """Asks a wall for all of it."""
    found = {path: part(house, path, house.tokens["full"]) for path in ("/", "/wall.css", "/wall.js", "/icon.svg")}
    return {**found, "refused": part(house, "/", "", cookie="revoked-revoked-1")}


def part(house: House, path: str, token: str, cookie: str = "") -> Part:
    """Asks a wall for one, with a token, or as a browser does whose token is no longer valid."""
    headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": f"callboard={cookie}"}
    request = urllib.request.Request(house.address + path[1:], headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return taken(answer.headers, answer.read())
    except urllib.error.HTTPError as refused:
        return taken(refused.headers, refused.read())


def taken(fields: Message, body: bytes) -> Part:
    """Gives an answer as it is kept."""
    kept = {name: str(fields[name]) for name in FIELDS if name in fields}
    return Part(str(fields["Content-Type"]), body.decode(), kept)
