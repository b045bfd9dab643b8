"""Whether what a page shows is what the server draws, by whatever way it came there."""

import json

from machine.check import check, equal, holds
from waiting import eventually
from wall import markup
from wall.boards import NOW
from wall.scenario import comes, notice, phone, rings
from wall.world import World

# Parts and rows of the page, without what the page has added to them, and the same of what the server draws now.
PARTS = """(() => {
    const plain = document => ["name", "counts", "phones", "link", "alerts", "nothing", "house", "rows"].map(id => {
        const copy = document.getElementById(id).cloneNode(true);
        for (const each of copy.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
        for (const each of copy.querySelectorAll("details")) each.open = false;
        for (const each of copy.querySelectorAll("[data-own]")) each.remove();
        return copy.outerHTML;
    });
    return fetch("/").then(answer => answer.text()).then(text => {
        const wanted = plain(new DOMParser().parseFromString(text, "text/html")), found = plain(document);
        return wanted.map((each, place) => each === found[place] ? "" : each + " and not " + found[place]).filter(each => each);
    });
})()"""


@check("the stand-in of other checks draws every board and every hit as the wall was recorded to draw them")
def drawn_alike(world: World) -> None:
    recorded = world.project / "Tests" / "AddOns" / "WallTests" / "Board" / "Recorded" / "markup"
    lines = [json.loads(line) for line in recorded.read_text().splitlines()]
    holds(len(lines) > 5, "little is recorded")
    for number, line in enumerate(lines, 1):
        drawn = markup.board(line["board"]) if "board" in line else markup.hit(line["hit"], NOW)
        equal(drawn, line["markup"], f"line {number}")


@check("a page that has lived through calls, notices that came, changed and went, and open rows has what one that loads now has")
def live_is_drawn(world: World) -> None:
    words = " ".join(f"word{number}" for number in range(1, 260))
    steps = [comes(number * 0.1, f"n{number}", title=f"<i>Person</i> {number % 7}", message=f"{number} &amp; {words}") for number in range(12)]
    takes = [{"at": 5 + number * 0.1, "remove": f"n{number}"} for number in range(0, 12, 3)]
    existing = (notice("one", title="Ada Okafor"), notice("two", "email", title="Brandt", message=words))
    with world.house(phone(*steps, *takes, rings(3, "call"), existing=existing)) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        page.press("ArrowDown", "Enter")
        page.wait("document.querySelector('#rows details[open]')", "no row opens")
        page.wait("document.querySelector('.call[data-state=ringing] .answer')", "it does not ring")
        page.wait("document.querySelectorAll('#rows > .row.gone').length >= 4", "no row is dim")
        page.press("ArrowDown", "Enter", "Escape")
        page.wait("!document.querySelector('#rows details[open]')", "a row stays open")
        eventually(lambda: page.run(PARTS) == [], lambda: f"the page differs: {page.run(PARTS)}")
