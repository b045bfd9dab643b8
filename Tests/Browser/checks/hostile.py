"""Texts that are meant to do something."""

from machine.check import check, equal, holds
from wall import boards
from wall.boards import call, row
from wall.scenario import PHONE, comes, phone, rings
from wall.world import World

TITLES = (
    "<script>window.hit = 1</script>", "</script><script>window.hit = 2</script>", "<img src=x onerror=\"window.hit = 3\">",
    "<svg onload=window.hit=4>", "\"><iframe srcdoc='<script>parent.hit=5</script>'>", "javascript:window.hit=6", "<!--", "]]>", "{{data}} ${window.hit=7}",
    "<base href=//evil.example>", "<meta http-equiv=refresh content=0;url=//evil.example>", "&lt;b&gt; &amp;amp;", "\u202egnp.exe\u202c",
    "\u2067\u2066\u2068 never closed", "Z\u0337\u031b\u0324a\u030e\u0351" * 40, "👩‍👩‍👧‍👦" * 300, "نورة " * 200,
)
HIT = """window.hit === undefined && !document.querySelector('#board script, #board img, #board iframe, #board base, #board meta, #board b b')
    && ![...document.querySelectorAll('#board *')].some(each => [...each.attributes].some(one => /^(on|srcdoc|style)/.test(one.name) && !each.matches('.caller')))"""


@check("titles that are scripts, markup, 64 KiB long or turn the direction are text, run nothing and push nothing aside")
def titles_are_text(world: World) -> None:
    rows = [row(number, "10:00", "social", "SOCIAL", title, title, app=title[:80], phone=title[:80]) for number, title in enumerate(TITLES)]
    rows += [row(90, "10:00", "mail", "MAIL", "W" * 65_536, "x" * 65_536), row(91, "10:00", "mail", "MAIL", "ab " * 21_845, "cd\n" * 21_845)]
    places = [{"name": title[:80], "picture": title[:20], "kind": "item", "here": True, "words": title[:80], "said": title[:80]} for title in TITLES[:4]]
    for calls in ([], [call(1, TITLES[2], app=TITLES[0][:80])], [call(1, "W" * 65_536)]):
        board = boards.day(rows=rows, places=places, name=TITLES[1], calls=calls, phones=[
            {"phone": TITLES[0], "state": "ready", "words": TITLES[2]}])
        with world.stand_in(board) as wall, world.browser.page(360, 740) as page:
            page.open(wall.address)
            page.wait(f"document.querySelectorAll('#rows > .row').length === {len(rows)}", "the rows are not there")
            holds(page.run(HIT), "something ran")
            wall.change(calls=calls, phones=[{"phone": TITLES[3], "state": "ready", "words": TITLES[4]}])
            wall.put(*[{**each, "text": each["text"] + " "} for each in rows[:5]])
            page.settle()
            holds(page.run(HIT), "something ran after a change")
            equal(page.run("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth"), True, "it is as wide as the window")
            equal(page.run("getComputedStyle(document.querySelector('#rows .who bdi')).unicodeBidi !== 'normal'"), True, "names are isolated")
            if not calls:
                page.press("ArrowDown", "Enter")
                page.press(*(["ArrowDown"] * 17), "Enter")
                page.wait("document.querySelectorAll('#rows details[open]').length === 1", "no row opens")
                holds(page.run("document.documentElement.scrollWidth <= innerWidth"), "an open row is wider than the window")


@check("hostile titles of a simulated phone are text on the real wall too, with and without scripts, and no policy is broken")
def real_titles(world: World) -> None:
    steps = [comes(number * 0.05, f"n{number}", title=title, message=title) for number, title in enumerate(TITLES)]
    long_one = comes(1, "long", title={"repeat": "W", "bytes": 60_000}, message={"repeat": "<b>x</b>", "bytes": 60_000})
    with world.house(phone(*steps, long_one, rings(1.5, "call", TITLES[2]))) as house:
        # What comes while a page looks comes as fragments.
        with world.browser.page() as page:
            house.lets_in(page)
            page.open(house.address)
            page.wait(f"document.querySelectorAll('#rows > .row').length > {len(TITLES)}", "the rows do not come")
            page.wait("document.querySelector('.call')", "it does not ring")
            for number in range(3):
                page.run(f"document.querySelectorAll('#rows summary')[{number}].click()")
                page.wait(f"document.querySelectorAll('#rows details')[{number}].open", "no row opens")
                page.settle()
            holds(page.run(HIT), "something ran while the page was live")
        house.becomes(lambda board: board.get("calls"), "it does not ring")
        for script in (True, False):
            with world.browser.page(script=script) as page:
                house.lets_in(page)
                page.open(house.address)
                page.shows(TITLES[2][:14])
                holds(page.run(HIT), "something ran")
                equal(page.run("document.querySelectorAll('script').length <= 3"), True, "there are no further scripts")


# What can be the name of a section, and would do something in a page.
NAMES = ("<script>window.hit = 1</script>", "<img src=x onerror='window.hit = 3'>", "\"><svg onload=window.hit=4>", "&lt;b&gt; {{data}}")


def near_ones(board: dict) -> list[dict]:
    """Gives the items and persons of a board that are near."""
    return [each for each in board.get("places", []) if each["here"]]


@check("names of items and persons are text on the real wall, where their beacons are in the air, with and without scripts")
def real_items(world: World) -> None:
    uuid = "6A3F0C52-9B1E-4D07-8C66-2F9D51E4A7B0"
    near = [{"at": 0, "distance": 1.5}]
    scenario = {
        **phone(),
        "air": [
            *({"uuid": uuid, "major": 1, "minor": number, "interval": 0.25, "timeline": near} for number in range(1, 4)),
            {"phone": "mara", "interval": 0.5, "timeline": near},
        ],
    }
    lines = ["[beacons]", "scan = continuous"]
    for number, name in enumerate(NAMES[:3], 1):
        lines += [f"[beacon b{number}]", f"uuid = {uuid}", "major = 1", f"minor = {number}", f"[item {name}]", f"beacon = b{number}"]
    lines += [f"[presence {NAMES[3]}]", f"phone = {PHONE}"]
    with world.house(scenario, "\n".join(lines)) as house:
        house.becomes(lambda board: {each["kind"] for each in near_ones(board)} == {"item", "person"} and len(near_ones(board)) >= 4, "not all of them are near")
        names = [each["name"] for each in house.board()["places"]]
        equal(sorted(names), sorted(NAMES), "the names on the board")
        for script in (True, False):
            with world.browser.page(1280, 800, script=script) as page:
                house.lets_in(page)
                page.open(house.address)
                page.shows(NAMES[0])
                holds(page.run(HIT), "something ran")
                equal(page.run("[...document.querySelectorAll('#places bdi')].map(each => each.textContent).sort()"), sorted(names), "the names in the page")
                equal(page.run("document.querySelectorAll('#house script, #house img, #house svg, #house b').length"), 0, "elements that names have made")
