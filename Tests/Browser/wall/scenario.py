"""What a simulated phone does in a check."""

# Seconds until the first thing happens: a page is open in less.
START = 3.0
PHONE = "Mara's iPhone"


def phone(*timeline: dict, existing: tuple[dict, ...] = (), ends: float = 3600) -> dict:
    """Gives a scenario of one phone."""
    one = {"name": PHONE, "bond": "mara", "existing": list(existing), "timeline": list(timeline)}
    return {"format": 1, "ends": ends, "phones": [one]}


def notice(name: str, category: str = "social", **more: object) -> dict:
    """Gives a notice that can be cleared."""
    return {
        "name": name, "category": category, "app": "com.apple.MobileSMS", "title": "Quince", "message": "The marmalade is ready",
        "negative": "Clear", **more,
    }


def comes(at: float, name: str, category: str = "social", **more: object) -> dict:
    """Gives a step with which a notice comes."""
    return {"at": START + at, "add": notice(name, category, **more)}


def rings(at: float, name: str, title: str = "Davidson Ro") -> dict:
    """Gives a step with which somebody calls."""
    return {"at": START + at, "add": {
        "name": name, "category": "incoming_call", "app": "com.apple.mobilephone", "title": title, "message": "Incoming Call",
        "positive": "Answer", "negative": "Decline"}}


def gives_up(at: float, name: str) -> dict:
    """Gives a step with which whoever calls gives up, unless that was answered."""
    return {"at": START + at, "remove": name, "unless_acted": name}
