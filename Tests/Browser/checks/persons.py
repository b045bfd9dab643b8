"""People without a mouse, and people without a screen."""

from itertools import count

from chromium.tree import Node
from machine.check import Failed, check, equal, holds
from waiting import eventually
from wall import boards
from wall.boards import row
from wall.world import World

FOCUS = "(document.activeElement.closest('#rows > .row') || document.activeElement).getAttribute('data-id')"


def one(tree: list[Node], role: str, name: str = "") -> Node:
    """Gives the node of a role, and of a name where there may be more."""
    found = [each for each in tree if each.role == role and name in each.name]
    if len(found) != 1:
        raise Failed(f"{len(found)} of {role} {name!r}: {[(each.role, each.name) for each in tree if each.role != 'StaticText'][:40]}")
    return found[0]


@check("by keyboard alone: arrows move between rows, Enter opens and Escape closes, slash searches, and the focus is seen")
def keyboard_alone(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        wall.history = lambda asked: {"version": 1, "notices": [{
            "v": 1, "id": "0001", "event": "added", "at": boards.NOW, "received": boards.NOW, "category": "social", "label": "SOCIAL",
            "title": f"Found by {asked.get('search')}", "message": "Long ago", "app_id": "x", "flags": [], "uid": 1}]}
        page.open(wall.address)
        page.press("ArrowDown")
        first = page.run(FOCUS)
        page.press("ArrowDown", "ArrowDown", "ArrowUp")
        equal([first, page.run(FOCUS)], [boards.ROWS[0]["id"], boards.ROWS[1]["id"]], "rows with the focus")
        holds(page.run("""(() => {
            const style = getComputedStyle(document.activeElement);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
        })()"""), "the focus is not seen")
        page.press("ArrowDown", "Enter")
        page.wait("document.querySelectorAll('#rows details[open]').length === 1", "Enter opens no row")
        page.shows("receipt with the order number 1042, and a lock")
        page.press("Escape")
        page.wait("!document.querySelector('#rows details[open]')", "Escape closes no row")
        equal(page.run(FOCUS), boards.ROWS[2]["id"], "the row with the focus after that")
        page.press("End")
        equal(page.run(FOCUS), boards.ROWS[-1]["id"], "the row at the end")
        page.press("Home", "/")
        page.type("umbrella")
        page.press("Enter")
        page.shows("Found by umbrella")
        page.press("Escape")
        page.hides("Found by umbrella")
        equal(page.run(FOCUS), boards.ROWS[0]["id"], "the focus is where it was before the search")
        page.press("?")
        page.shows("This wall")
        page.press("Escape", "s")
        page.wait("document.getElementById('chart').naturalWidth === 300 && document.getElementById('chart').offsetWidth", "no statistics")
        holds(any(each.startswith("/stats.svg?since=2") for each in wall.asked), f"the range is not asked for: {wall.asked}")
        page.press("Escape")
        page.wait("!document.getElementById('chart').offsetWidth", "the statistics stay")


@check("letters can be switched off for whoever speaks to the page, and stay off; arrows, Enter and Escape go on")
def letters_are_off(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.press("?")
        page.shows("Keys with letters and signs")
        page.run("document.getElementById('letters').click()")
        page.press("Escape")
        page.hides("Keys with letters and signs")
        for _ in range(2):
            page.press("s", "/", "?", "j", "a", "c")
            equal(page.run("[...document.querySelectorAll('.panel')].filter(each => !each.hidden).length"), 0, "panels that letters have opened")
            page.press("ArrowDown", "ArrowDown", "Enter")
            page.wait("document.querySelectorAll('#rows details[open]').length === 1", "Enter opens no row")
            equal(page.run(FOCUS), boards.ROWS[1]["id"], "the row with the focus")
            page.press("Escape")
            page.reload()
        page.run("document.querySelector('[data-tool=help]').click()")
        holds(not page.run("document.getElementById('letters').checked"), "the choice is forgotten")
        page.run("document.getElementById('letters').click()")
        page.press("Escape", "s")
        page.wait("document.getElementById('chart').naturalWidth === 300", "a letter does nothing once it may")


@check("a list that nobody has touched for two minutes goes back to the newest, unless that is switched off")
def goes_back(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        for returns in (True, False):
            page.press("ArrowDown", "ArrowDown", "Enter")
            page.wait("document.querySelectorAll('#rows details[open]').length === 1", "Enter opens no row")
            page.lead(110)
            equal(page.run("document.querySelectorAll('#rows details[open]').length"), 1, "open rows before two minutes are over")
            page.lead(11)
            if returns:
                page.wait("!document.querySelector('#rows details[open]')", "the list does not go back")
                page.press("?")
                page.run("document.getElementById('returns').click()")
                page.press("Escape")
            else:
                equal(page.run("document.querySelectorAll('#rows details[open]').length"), 1, "open rows where the list is not to go back")


@check("Tab reaches everything that can be used, in the order in which it is seen, and nothing keeps it")
def tab_reaches(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        reached = []
        for _ in range(30):
            page.press("Tab")
            reached.append(str(page.run("document.activeElement.getAttribute('data-tool') || document.activeElement.tagName")))
        tools = page.run("[...document.querySelectorAll('[data-tool]')].filter(each => each.offsetParent).map(each => each.getAttribute('data-tool'))")
        assert isinstance(tools, list)
        holds("SUMMARY" in reached, f"no row is reached: {reached}")
        equal([each for each in reached if each in tools][:len(tools)], tools, "tools that are reached")


@check("the focus stays with its row while others come and go, and goes to a neighbour where its row goes")
def focus_stays(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.press("ArrowDown", "ArrowDown", "ArrowDown")
        place = "document.activeElement.getBoundingClientRect().top"
        for number in range(20):
            wall.put(row(700 + number, "10:05", "social", "SOCIAL", f"New {number}"))
        page.wait("document.querySelector('#rows .who bdi').textContent === 'New 19'", "the new ones are not there")
        equal(page.run(FOCUS), boards.ROWS[2]["id"], "the row with the focus")
        top = page.run(place)
        wall.put(row(800, "10:05", "social", "SOCIAL", "One more"))
        page.wait("document.querySelector('#rows .who bdi').textContent === 'One more'", "it is not there")
        holds(abs(float(str(page.run(place))) - float(str(top))) < 2, f"its row jumped from {top} to {page.run(place)}")
        wall.take(boards.ROWS[2]["id"])
        page.wait(f"!document.querySelector('[data-id={boards.ROWS[2]['id']}]')", "it does not go")
        holds(page.run(FOCUS) in (boards.ROWS[1]["id"], boards.ROWS[3]["id"]), f"the focus is at {page.run(FOCUS)}")


@check("rows that come above do not move what somebody reads who has scrolled down")
def reading_stays(world: World) -> None:
    many = [row(number, "09:00", "mail", "MAIL", f"Person {number}", "A text") for number in range(200)]
    with world.stand_in(boards.day(rows=many)) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.wait("document.querySelectorAll('#rows > .row').length === 200", "the rows are not there")
        page.run("document.getElementById('day').scrollTop = 1500")
        page.draws()
        top = "document.querySelector('[data-id=\"%s\"]').getBoundingClientRect().top" % many[60]["id"]
        before = float(str(page.run(top)))
        for number in range(30):
            wall.put(row(700 + number, "10:05", "social", "SOCIAL", f"New {number}"))
        page.wait("document.querySelector('#rows .who bdi').textContent === 'New 29'", "the new ones are not there")
        page.draws()
        holds(abs(float(str(page.run(top))) - before) < 2, f"a row jumped from {before} to {page.run(top)}")


@check("for a screen reader there are landmarks, a list of rows with all they say, and counts; a ring is assertive and told once")
def read_aloud(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        tree = page.tree()
        main = one(tree, "main")
        rows = one(tree, "list", "Notifications")
        holds(rows in main.all(), "the rows are not in the main part")
        items = [each for each in rows.children if each.role == "listitem"]
        equal(len(items), len(boards.ROWS), "rows that are read")
        for words in ("10:01", "SOCIAL", "Ada Okafor", "Are you home?"):
            holds(words in items[0].words(), f"{words!r} is not read: {items[0].words()!r}")
        holds("no longer on the phone" in items[5].words(), f"it is not read that it is gone: {items[5].words()!r}")
        holds("missed calls" in one(tree, "list", "Counts").words(), "counts are not read")
        for each in tree:
            holds(each.role not in ("button", "link", "textbox") or each.name, f"a {each.role} has no name")
        # What was there at the start is no news, for 0.3 s.
        page.passes(0.4)
        page.run(HEAR)
        wall.change(calls=[boards.call(1, "Davidson Ro")])
        page.wait("window.heard.length", "the ring is not told")
        # Its clock is drawn each second.
        page.passes(2.5)
        page.lead(60)
        equal(page.run("window.heard"), [["assertive", "Davidson Ro is calling, WhatsApp"]], "what is told of the ring, in some seconds")
        live = [each for each in page.tree() if each.properties.get("live") == "assertive"]
        holds(live, "nothing is assertive in what a screen reader has")
        wall.change(calls=[], counts={"missed": 3, "voicemail": 1, "others": 6})
        page.wait("window.heard.some(each => each[0] === 'polite')", "the missed call is not told")
        equal(page.run("window.heard.filter(each => each[0] === 'polite' && each[1])"), [["polite", "3 missed calls"]], "what is told of it")


# Remembers what live regions tell, and how; it may be there before the page.
HEAR = """window.heard = [];
new MutationObserver(records => {
    const region = node => (node.closest ? node : node.parentElement)?.closest("[aria-live]");
    for (const each of new Set(records.map(record => region(record.target))))
        if (each?.textContent) window.heard.push([each.getAttribute("aria-live"), each.textContent]);
}).observe(document, {childList: true, characterData: true, subtree: true});
undefined"""


@check("a ring is in the title, and sounds once somebody has switched sound on by hand, never before, and no longer than it rings")
def sounds(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.before("""window.tones = 0; const create = BaseAudioContext.prototype.createOscillator;
            BaseAudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this); };""")
        page.open(wall.address)
        wall.change(calls=[boards.call(1, "Davidson Ro")])
        page.wait("document.title.includes('Davidson Ro')", "the title does not have the ring")
        page.lead(10)
        equal(page.run("window.tones"), 0, "tones that nobody asked for")
        wall.change(calls=[])
        page.wait("!document.title.includes('Davidson Ro')", "the title still has the ring")
        page.click("[data-tool=sound]")
        page.wait("document.querySelector('[data-tool=sound]').getAttribute('aria-pressed') === 'true'", "sound is not on")
        # It sounds once when it is switched on, after 0.12 s, if the browser has begun to play by then.
        page.passes(0.2)
        page.run("window.tones = 0")
        wall.change(calls=[boards.call(2, "Davidson Ro")])
        page.wait("window.tones > 0", "it does not sound")
        before = page.run("window.tones")
        page.lead(3)
        holds(page.run("window.tones") != before, "it does not sound on while it rings")
        wall.change(calls=[])
        page.wait("!document.querySelector('.call')", "it rings on")
        tones = page.run("window.tones")
        page.lead(10)
        equal(page.run("window.tones"), tones, "tones after the ring")


@check("where motion is unwanted nothing moves by itself, and where it is wanted what comes moves gently")
def motion(world: World) -> None:
    for still in (False, True):
        with world.stand_in(boards.day()) as wall, world.browser.page(still=still) as page:
            page.before("""window.moved = 0; const animate = Element.prototype.animate;
                Element.prototype.animate = function (...words) { window.moved += 1; return animate.apply(this, words); };""")
            page.open(wall.address)
            eventually(lambda: wall.streams, lambda: "there is no stream")
            numbers = count()

            def moves() -> bool:
                # What a stream begins with does not move, and neither does what comes within 0.6 s of the last.
                page.passes(0.8)
                number = next(numbers)
                wall.put(row(700 + number, "10:05", "social", "SOCIAL", f"New {number}."))
                page.shows(f"New {number}.")
                page.draws()
                running = "document.getAnimations().filter(each => each.playState === 'running').length"
                return page.run(f"window.moved + {running}") != 0

            if still:
                equal([moves() for _ in range(4)], [False] * 4, "what moves where motion is unwanted")
            else:
                eventually(moves, lambda: "nothing moves")


@check("colours of all texts are readable: 4.5 to one, and 3 to one where letters are large, in light, dark and at night")
def readable(world: World) -> None:
    for dark, night in ((False, False), (True, False), (False, True)):
        for board in (boards.day(night=night), boards.ring(night=night)):
            with world.stand_in(board) as wall, world.browser.page(dark=dark, clock=boards.NOW) as page:
                page.open(wall.address)
                page.shows("10:04") if not board["calls"] else page.shows("Davidson Ro")
                equal(page.run(PALE), [], f"texts that are too pale ({'dark' if dark else 'light'}{', night' if night else ''})")


PALE = """(() => {
    const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
    const light = ([red, green, blue]) => [red, green, blue].map(each => {
        each /= 255;
        return each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
    }).reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const each = walker.currentNode.parentElement;
        const box = each.getBoundingClientRect();
        const style = getComputedStyle(each);
        if (!walker.currentNode.textContent.trim() || box.width < 2 || !each.offsetParent || style.visibility === "hidden") continue;
        if (box.bottom < 0 || box.top > innerHeight || each.closest("script, .hidden")) continue;
        let behind = each, colour = [255, 255, 255, 1], cut = false;
        for (let over = each; over; over = over.parentElement) if (getComputedStyle(over).clipPath !== "none") cut = true;
        if (cut) continue;
        while (behind) {
            const own = numbers(getComputedStyle(behind).backgroundColor);
            if (own.length === 3 || own[3] === 1) { colour = own; break; }
            behind = behind.parentElement;
        }
        const [first, second] = [light(numbers(style.color)), light(colour)].sort((one, other) => other - one);
        const ratio = (first + 0.05) / (second + 0.05);
        const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
        if (ratio < (large ? 3 : 4.5)) found.push(each.className + " " + walker.currentNode.textContent.trim().slice(0, 20) + " " + ratio.toFixed(2));
    }
    return [...new Set(found)].slice(0, 8);
})()"""
