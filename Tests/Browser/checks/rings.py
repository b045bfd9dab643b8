"""Whether a ring is on the page as soon as the page knows of it."""

from machine.check import check, equal, holds
from wall.scenario import phone, rings
from waiting import eventually
from wall.world import World

# As many as a page has at most at one time, and seconds from one to the next.
RINGS = 8
PACE = 0.5
# How many frames may be drawn from the moment that a page has read of a ring until it is there.
FRAMES = 2
# Remembers when each caller was read of and was in the document, by frames and by the clock of the machine, and when
# the next frame was drawn.
WATCH = r"""
window.seen = {};
window.read = {};
let frames = 0;
const count = () => { frames += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
const parse = JSON.parse;
JSON.parse = function (text, ...words) {
    window.isLive = true;
    for (const name of text.match(/Caller \d+/g) || []) if (!(name in window.read)) window.read[name] = frames;
    return parse.call(this, text, ...words);
};
new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    const place = document.getElementById("calls");
    for (const name of place ? place.textContent.match(/Caller \d+/g) || [] : []) {
        if (window.seen[name]) continue;
        window.seen[name] = {there: now, frames: frames - window.read[name]};
        requestAnimationFrame(() => setTimeout(() => { window.seen[name].drawn = performance.timeOrigin + performance.now(); }, 0));
    }
}).observe(document, {subtree: true, childList: true, characterData: true});
"""


@check("a ring is on the page two frames after the page has read of it, at most, and rings come in their order")
def rings_soon(world: World) -> None:
    steps = [rings(number * PACE, f"call-{number}", f"Caller {100 + number}") for number in range(RINGS)]
    with world.empty_house() as house, world.browser.page(still=False) as page:
        house.begin_wall(phone(*steps))
        house.lets_in(page)
        page.before(WATCH)
        page.open(house.address)
        # Nothing rings before the page is live, so that it reads of each call from the stream.
        page.wait("window.isLive", "no stream begins")
        house.start_bridge()
        ear = house.ear()
        eventually(lambda: len(ear.events("ringing")) >= RINGS, lambda: f"{len(ear.events('ringing'))} rings came")
        page.wait(f"Object.values(window.seen).filter(each => each.drawn).length >= {RINGS}", "not all rings are drawn")
        heard = {line["title"]: moment for moment, line in ear.events("ringing")}
        seen = page.run("window.seen")
        assert isinstance(seen, dict)
        # Several that come at once are on the page at once.
        equal(sorted(heard, key=lambda name: seen[name]["there"]), list(heard), "callers in the order in which they came to the page")
        there = sorted(seen[name]["there"] - moment for name, moment in heard.items())
        drawn = sorted(seen[name]["drawn"] - moment for name, moment in heard.items())
        world.says(f"{RINGS} rings: on the page after {middle(there):.0f} ms, at most {there[-1]:.0f}; drawn after {middle(drawn):.0f}, at most {drawn[-1]:.0f}")
        frames = [seen[name]["frames"] for name in seen]
        holds(max(frames) <= FRAMES, f"frames from reading to showing: {frames}")


def middle(sorted_values: list[float]) -> float:
    """Gives the median."""
    return sorted_values[len(sorted_values) // 2]
