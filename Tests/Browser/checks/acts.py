"""What a person does on the page reaches the phone."""

from machine.check import check, equal, holds
from wall import boards
from wall.house import House
from wall.scenario import notice, phone, rings
from waiting import eventually
from wall.world import World

# The page takes no act for half a second after a ring has come, so that nobody hits what was elsewhere before.
GUARD = 0.6
# Counts the acts that a page sends, from the moment that it does.
COUNT = """window.acted = 0; const send = window.fetch;
    window.fetch = (...words) => { if (words[0] === "/act") window.acted += 1; return send(...words); };"""


def happens(house: House, name: str) -> None:
    """Waits until the bridge tells of an event of the call."""
    ear = house.ears[0]
    eventually(lambda: ear.events(name), lambda: f"the bridge does not tell {name!r}, but {[line.get('event') for _, line in ear.lines]}")


def declined(house: House) -> bool:
    """Tells whether the bridge says that the call was declined from here."""
    return any(line.get("call", {}).get("declined") for _, line in house.ears[0].lines)


@check("answer by button, and by key, reaches the phone, and the ring goes from the screen")
def answers(world: World) -> None:
    for way in ("button", "key"):
        with world.house(phone(rings(0, "call"))) as house, world.browser.page() as page:
            house.ear()
            house.lets_in(page)
            page.open(house.address)
            page.wait("document.querySelector('.call[data-state=ringing] .answer')", "no call rings")
            page.lead(GUARD)
            page.click(".call .answer") if way == "button" else page.press("a")
            happens(house, "answered")
            page.wait("!document.querySelector('.call[data-state=ringing]')", "it still rings on the page")


@check("decline by button, and by key, reaches the phone, and the row says so")
def declines(world: World) -> None:
    for way in ("button", "key"):
        with world.house(phone(rings(0, "call"))) as house, world.browser.page() as page:
            house.ear()
            house.lets_in(page)
            page.open(house.address)
            page.wait("document.querySelector('.call[data-state=ringing] .decline')", "no call rings")
            page.lead(GUARD)
            page.click(".call .decline") if way == "button" else page.press("d")
            eventually(lambda: declined(house), lambda: "the bridge does not tell that it was declined")
            page.wait("!document.querySelector('.call')", "it still rings on the page")
            page.shows("declined")


@check("clear by button, and by key, takes a notice from the phone; its row stays, dim")
def clears(world: World) -> None:
    existing = (notice("one", title="Ada Okafor"), notice("two", title="Zoë"))
    with world.house(phone(existing=existing)) as house, world.browser.page() as page:
        ear = house.ear()
        house.lets_in(page)
        page.open(house.address)
        page.wait("document.querySelectorAll('#rows > .row').length === 2", "there are not two rows")
        page.press("ArrowDown", "c")
        page.wait("document.getElementById('told').textContent.startsWith('Clear ')", "it does not ask")
        page.lead(GUARD)
        page.press("c")
        eventually(lambda: len(ear.events("removed")) == 1, lambda: "the bridge does not tell that it is removed by key")
        page.wait("document.querySelectorAll('#rows > .row.gone').length === 1", "no row is dim")
        page.lead(GUARD)
        page.click("#rows > .row:not(.gone) summary")
        page.wait("document.querySelector('#rows > .row:not(.gone) [data-act=clear]')", "an open row has no button")
        page.click("#rows > .row:not(.gone) [data-act=clear]")
        page.wait("document.querySelector('#rows > .row:not(.gone) [data-act=clear]').textContent === 'Really clear?'", "the button does not ask")
        page.lead(GUARD)
        page.click("#rows > .row:not(.gone) [data-act=clear]")
        eventually(lambda: len(ear.events("removed")) == 2, lambda: "the bridge does not tell that it is removed by button")
        equal({line["removed_by"] for _, line in ear.events("removed")}, {"user"}, "by whom they were removed")
        page.wait("document.querySelectorAll('#rows > .row.gone').length === 2", "not both rows are dim")


