"""Keys as the browser gets them."""

from collections.abc import Iterator

# Name, code, number of the key, and what it types.
NAMED: dict[str, tuple[str, int, str]] = {
    "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "Tab": ("Tab", 9, ""), "Backspace": ("Backspace", 8, ""),
    "Delete": ("Delete", 46, ""), "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "ArrowDown": ("ArrowDown", 40, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
    " ": ("Space", 32, " "), "/": ("Slash", 191, "/"),
}
# A key that is held meanwhile, and its bit.
HELD = {"Shift": 8, "Control": 2, "Alt": 1}


def events(name: str) -> Iterator[dict]:
    """Gives what happens when a key is pressed and let go; `Shift+Tab` holds another one meanwhile."""
    *held, key = name.split("+") if len(name) > 1 else [name]
    bits = sum(HELD[each] for each in held)
    code, number, text = NAMED.get(key) or (f"Key{key.upper()}", ord(key.upper()) % 256, key)
    common = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": bits}
    if text:
        yield {"type": "keyDown", "text": text, "unmodifiedText": text, **common}
    else:
        yield {"type": "rawKeyDown", **common}
    yield {"type": "keyUp", **common}
