"""What a simulated phone does in a check."""

import json

# Seconds until the first thing happens, on a machine on which Home Assistant listens to the phone in half of that.
START = 4.0
# What the phone is called once it is simulated.
PHONE = "Mara's iPhone"
NAME = f"{PHONE} (simulated)"
# Every category that a phone has a number for, but for calls.
CATEGORIES = (
    "other", "voicemail", "social", "schedule", "email", "news", "health_and_fitness", "business_and_finance", "location",
    "entertainment",
)


def later(scenario: dict, seconds: float) -> dict:
    """Gives a scenario in which everything happens later."""
    found = json.loads(json.dumps(scenario))
    for each in [*found["phones"], *found.get("air", [])]:
        for step in each.get("timeline", []):
            step["at"] += seconds if step["at"] else 0
    return found


def phone(*timeline: dict, existing: tuple[dict, ...] = (), ends: float = 600) -> dict:
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


def missed(at: float, name: str, title: str = "Davidson Ro") -> list[dict]:
    """Gives the steps with which a call is missed."""
    return [
        {"at": START + at, "remove": name},
        {"at": START + at + 0.03, "unless_acted": name, "add": {
            "name": f"{name}-missed", "category": "missed_call", "app": "com.apple.mobilephone", "title": title,
            "message": "Missed Call", "positive": "Dial", "negative": "Clear"}},
    ]
