"""How soon a ring is on the page."""

import time

from machine.check import check, equal, holds
from wall.scenario import START, phone, rings
from wall.wait import eventually
from wall.world import World

RINGS = 10
MANY = 60
# Seconds from one ring to the next, and how long each rings.
PACE, LENGTH = 0.8, 0.4
LATEST = 200.0
# Remembers when each caller was in the document, by the clock of the machine, and when the next frame was drawn.
WATCH = r"""
window.seen = {};
new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    const place = document.getElementById("calls");
    for (const name of place ? place.textContent.match(/Caller \d+/g) || [] : []) {
        if (window.seen[name]) continue;
        window.seen[name] = {there: now};
        requestAnimationFrame(() => setTimeout(() => { window.seen[name].drawn = performance.timeOrigin + performance.now(); }, 0));
    }
}).observe(document, {subtree: true, childList: true, characterData: true});
"""


@check("a ring is on the page within 200 ms of the control socket's line, at the 99th percentile")
def rings_soon(world: World) -> None:
    count = MANY if world.is_long else RINGS
    steps = []
    for number in range(count):
        steps += [rings(number * PACE, f"call-{number}", f"Caller {100 + number}"),
                  {"at": START + number * PACE + LENGTH, "remove": f"call-{number}"}]
    with world.house(phone(*steps)) as house, world.browser.page(still=False) as page:
        ear = house.ear()
        house.lets_in(page)
        page.before(WATCH)
        page.open(house.address)
        eventually(lambda: len(ear.events("ringing")) >= count, lambda: f"{len(ear.events('ringing'))} rings came", START + count * PACE + 10)
        time.sleep(0.5)
        heard = {line["title"]: moment for moment, line in ear.events("ringing")}
        seen = page.run("window.seen")
        assert isinstance(seen, dict)
        equal(sorted(seen), sorted(heard), "callers on the page")
        there = sorted(seen[name]["there"] - moment for name, moment in heard.items())
        drawn = sorted(seen[name]["drawn"] - moment for name, moment in heard.items())
        world.says(f"{count} rings: on the page after {middle(there):.0f} ms, at most {there[-1]:.0f}; drawn after {middle(drawn):.0f}, at most {drawn[-1]:.0f}")
        holds(drawn[(count * 99 + 99) // 100 - 1] <= LATEST, f"rings are drawn after {[round(each) for each in drawn]} ms")
        holds(there[0] > -50, f"the clocks disagree: {there[0]:.0f} ms")


def middle(sorted_values: list[float]) -> float:
    """Gives the median."""
    return sorted_values[len(sorted_values) // 2]
