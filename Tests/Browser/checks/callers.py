"""How the name of whoever calls is shown, and what stands there where no name is known."""

from machine.check import check, equal, holds
from wall import boards
from wall.boards import call
from wall.world import World

from .looks import DRAWN

# How high the calls are, how large the letters of the name, and whether all of it is to be read.
BAR = """(() => {
    const name = document.querySelector(".caller span"), box = document.querySelector(".calls").getBoundingClientRect();
    return {height: Math.round(box.height), size: getComputedStyle(name).fontSize, whole: name.scrollWidth <= name.clientWidth};
})()"""


@check("an answered call is the slim bar that it would be had it never rung, with the whole name, at four sizes")
def answered_is_slim(world: World) -> None:
    for who in ("Davidson Ro", "نورة العتيبي", "Donaudampfschifffahrtsgesellschaftskapitän " * 6):
        talked = call(1, who, "answered")
        for size in ((390, 844), (768, 1024), (1024, 768), (480, 320)):
            with world.stand_in(boards.day(calls=[talked])) as wall, world.browser.page(*size, clock=boards.NOW) as page:
                page.open(wall.address)
                page.run(DRAWN)
                wanted = page.run(BAR)
                wall.change(calls=[call(1, who)])
                page.wait("document.querySelector('.board.ringing .caller').style.fontSize", "it does not ring")
                wall.change(calls=[talked])
                page.wait("!document.querySelector('.board.ringing')", "it rings on")
                page.run(DRAWN)
                equal(page.run(BAR), wanted, f"the bar after a ring of {who[:20]!r} at {size}")
                holds(isinstance(wanted, dict) and (wanted["whole"] or len(who) > 20), f"{who!r} is cut at {size}")
