"""Boards as the wall tells them, at a moment that never passes."""

NOW = "2026-03-02T10:04:02.375+01:00"
DATE = "2026-03-02"


def moment(clock: str, date: str = DATE) -> str:
    """Gives a moment of the day, or of another."""
    return f"{date}T{clock}:00.000+01:00"


def row(number: int, clock: str, look: str, label: str, who: str, text: str = "", **more: object) -> dict:
    """Gives a row."""
    return {
        "id": f"n{number:05d}masw4hmy", "time": moment(clock), "label": label, "look": look, "who": who, "gone": False, "missed": False,
        "phone": "Mara's iPhone", **({"text": text} if text else {}), **more,
    }


def call(number: int, who: str, state: str = "ringing", **more: object) -> dict:
    """Gives a call."""
    return {
        "id": f"c{number:05d}masx4hmy", "who": who, "app": "WhatsApp", "phone": "Mara's iPhone", "state": state,
        "since": moment("10:03"), "seconds": 3.2, **more,
    }


ROWS = [
    row(1, "10:01", "social", "SOCIAL", "Ada Okafor", "Are you home? I have the key and could bring it by on my way.", app="Messages", count=3),
    row(2, "09:48", "missed", "MISSED", "Davidson Ro", app="Phone", missed=True),
    row(3, "09:31", "mail", "MAIL", "Brandt Bicycles", "Your bicycle is ready\nIt can be fetched until six this evening. Please bring the "
        "receipt with the order number 1042, and a lock.", app="Mail"),
    row(4, "09:15", "schedule", "SCHED", "Dentist", "Tomorrow at 8:30, Mill Lane 4", app="Calendar"),
    row(5, "09:02", "voicemail", "VMAIL", "Grandmother", "0:42", app="Phone"),
    row(6, "08:47", "social", "SOCIAL", "Family 👪", "🎂 Ben: who brings the cake on Saturday?", app="Signal", gone=True),
    row(7, "08:30", "plain", "NEWS", "City", "Road works on the bridge until Friday", app="News", gone=True),
    row(8, "08:12", "social", "SOCIAL", "نورة", "صباح الخير، متى نلتقي اليوم؟", app="Messages"),
    row(9, "07:55", "mail", "MAIL", "Zoë Müller-Lüdenscheidt", "Re: photographs of the garden", app="Mail"),
    row(10, "07:31", "plain", "OTHER", "Museum", "Ticket for two", app="Wallet", gone=True),
    row(11, "19:20", "social", "SOCIAL", "Ingrid", "See you at eight?", app="Messages", day="Sun", time=moment("19:20", "2026-03-01")),
    row(12, "18:05", "missed", "MISSED", "+44 20 7946 0018", app="Phone", missed=True, day="Sun", time=moment("18:05", "2026-03-01")),
]
PLACES = [
    {"name": "Keys", "picture": "🔑", "kind": "item", "here": False, "missing": True, "words": "left 09:03", "said": "Keys were left behind"},
    {"name": "Wallet", "picture": "👛", "kind": "item", "here": True, "words": "here"},
    {"name": "Mara", "picture": "🏠", "kind": "person", "here": True, "words": "at home"},
]


def player(**more: object) -> dict:
    """Gives what a phone plays."""
    return {
        "id": "5a0c93e1", "phone": "Mara's iPhone", "state": "playing", "player": "Music", "title": "The Harbour at Six", "artist": "Noa Levi",
        "album": "Small Boats", "position": 72.4, "duration": 200.0, "rate": 1.0, "volume": 0.4375,
        "commands": ["play", "pause", "toggle", "next", "previous", "louder", "softer", "repeat", "shuffle"], **more,
    }


PLAYERS = [
    player(),
    player(
        id="5a0c93e2", phone="Theo's iPhone", state="paused", player="Podcasts", title="Episode 12: Tides", artist="Harbour Radio",
        album="Coast and Weather", position=754.2, duration=4860.0, rate=0.0, volume=0.75,
        commands=["play", "pause", "toggle", "louder", "softer", "skip", "back"]),
]


def day(**more: object) -> dict:
    """Gives a day as it usually is."""
    return {
        "version": 1, "run": "k3x9", "time": NOW, "name": "Hall", "detail": "full", "may_act": True, "searches": True, "night": False,
        "link": {"state": "here"}, "radio": {"state": "listening", "words": "waiting for phones"},
        "phones": [{"phone": "Mara's iPhone", "state": "ready", "words": "ready"}], "media": [], "calls": [],
        "counts": {"missed": 2, "voicemail": 1, "others": 6}, "rows": [dict(each) for each in ROWS],
        "places": PLACES, "bridges": [], **more,
    }


def ring(**more: object) -> dict:
    """Gives the same day while somebody calls."""
    return day(calls=[call(1, "Davidson Ro")], **more)


def fleet(**more: object) -> dict:
    """Gives a day of many bridges."""
    names = ("berlin/hall", "berlin/attic", "paris/shop", "paris/office", "lyon/store")
    bridges = [{"name": name, "words": "ready"} for name in names]
    bridges[1] |= {"words": "SILENT 2 h", "trouble": True}
    return day(bridges=bridges, **more)
