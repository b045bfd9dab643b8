"""How the name of whoever calls is shown, and what stands there where no name is known."""

from machine.check import check, equal, holds
from wall import boards
from wall.boards import call
from wall.scenario import START, notice, phone, rings
from wall.world import World

from .looks import OUTSIDE
from .persons import HEAR

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
                page.draws()
                wanted = page.run(BAR)
                wall.change(calls=[call(1, who)])
                page.wait("document.querySelector('.board.ringing .caller').style.fontSize", "it does not ring")
                wall.change(calls=[talked])
                page.wait("!document.querySelector('.board.ringing')", "it rings on")
                page.draws()
                equal(page.run(BAR), wanted, f"the bar after a ring of {who[:20]!r} at {size}")
                holds(isinstance(wanted, dict) and (wanted["whole"] or len(who) > 20), f"{who!r} is cut at {size}")


# How often the page says that the wall does not answer.
LOSSES = """; window.losses = 0;
new MutationObserver(records => records.forEach(({target}) => {
    if (target.id === "link" && !target.hidden) window.losses += 1;
})).observe(document, {attributes: true, attributeFilter: ["hidden"], subtree: true});
undefined"""


# What is read of a call, in letters large and small, in the title, and what was told.
SAID = """(() => {
    const text = name => document.querySelector(name).textContent;
    return [text(".kind"), text(".app-name"), text(".caller"), document.title, (window.heard || []).filter(each => each[0] === "assertive").map(each => each[1])];
})()"""


@check("a call of which nobody knows the caller is an incoming call, said once, and of an app only where its name is known")
def nobody_is_named(world: World) -> None:
    for app, name, token, said in (
        ("com.apple.mobilephone", None, "full", ""), ("com.apple.mobilephone", "Phone", "full", ""), ("net.whatsapp.WhatsApp", None, "full", ""),
        ("net.whatsapp.WhatsApp", "WhatsApp", "full", "WhatsApp"), ("net.whatsapp.WhatsApp", "WhatsApp", "names", "WhatsApp"),
        ("net.whatsapp.WhatsApp", "WhatsApp", "counts", ""),
    ):
        # A phone that told of the app before has told its name.
        scenario = phone(
            {"at": START, "add": {"name": "call", "category": "incoming_call", "app": app, "title": "", "positive": "Answer", "negative": "Decline"}},
            existing=(notice("before", app=app),))
        scenario["phones"][0]["apps"] = {app: name}
        with world.house(scenario) as house, world.browser.page() as page:
            house.lets_in(page, token)
            page.before(HEAR + LOSSES)
            page.open(house.address)
            page.wait("document.querySelector('.board.ringing .caller')", "it does not ring")
            page.wait(f"document.querySelector('.app-name').textContent === {said!r}", "the app is another")
            page.wait("window.heard.length", "it is not told")
            spoken = "Incoming call" + (f", {said}" if said else "")
            # A page that has lost the wall, as on a slow machine, empties the call, and says it again when the wall is back.
            times = 1 + int(page.run("window.losses"))
            equal(page.run(SAID), ["", said, "Incoming call", "☎ Incoming call", [spoken] * times], f"what is said of {app} {name} with {token}")
            with world.browser.page(script=False) as other:
                house.lets_in(other, token)
                other.open(house.address)
                drawn = other.whole(SAID)
                equal(drawn[:3] if isinstance(drawn, list) else None, ["", said, "Incoming call"], "what the server draws of it")


@check("without scripts the name of whoever calls stays in its place, however long it is and its words are")
def names_without_scripts(world: World) -> None:
    for who in ("Davidson Ro", "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente", "W" * 390, "نورة " * 70):
        for size in ((360, 740), (480, 320), (1024, 768), (1920, 1080)):
            # A call of its own: a slow machine would look at the last size when the longest ring is over.
            with world.house(phone(rings(0, "call", who))) as house, world.browser.page(*size, script=False) as page:
                house.becomes(lambda board: board.get("calls"), "it does not ring")
                house.lets_in(page)
                page.open(house.address)
                page.shows(who[:4])
                equal(page.whole(SPILLS), [], f"where {who[:20]!r} runs over at {size}")
                holds(len(who) > 20 or page.whole(OUTSIDE) == [], f"{who!r} is outside at {size}")


# What of the name is seen beyond its place, and what of it lies over what stands above.
SPILLS = """(() => {
    const found = [], name = document.querySelector(".caller"), box = name.getBoundingClientRect();
    const text = name.firstElementChild.getBoundingClientRect(), head = document.querySelector(".head").getBoundingClientRect();
    if (name.firstElementChild.scrollWidth > Math.ceil(text.width)) found.push("it is wider than its place");
    if (text.left < box.left - 1 || text.right > box.right + 1 || box.right > innerWidth) found.push("its place is too wide");
    if (text.top < head.bottom - 1 || text.bottom > box.bottom + 1) found.push("it is too high");
    return found;
})()"""
