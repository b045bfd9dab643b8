"""Much at once, and a whole day."""

import threading

from chromium.page import Page
from machine.check import Skipped, check, holds
from wall import boards
from wall.boards import row
from wall.scenario import START, notice, phone
from wall.stand_in import StandIn
from wall.world import World
from waiting import eventually

NOTICES = 5000
# Milliseconds from one time that a page draws its list to the next, at least, and how many more may come where it begins.
PAUSE, MORE = 100.0, 5
IDS = "[...document.querySelectorAll('#rows > .row')].map(each => each.getAttribute('data-id'))"
# What memory may have grown by, in bytes, once the flood is over and again after the day.
GROWTH = 3_000_000
# Hours of the day, and what happens in each.
HOURS = 8
EVENTS = 600
# Remembers each time that the list is drawn, with the newest of the flood in it and whether a call was on the page.
WATCH = r"""window.began = performance.now();
window.drawn = [];
new MutationObserver(() => {
    if (!window.rang && document.querySelector(".call")) window.rang = performance.timeOrigin + performance.now();
}).observe(document.getElementById("calls"), {childList: true, subtree: true});
new MutationObserver(() => {
    const [, number] = document.querySelector("#rows .who bdi").textContent.match(/^Person (\d+)$/) || [];
    window.drawn.push([Number(number || -1), !!window.rang]);
}).observe(document.getElementById("rows"), {childList: true});
undefined"""
# As many rows as a page has at most.
FULL = [row(90_000 + number, "09:00", "mail", "MAIL", f"Before {number}", "A text", app="Mail") for number in range(256)]


def flood(wall: StandIn, page: Page) -> None:
    """Tells of thousands of notices, of no more than the page can follow, and in their midst of a call."""
    for number in range(NOTICES):
        wall.put(row(number, "10:04", "social", "SOCIAL", f"Person {number}", f"This is message {number} of the flood", app="Messages"))
        if number == NOTICES // 2:
            wall.change(calls=[boards.call(1, "Davidson Ro")])
        if number % 50 == 0:
            eventually(wall.all_is_sent, lambda: "the page does not read")


