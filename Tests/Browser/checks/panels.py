"""Search, statistics and help, and what else goes on meanwhile."""

import json

from chromium.page import Page
from machine.check import check, equal, holds
from wall import boards
from wall.stand_in import StandIn
from waiting import eventually
from wall.world import World

from .acts import GUARD

OPEN = "[...document.querySelectorAll('.panel')].filter(each => each.offsetHeight).map(each => each.id)"


@check("a ring on a low window is whole above an open panel, which is back with its focus and its words once that is over")
def ring_is_above(world: World) -> None:
    for size, more in (((480, 320), {}), ((844, 390), {}), ((1024, 768), {"detail": "counts", "rows": []})):
        for key, focus in (("?", "close"), ("s", "close"), ("/", "search-words")):
            with world.stand_in(boards.day(**more)) as wall, world.browser.page(*size) as page:
                page.open(wall.address)
                page.press(key)
                opened = page.run(OPEN)
                equal(page.run("document.activeElement.id || document.activeElement.className"), focus, f"the focus after {key}")
                if key == "/":
                    page.type("um")
                wall.change(calls=[boards.call(1, "Davidson Ro")])
                page.wait("document.querySelector('.board.ringing')", "it does not ring")
                page.lead(GUARD)
                equal(page.run(OPEN), [], f"panels that are seen at {size}")
                equal(page.run("document.activeElement.id"), "calls", "the focus while it rings")
                if key == "/":
                    # Whoever is still typing answers nothing.
                    page.type("add")
                page.press("Escape", "Tab")
                equal(page.run("document.activeElement.className"), "answer", "what Tab reaches first")
                for number, act in enumerate(("answer", "decline"), 1):
                    # Each goes out by itself, and one may overtake another.
                    page.click(f".acts .{act}")
                    eventually(lambda: len(wall.acts) == number, lambda: f"acts at {size}: {wall.acts}")
                    equal(wall.acts[-1]["act"], act, f"act {number} at {size}")
                wall.change(calls=[])
                page.wait("!document.querySelector('.board.ringing')", "it rings on")
                equal(page.run(OPEN), opened, f"panels that are back at {size}")
                equal(page.run("document.activeElement.id || document.activeElement.className"), focus, f"the focus that is back after {key}")
                holds(key != "/" or page.run("document.getElementById('search-words').value") == "um", "the words are others")
                page.press("Escape")
                equal(page.run(OPEN), [], "panels after Escape")


@check("a window that becomes low while it rings hides an open panel, and shows it again once it is high")
def window_turns(world: World) -> None:
    with world.stand_in(boards.ring()) as wall, world.browser.page(390, 844) as page:
        page.open(wall.address)
        page.press("?")
        equal(page.run(OPEN), ["help"], "panels on a high window")
        page.size(844, 390)
        page.wait(f"{OPEN}.length === 0", "the panel is above the ring")
        page.lead(GUARD)
        page.click(".acts .answer")
        page.size(390, 844)
        page.wait(f"{OPEN}.length === 1", "the panel does not come back")
        page.click(".acts .answer")


@check("a panel that nobody has touched for two minutes closes, unless somebody types in it or that is switched off")
def panels_close(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.press("ArrowDown", "ArrowDown", "Enter")
        for key, panel in (("s", "stats"), ("/", "search"), ("?", "help")):
            page.press(key)
            page.lead(110)
            equal(page.run(OPEN), [panel], "panels before two minutes are over")
            if key == "/":
                page.type("umbrella")
                page.lead(110)
                equal(page.run(OPEN), [panel], "panels while somebody types")
                # An input method may type without keys.
                page.run("document.activeElement.dispatchEvent(new InputEvent('input', {bubbles: true}))")
                page.lead(110)
                equal(page.run(OPEN), [panel], "panels while somebody types without keys")
            page.lead(11)
            page.wait(f"{OPEN}.length === 0", f"{panel} stays")
            page.wait("!document.querySelector('#rows details[open]') && !document.activeElement.closest('.day')", "the list does not go back")
        page.press("?")
        page.run("document.getElementById('returns').click()")
        page.lead(130)
        equal(page.run(OPEN), ["help"], "panels where nothing is to go back")


def has_much(page: Page, wall: StandIn) -> None:
    """Has a page find, draw and say something, and something typed in it."""
    wall.history = lambda asked: {"version": 1, "next": "x", "notices": [{
        "v": 1, "id": "0001", "event": "added", "at": boards.NOW, "received": boards.NOW, "category": "social", "label": "SOCIAL",
        "title": "Gooseberry", "message": "Tamarind", "app_id": "x", "flags": [], "uid": 1}]}
    wall.answer = lambda act: (200, {"ok": False, "words": "Medlar does not answer"})
    page.open(wall.address)
    # What is there at the start is no news, for 0.3 s.
    page.passes(0.4)
    page.press("s")
    page.wait("document.getElementById('chart').offsetWidth", "no statistics")
    page.press("Escape", "/")
    page.type("quince")
    page.press("Enter")
    page.shows("Gooseberry")
    wall.change(calls=[boards.call(1, "Damson")], places=[{**boards.PLACES[1], "said": "Wallet of Rowan was left behind"}])
    page.wait("document.getElementById('say').textContent.includes('Damson')", "the ring is not told")
    page.wait("document.getElementById('tell').textContent.includes('Rowan')", "what was left behind is not told")
    page.lead(GUARD)
    page.click(".acts .decline")
    page.wait("document.getElementById('told').textContent.includes('Medlar')", "it is not told why it is not declined")


@check("a search that finds nothing asks whether words that are nearly the same were meant, and shows them as text")
def suggestion(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.press("/")
        page.type("qince")
        for answer, words in (({"meant": "<b>Quince</b>"}, "Nothing found. Did you mean “<b>Quince</b>”?"), ({}, "Nothing found.")):
            wall.history = lambda asked, answer=answer: {"version": 1, "notices": [], **answer}
            page.press("Enter")
            page.wait(f"document.getElementById('search-state').textContent === {json.dumps(words)}", "another sentence")


HAS = """(() => {
    const all = document.documentElement.outerHTML + [...document.querySelectorAll("input")].map(each => each.value).join(" ");
    return ["Gooseberry", "Tamarind", "quince", "Damson", "Rowan", "Medlar", "stats.svg", "Statistics of"].filter(each => all.includes(each));
})()"""


@check("where a page may see less than before, what was found, drawn, typed and said goes at once, on a page too that nobody sees")
def less_is_seen(world: World) -> None:
    nothing = {"rows": [], "places": [], "phones": [], "searches": False, "may_act": False}
    ring = boards.call(1, "")
    del ring["who"]
    for detail in ("counts", "names"):
        with world.stand_in(boards.day()) as wall, world.browser.page() as page:
            has_much(page, wall)
            equal(len(list(page.run(HAS) or [])), 8, "words that are there before")
            # No frame comes to a page that nobody sees.
            page.run("window.requestAnimationFrame = () => 0; undefined")
            wall.board = boards.day(detail=detail, calls=[ring], **nothing)
            wall.tell("board", wall.board)
            page.wait(f"document.getElementById('board').dataset.detail === '{detail}'", "the page shows as much as before")
            equal(page.run(HAS), [], f"words that are left with {detail}")
            equal(page.run(OPEN), [], "panels that are left")


@check("a page that may see nothing more keeps nothing that was found, drawn, typed or said")
def nothing_is_seen(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.forgives("401", "net::")
        has_much(page, wall)
        wall.lets_in = False
        wall.cut()
        page.wait("document.getElementById('refused')", "the page does not say that it is refused")
        equal(page.run(HAS), [], "words that are left")