@check("nothing is cleared by one press, by two at once, after Escape, a while later, or in another row")
def clearing_asks(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.before(COUNT)
        page.open(wall.address)
        # Two presses at once are more than half a second apart on a busy machine.
        page.stand()
        page.press("Home")
        ways = {
            "one press": lambda: page.press("c"),
            "two at once": lambda: page.press("c", "c"),
            "Escape between": lambda: (page.press("c"), page.lead(GUARD), page.press("Escape", "c")),
            "five seconds between": lambda: (page.press("c"), page.lead(5.1), page.press("c")),
            "another row": lambda: (page.press("c"), page.lead(GUARD), page.press("ArrowDown", "c")),
            "the other key as well": lambda: page.press("Delete"),
        }
        for way, do in ways.items():
            page.press("Home")
            do()
            page.wait("document.getElementById('told').textContent.startsWith('Clear ')", f"it does not ask: {way}")
            page.lead(GUARD)
            equal(page.run("window.acted"), 0, f"acts of {way}")
            page.press("Escape")
            equal(page.run("document.getElementById('told').textContent"), "", f"what it asks after Escape: {way}")
        page.press("Home", "c")
        page.lead(GUARD)
        page.press("c")
        eventually(lambda: wall.acts, lambda: "the second press does not clear")
        equal([each["act"] for each in wall.acts], ["clear"], "acts of two presses")


@check("a token that may only look has no buttons, and its acts are refused")
def only_may_look(world: World) -> None:
    with world.house(phone(rings(0, "call"))) as house, world.browser.page() as page:
        ear = house.ear()
        page.before(COUNT)
        page.cookie("callboard", house.looker, house.address)
        page.open(house.address)
        page.wait("document.querySelector('.call[data-state=ringing]')", "no call rings")
        holds(not page.run("document.querySelector('.acts button')"), "there is a button")
        page.lead(GUARD)
        for key in ("a", "d"):
            page.press(key)
            page.wait("document.getElementById('told').textContent.includes('may only look')", f"{key} is ignored without a word")
            page.run("document.getElementById('told').textContent = ''")
        equal(page.run("window.acted"), 0, "acts of keys")
        page.forgives("403")
        status = page.run("""fetch("/act", {method: "POST", body: '{"act":"answer"}', headers: {
            "Content-Type": "application/json", "X-Callboard": "1"}}).then(answer => answer.status)""")
        equal(status, 403, "the answer to an act")
        holds(not ear.events("answered"), "it was answered all the same")
    with world.stand_in(boards.fleet(may_act=False)) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.press("a")
        page.wait("document.getElementById('told').textContent.includes('many bridges')", "it does not say that there are many bridges")


@check("a key that is held acts once, and one that was held before it rang does not act at all")
def held_keys(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.before(COUNT)
        page.open(wall.address)
        page.press("ArrowDown")
        for key in ("a", "d", "c", "Delete"):
            page.hold(key)
            wall.change(calls=[boards.call(1, "Davidson Ro")])
            page.wait("document.querySelector('.board.ringing')", "it does not ring")
            page.lead(GUARD)
            page.hold(key, 20, begins=False)
            page.lead(GUARD)
            equal(page.run("window.acted"), 0, f"acts that a held {key!r} sends")
            equal(wall.acts, [], f"acts of a held {key!r}")
            page.press("Escape")
            if key in ("a", "d"):
                for _ in range(2):
                    page.hold(key, 1)
                    page.hold(key, 3, begins=False)
                    page.lead(GUARD)
                equal(page.run("window.acted"), 2, f"acts that {key!r} sends, held twice")
                page.run("window.acted = 0")
                eventually(lambda: len(wall.acts) >= 2, lambda: "the acts do not come")
                equal(len(wall.acts), 2, f"acts of {key!r}, held twice")
                wall.acts.clear()
            wall.change(calls=[])
            page.wait("!document.querySelector('.board.ringing')", "it rings on")
        page.stand()
        wall.change(calls=[boards.call(2, "Davidson Ro")])
        page.wait("document.querySelector('.board.ringing')", "it does not ring")
        page.lead(GUARD)
        page.run("document.querySelector('.acts .answer').focus()")
        page.press("Enter")
        page.lead(GUARD)
        equal(page.run("window.acted"), 0, "acts of Enter as soon as it rings")
        page.lead(2)
        page.hold("Enter")
        for _ in range(4):
            page.lead(GUARD)
            page.hold("Enter", begins=False)
        equal(page.run("window.acted"), 1, "acts that Enter sends")
        eventually(lambda: wall.acts, lambda: "the act does not come")
        equal([each["act"] for each in wall.acts], ["answer"], "acts of Enter that is held on a button")