def measured(world: World, name: str, frames: list[float]) -> None:
    """Says how the page was drawn meanwhile."""
    if not frames:
        # Of a frame that takes longer than the page is watched at a time nothing is known.
        world.says(f"{name}: no frame was drawn within any time that the page was watched")
        return
    rate = len(frames) / sum(frames) * 1000
    slow = sorted(frames)[-max(1, len(frames) // 100)]
    world.says(f"{name}: {rate:.0f} frames a second, one in a hundred after {slow:.0f} ms, the latest after {max(frames):.0f} ms")


def bounded(before: dict[str, float], after: dict[str, float], what: str) -> None:
    """Fails where something grew."""
    holds(after["heap"] - before["heap"] < GROWTH, f"{what}: the heap grew from {before['heap']:.0f} to {after['heap']:.0f} bytes")
    for name in ("nodes", "listeners"):
        holds(after[name] <= before[name] * 1.02 + 20, f"{what}: {name} grew from {before[name]:.0f} to {after[name]:.0f}")


@check("in a flood of 5,000 notices the list is drawn ten times a second at most, a ring is drawn before what follows it, memory is bounded, and the newest 256 are left")
def flood_is_smooth(world: World) -> None:
    with world.stand_in(boards.day(rows=FULL)) as wall, world.browser.page(1920, 1080, still=False) as page:
        page.open(wall.address)
        page.wait("document.querySelectorAll('#rows > .row').length === 256", "the rows are not there")
        before = page.holds()
        page.run(WATCH)
        teller = threading.Thread(target=flood, args=(wall, page), daemon=True)
        teller.start()
        frames: list[float] = []
        while teller.is_alive():
            frames += page.frames(0.5)
        page.shows(f"Person {NOTICES - 1}")
        whole(page, wall)
        measured(world, "flood", frames)
        drawn, passed = page.run("[window.drawn, performance.now() - window.began]") or ([], 0.0)
        world.says(f"flood: the list was drawn {len(drawn)} times in {passed / 1000:.1f} s")
        holds(len(drawn) <= passed / PAUSE + MORE, f"the list was drawn {len(drawn)} times in {passed:.0f} ms")
        late = [number for number, rang in drawn if number > NOTICES // 2 and not rang]
        # It may be drawn with the next frame, and the list before that.
        holds(len(late) <= 1, f"what came behind the ring was drawn before it: {late}")
        wall.change(calls=[])
        page.wait("!document.querySelector('.call')", "it rings on")
        bounded(before, page.holds(), "after the flood")


@check("a flood of simulated phones (5,000 notices with LONG=1) leaves the real wall's page whole at its end")
def real_flood(world: World) -> None:
    # A phone has 4,096 notices at most that a bridge follows.
    count = NOTICES // 2 if world.is_long else 250
    step = {"at": START + 1, "add": notice("flood", title="Flood", message="A notice of the flood", count=count)}
    two = [{"name": name, "bond": name, "timeline": [step]} for name in ("Mara", "Theo")]
    with world.house({"phones": two, "ends": 3600}) as house, world.browser.page(1920, 1080, still=False) as page:
        ear = house.ear()
        house.lets_in(page)
        page.open(house.address)
        # From before it begins: a small flood is over in a moment.
        frames = page.frames(1)

        def all_came() -> bool:
            frames.extend(page.frames(1))
            return len(ear.events("added")) >= count * 2

        eventually(all_came, lambda: f"{len(ear.events('added'))} of {count * 2} notices came")
        measured(world, f"flood of phones, {count * 2} notices", frames)
        # The wall hears of the last one a moment after the check does.
        house.becomes(lambda board: board["counts"]["others"] == count * 2, "the board does not count all")
        board = house.board()
        page.wait(f"document.querySelector('#counts [data-id=others] b').textContent === '{count * 2}'", "the page counts others")
        page.wait(f"{IDS}.join() === {','.join(each['id'] for each in board['rows'])!r}", "the rows are others than the board's")


@check("eight hours of a day, speeded up, leave no growth of nodes, listeners or heap")
def day_leaves_nothing(world: World) -> None:
    with world.stand_in(boards.day(rows=FULL)) as wall, world.browser.page(still=False) as page:
        page.open(wall.address)
        hours = HOURS if world.is_long else 4
        events = EVENTS if world.is_long else 250
        held = []
        for hour in range(hours + 2):
            live_hour(wall, hour, events)
            page.wait(f"document.querySelector('#rows > .row .who bdi').textContent === 'Hour {hour} end'", "the hour does not end")
            whole(page, wall)
            held.append(page.holds())
        # The first two fill what is filled once.
        before, after = held[1], held[-1]
        world.says(f"a day: heap {before['heap'] / 1e6:.2f} to {after['heap'] / 1e6:.2f} MB, nodes {before['nodes']:.0f} to {after['nodes']:.0f}")
        bounded(before, after, "after the day")


@check("minutes by the clock, with all that a page does by itself meanwhile, leave no growth either")
def minutes_leave_nothing(world: World) -> None:
    if not world.is_long:
        raise Skipped("it takes minutes; LONG=1 takes them")
    with world.stand_in(boards.day(rows=FULL)) as wall, world.browser.page(still=False) as page:
        page.open(wall.address)
        live_hour(wall, 0, EVENTS)
        page.passes(30)
        before = page.holds()
        for minute in range(10):
            live_hour(wall, 1 + minute, 60)
            page.passes(30)
        whole(page, wall)
        bounded(before, page.holds(), "after minutes")


def live_hour(wall: StandIn, hour: int, events: int) -> None:
    """Has an hour pass: notices come, change and go, calls ring, the bridge goes and comes back."""
    for number in range(events):
        name = 10_000 + hour * 1000 + number
        kind = number % 10
        if kind == 0:
            wall.change(calls=[boards.call(name, f"Caller {number}")])
        elif kind == 1:
            wall.change(calls=[], counts={"missed": number, "voicemail": hour, "others": number * 2})
        elif kind == 2 and number % 100 == 2:
            wall.change(link={"state": "gone", "since": boards.NOW, "words": "The bridge is not running"})
            wall.change(link={"state": "here"})
        elif kind == 3:
            wall.take(wall.board["rows"][-1]["id"])
            wall.put(row(name, "09:00", "mail", "MAIL", f"Late {name}"), before=None)
        elif kind == 4:
            first = wall.board["rows"][0]
            wall.put({**first, "text": f"Changed in hour {hour}", "gone": True})
        elif kind == 5:
            wall.change(phones=[{"phone": "Mara's iPhone", "state": "away", "words": f"away for {number} s"}], night=hour % 2 == 0)
        else:
            wall.put(row(name, "10:04", "social", "SOCIAL", f"Person {name}", "A text " * (number % 40), app="Messages"))
        if number % 50 == 0:
            eventually(wall.all_is_sent, lambda: "the page does not read")
    wall.put(row(10_000 + hour * 1000 + 999, "10:05", "plain", "NEWS", f"Hour {hour} end"))


def whole(page: Page, wall: StandIn) -> None:
    """Fails unless the page has exactly the rows of the board, in their order."""
    ids = [each["id"] for each in wall.board["rows"]]
    page.wait(
        f"{IDS}.join() === {','.join(ids)!r}",
        "the rows are others than the board's")
