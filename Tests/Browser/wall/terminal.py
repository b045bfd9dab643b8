"""A terminal of its own that a program runs in, and a page that shows what is on it."""

import html
import re
import subprocess
import unicodedata
from base64 import b64encode
from pathlib import Path

FONTS = Path("/usr/share/fonts/truetype/dejavu")
# The first eight colours of a terminal, on a dark ground; what is bold is brighter.
COLORS = ("#1b1e24", "#e5534b", "#57ab5a", "#d4a72c", "#6cb0ff", "#c58af9", "#4cc3c9", "#d5d9df")
GROUND, TEXT = "#1b1e24", "#d5d9df"
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>{fonts}
body {{ margin: 0; background: {ground}; color: {text}; font: 16px/20px Terminal; padding: 14px 16px; }}
div {{ white-space: pre; height: 20px; }}
span {{ display: inline-block; height: 20px; vertical-align: top; overflow: hidden; }}
</style>{rows}"""
ATTRIBUTES = re.compile(r"\x1b\[([0-9;]*)m|[\x0e\x0f]")
# Lines of boxes in the other set of characters that old terminals switch to.
LINES = str.maketrans("lqkxmj", "┌─┐│└┘")


class Terminal:
    """tmux with one window, in which a command runs until this is closed."""

    def __init__(self, folder: Path, columns: int, rows: int, *command: object, environment: dict[str, str]) -> None:
        self.socket = folder / "terminal"
        self.environment = environment
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, *command)

    def tmux(self, *words: object) -> str:
        """Runs a command of tmux and gives what it printed."""
        return subprocess.run(
            ["tmux", "-S", self.socket, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, text=True,
            env=self.environment).stdout

    def text(self) -> str:
        """Gives what is on the screen, without colours."""
        return self.tmux("capture-pane", "-p")

    def colored(self) -> str:
        """Gives what is on the screen, with its colours."""
        return self.tmux("capture-pane", "-e", "-p")

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the command and the terminal."""
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], stderr=subprocess.DEVNULL, check=False)


def size(columns: int, rows: int) -> tuple[int, int]:
    """Gives how large a window shows all of a screen."""
    return columns * 10 + 2 * 16, rows * 20 + 2 * 14


def page(screen: str, columns: int) -> str:
    """Gives a page that shows a screen with its colours, each character in its own columns."""
    style: dict[str, str] = {}
    rows = [row(line, style, columns) for line in screen.rstrip("\n").split("\n")]
    return PAGE.format(fonts=fonts(), ground=GROUND, text=TEXT, rows="".join(rows))


def fonts() -> str:
    """Gives rules for a font of terminals, which is none of those that the wall may use."""
    return "".join(
        f'@font-face {{ font-family: Terminal; font-weight: {weight}; src: url("data:font/ttf;base64,{data}"); }}'
        for weight, file in (("normal", "DejaVuSansMono.ttf"), ("bold", "DejaVuSansMono-Bold.ttf"))
        for data in [b64encode((FONTS / file).read_bytes()).decode()])


def row(line: str, style: dict[str, str], columns: int) -> str:
    """Gives the markup of a line; the style goes on in the next one."""
    pieces, used, place, are_lines = [], 0, 0, False
    for match in [*ATTRIBUTES.finditer(line), None]:
        text = line[place:match.start() if match else None]
        if are_lines:
            text = text.translate(LINES)
        for character in text:
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            pieces.append(f'<span style="width:{10 * width}px;{css(style)}">{html.escape(character)}</span>')
            used += width
        if match is None:
            break
        place = match.end()
        if match[0] in "\x0e\x0f":
            are_lines = match[0] == "\x0e"
        else:
            change(style, match[1])
    return f'<div>{"".join(pieces)}<span style="width:{10 * (columns - used)}px;{css(style)}"></span></div>'


def change(style: dict[str, str], codes: str) -> None:
    """Applies the numbers of an escape sequence of colours."""
    for code in map(int, (codes or "0").split(";")):
        if code == 0:
            style.clear()
        elif code in (1, 2, 7):
            style[{1: "bold", 2: "dim", 7: "inverse"}[code]] = "yes"
        elif code in (22, 27):
            for name in ("bold", "dim") if code == 22 else ("inverse",):
                style.pop(name, None)
        elif code in (39, 49):
            style.pop("text" if code == 39 else "ground", None)
        elif 30 <= code < 38 or 40 <= code < 48:
            style["text" if code < 38 else "ground"] = COLORS[code % 10]
        else:
            raise ValueError(f"colour {code}")


def css(style: dict[str, str]) -> str:
    """Gives a style as a browser takes it."""
    text, ground = style.get("text", TEXT), style.get("ground", GROUND)
    if "inverse" in style:
        text, ground = ground, text
    return (
        f"color:{text};background:{ground};" + ("font-weight:bold;" if "bold" in style else "")
        + ("opacity:.7;" if "dim" in style else ""))
