"""Search, statistics and help, and what else goes on meanwhile."""

from machine.check import check, equal, holds
from wall import boards
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
                page.run(GUARD)
                equal(page.run(OPEN), [], f"panels that are seen at {size}")
                equal(page.run("document.activeElement.id"), "calls", "the focus while it rings")
                if key == "/":
                    # Whoever is still typing answers nothing.
                    page.type("add")
                page.press("Escape", "Tab")
                equal(page.run("document.activeElement.className"), "answer", "what Tab reaches first")
                page.click(".acts .answer")
                page.click(".acts .decline")
                page.settle()
                equal([each["act"] for each in wall.acts], ["answer", "decline"], f"acts at {size}")
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
        page.run(GUARD)
        page.click(".acts .answer")
        page.size(390, 844)
        page.wait(f"{OPEN}.length === 1", "the panel does not come back")
        page.click(".acts .answer")
