"""The pictures of the documents, which are what the programs show."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from machine.check import check, holds
from pictures import document
from pictures.png import decode, encode
from ports import free_port
from waiting import eventually
from wall import boards, terminal
from wall.house import ENVIRONMENT, House
from wall.scenario import PHONE
from wall.world import World

CLOCK = "18:47"
# A day at the beginning of a row, which a change of colour is before and behind.
DAYS = re.compile(r"(?<=m)(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=\x1b)")
# The bar of a call while its colours are exchanged, which they are every other second.
LIT = re.compile(r"\A[^\n]*\x1b\[(\d+;)*7(;\d+)*m[^\n]* CALL ")
LCD = """[server]
DriverPath={drivers}/
Driver=curses
Bind=127.0.0.1
Port={port}
ServerScreen=off
[curses]
Size=20x4
Foreground=black
Background=green
Backlight=yes
TopLeftX=2
TopLeftY=2
UseACS=no
DrawBorder=yes
"""
SMS, TELEPHONE = "com.apple.MobileSMS", "com.apple.mobilephone"


def notice(category: str, title: str, message: str, date: str, app: str = SMS, **more: object) -> dict:
    """Gives a notification that is there from the start."""
    return {"name": title + category, "category": category, "app": app, "title": title, "message": message, "date": date,
            "negative": "Clear", **more}


DAY = {"format": 1, "ends": 3600, "phones": [{
    "name": PHONE, "bond": "mara", "apps": {"org.example.library": "City Library"},
    # A battery level would appear a moment later, in pictures of before and after.
    "services": [{"uuid": "180F", "there": False, "characteristics": [{"uuid": "2A19", "properties": ["read"]}]}],
    "existing": [
        notice("other", "Two books are due on Friday", "“The Left Hand of Darkness” and “Bread, Slowly”. You can renew both once more.", "-1d",
               "org.example.library"),
        notice("schedule", "Dentist", "Tomorrow at 9:30, Mill Lane 4", "-7h", "com.apple.mobilecal"),
        notice("missed_call", "Grandma Ilse", "Missed Call", "-5h", TELEPHONE),
        notice("voicemail", "Grandma Ilse", "Voicemail (0:41)", "-5h", TELEPHONE),
        notice("email", "Choir office", "We begin half an hour later and sing in the small hall. Bring the green folder!", "-2h",
               "com.apple.mobilemail", subtitle="Tuesday's rehearsal"),
        notice("social", "Theo", "Did we leave the oven on?", "-35m", flags=["silent"]),
        notice("social", "Ada Okafor", "I'm at the door with the soup. 🍲", "-4m"),
    ],
    "timeline": [{"at": 1, "add": {
        "name": "call", "category": "incoming_call", "flags": ["important"], "app": TELEPHONE, "title": "Davidson Ro",
        "message": "Incoming Call", "positive": "Answer", "negative": "Decline"}}],
}]}


def zone() -> str:
    """Gives a time zone of whole minutes in which it is the minute of the pictures."""
    hours, minutes = map(int, CLOCK.split(":"))
    ahead = (hours * 60 + minutes - int(time.time()) // 60) % 1440
    # From 12 hours behind to 12 ahead; the sign of POSIX is the other one.
    ahead -= 1440 if ahead > 720 else 0
    return f"HALL{'-' if ahead >= 0 else '+'}{abs(ahead) // 60}:{abs(ahead) % 60:02}"


def compare(world: World, name: str, found: bytes) -> None:
    """Compares a picture with that of the documents, or makes it that."""
    document.compare(world.project, world.build, name, found, world.accepts)


def compare_terminal(world: World, name: str, screen: str, columns: int, rows: int) -> None:
    """Compares the screen of a terminal."""
    with world.elsewhere(terminal.page(screen, columns)) as address:
        with world.browser.page(*terminal.size(columns, rows)) as page:
            page.open(address)
            page.run("document.fonts.load('16px Terminal').then(() => document.fonts.load('bold 16px Terminal')).then(() => 1)")
            page.draws()
            compare(world, name, page.picture())


@contextmanager
def bridge(world: World, sections: str, clock: str, rings: bool) -> Iterator[House]:
    """Has a bridge meanwhile in a time zone of its own, with a phone that rings or does not."""
    with world.empty_house() as house:
        house.environment = {"TZ": clock, "LC_ALL": "C.UTF-8"}
        phones = DAY["phones"] if rings else [{**DAY["phones"][0], "timeline": []}]
        house.begin_bridge({**DAY, "phones": phones}, sections)
        yield house


def same_minute(what: Callable[[str], str], *times: str) -> str:
    """Gives a screen on which the clock, and each of these times, is of one minute, however slow the machine is."""
    screens: list[str] = []

    def is_seen() -> bool:
        screens[:] = [what(zone())]
        return all(each in screens[0] for each in (CLOCK, *times))

    eventually(is_seen, lambda: f"the minute is over before all is shown: {screens}")
    return screens[0]


@check("the picture of the terminal board is what callboard board shows while it rings")
def document_board(world: World) -> None:
    columns, rows = 100, 28

    def seen(clock: str) -> str:
        with bridge(world, "", clock, rings=True) as house:
            command = (world.programs["callboard"], "board", "--config", house.folder / "callboard.conf")
            environment = ENVIRONMENT | house.environment
            with terminal.Terminal(house.folder, columns, rows, *command, environment=environment) as screen:
                shown = ""

                def is_whole() -> bool:
                    nonlocal shown
                    shown = screen.colored()
                    return bool(LIT.search(shown)) and all(words in shown for words in ("Dentist", "Two books", "(simulated): ready"))

                eventually(is_whole, lambda: f"the board shows {shown}")
                return shown

    # How long it has rung, and the day before yesterday's name, are the pictures' own.
    screen = DAYS.sub("Sun", re.sub(r"\b\d:\d\d$", "0:03", same_minute(seen, f"{CLOCK}\x1b", "18:43", "18:12", "13:47"), count=1, flags=re.MULTILINE))
    compare_terminal(world, "board", screen, columns, rows)


@check("the picture of a character display is what LCDd shows of a day")
def document_lcd(world: World) -> None:
    columns, rows = 26, 8
    drivers = sorted(Path("/usr/lib").glob("*/lcdproc"))
    holds(drivers, "lcdproc is not installed")

    def seen(clock: str) -> str:
        port = free_port()
        with bridge(world, f"[lcd]\nhost = 127.0.0.1\nport = {port}", clock, rings=False) as house:
            settings = house.folder / "LCDd.conf"
            settings.write_text(LCD.format(drivers=drivers[0], port=port))
            command = ("/usr/sbin/LCDd", "-f", "-c", settings)
            with terminal.Terminal(house.folder, columns, rows, *command, environment=ENVIRONMENT) as screen:
                eventually(
                    lambda: all(words in screen.text() for words in ("ready", "1 missed", "Dentist", "Tomorrow")),
                    lambda: f"LCDd shows {screen.text()}; {house.log()}")
                return screen.colored()

    compare_terminal(world, "lcd", same_minute(seen, f"{CLOCK}          ", f"Dentist        {CLOCK}"), columns, rows)


@check("the picture of doctor is the end of a report with two problems, as a test of the program keeps it")
def document_doctor(world: World) -> None:
    columns, rows = 120, 28
    report = world.project / "Tests/Bridge/DoctorTests/Recorded/report.ansi"
    with world.empty_house() as house:
        # It waits for more at the end.
        command = ("cat", report, "-")
        with terminal.Terminal(house.folder, columns, rows, *command, environment=ENVIRONMENT) as screen:
            eventually(lambda: "Notifications cannot arrive" in screen.text(), lambda: f"the terminal shows {screen.text()}")
            compare_terminal(world, "doctor", screen.colored(), columns, rows)


@check("the pictures of the wall are what pages show of a day and of a ring")
def document_wall(world: World) -> None:
    for name, board, size, dark in (
        ("wall-day", boards.day(), (1024, 768), False), ("wall-ring", boards.ring(), (1024, 768), False),
        ("wall-phone", boards.day(), (390, 844), True),
    ):
        with world.stand_in(board) as wall, world.browser.page(*size, dark=dark, clock=boards.NOW) as page:
            page.open(wall.address)
            page.wait("document.getElementById('clock').textContent === '10:04'", "the clock does not show the host's time")
            page.draws()
            compare(world, name, page.picture())


@check("the page shows the statistics of the believable year; ACCEPT=1 makes the picture of the documents, which depends on the day")
def document_statistics(world: World) -> None:
    with world.empty_house() as house:
        year, picture = house.folder / "year", house.folder / "year.svg"
        for words in (("demo", "--history", year), ("stats", "--history", year, "--svg", picture)):
            subprocess.run(
                [world.programs["callboard"], *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
        statistics = picture.read_text()
    with world.stand_in(boards.day()) as wall, world.browser.page(clock=boards.NOW) as page:
        wall.statistics = statistics
        page.open(wall.address)
        page.press("s")
        page.wait("document.getElementById('chart').complete && document.getElementById('chart').naturalWidth > 300", "no statistics")
        page.draws()
        if world.accepts:
            (world.project / "Docs/pictures/wall-stats.png").write_bytes(encode(decode(page.picture())))
