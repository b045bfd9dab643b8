"""What phones play, on the page: the row, its keys, and what hostile titles do to it."""

import json

from machine.check import check, equal, holds
from wall import boards
from wall.scenario import START, phone, rings
from wall.world import World
from waiting import eventually

from .floods import bounded
from .hostile import HIT, TITLES

TRACKS = (
    {"title": "The Harbour at Six", "artist": "Noa Levi", "album": "Small Boats", "duration": 200},
    {"title": "Second Wind", "artist": "Noa Levi", "album": "Small Boats", "duration": 241.4},
)
COMMANDS = ["play", "pause", "toggle", "next", "previous", "louder", "softer"]
TITLE = "document.querySelector('#media .title').textContent"
CLOCK = "document.querySelector('#media .for').textContent"
KEYS = "[...document.querySelectorAll('#media [data-act]')].filter(each => each.offsetParent).map(each => each.dataset.act)"
# How many changes of track memory is watched over.
CHANGES = 2000


def plays(*timeline: dict, **more: object) -> dict:
    """Gives a scenario of a phone that plays from the beginning."""
    one = phone(*timeline)
    one["phones"][0]["media"] = {
        "player": "Music", "bundle": "com.apple.Music", "state": "playing", "elapsed": 30, "volume": 0.5, "commands": COMMANDS,
        "queue": list(TRACKS), **more,
    }
    return one


@check("what a phone plays has a row, which runs by itself, changes with the track, and goes with the player")
def row_lives(world: World) -> None:
    end = {"at": START + 600, "media": None}
    with world.house(plays(end)) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        page.wait(f"{TITLE} === 'The Harbour at Six'", "nothing plays")
        page.shows("Noa Levi")
        page.shows("50 %")
        before = page.run("[...document.querySelectorAll('#media [data-seconds]')].map(each => each.dataset.seconds).join()")
        shown = page.run(CLOCK)
        page.wait(f"{CLOCK} !== {json.dumps(shown)}", "the position does not run")
        equal(
            page.run("[...document.querySelectorAll('#media [data-seconds]')].map(each => each.dataset.seconds).join()"), before,
            "what the server said of the position")
        page.click("#media [data-act=next]")
        page.wait(f"{TITLE} === 'Second Wind'", "the track does not change")
        house.end("callboard")
        page.wait("!document.querySelector('#media').childElementCount", "it plays on without a bridge")


@check("a position runs by its rate, stands while it is paused, and ends with the track, whatever the page does meanwhile")
def position_runs(world: World) -> None:
    with world.stand_in(boards.day(media=[boards.player(position=58.0, duration=200.0, rate=1.5)])) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.wait(f"{CLOCK} >= '0:58'", "there is no position")
        page.stand()
        before = float(str(page.run("document.querySelector('#media progress').value")))
        # A page that is led further believes that it has slept, and asks for the board.
        for _ in range(5):
            page.lead(4)
        found = float(str(page.run("document.querySelector('#media progress').value")))
        holds(29.5 < found - before < 33, f"from {before} it ran to {found} in 20 s")
        equal(page.run(CLOCK), f"{int(found) // 60}:{int(found) % 60:02}", "the position in words")
        wall.change(media=[boards.player(position=196.0, rate=1.5)])
        page.wait(f"{CLOCK} === '3:16'", "it does not jump")
        page.lead(4)
        equal(page.run(CLOCK), "3:20", "the position at the end")
        wall.change(media=[boards.player(state="paused", position=70.0, rate=0.0)])
        page.wait(f"{CLOCK} === '1:10'", "it does not stand where it was paused")
        page.lead(100)
        equal(page.run(CLOCK), "1:10", "the position of a paused track later")
        wall.change(media=[boards.player(title="No position", position=None, duration=None)])
        page.wait(f"{TITLE} === 'No position'", "the track does not change")
        equal(page.run("document.querySelectorAll('#media .for').length"), 0, "positions of a track without one")
        page.run("document.querySelector('#media [data-act=next]').focus()")
        wall.change(media=[boards.player(position=5.0)])
        page.wait(f"{CLOCK} >= '0:05'", "the position does not come back")
        equal(page.run("document.activeElement.dataset.act"), "next", "the key with the focus")


@check("keys act on the phone: pause, play, next, softer and louder, by mouse and by keyboard, and keep the focus")
def keys_act(world: World) -> None:
    with world.house(plays()) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        page.wait("document.querySelector('#media [data-act=toggle]')", "there are no keys")
        equal(page.run(KEYS), ["previous", "toggle", "next", "softer", "louder"], "keys")
        name = "document.querySelector('#media [data-act=toggle]').innerText.trim()"
        page.click("#media [data-act=toggle]")
        house.becomes(lambda board: board["media"][0]["state"] == "paused", "it is not paused")
        page.wait("document.querySelector('#media [data-state=paused]')", "the page does not show it")
        holds(page.run(name) in ("", "Play"), f"the key is called {page.run(name)}")
        page.run("document.querySelector('#media [data-act=toggle]').focus()")
        page.press("Enter")
        house.becomes(lambda board: board["media"][0]["state"] == "playing", "it does not play again")
        page.wait("document.querySelector('#media [data-state=playing]')", "the page does not show that it plays")
        equal(page.run("document.activeElement.dataset.act"), "toggle", "the key with the focus")
        for key, louder in (("louder", True), ("softer", False)):
            volume = house.board()["media"][0]["volume"]
            page.click(f"#media [data-act={key}]")
            house.becomes(
                lambda board, volume=volume, louder=louder: (board["media"][0]["volume"] > volume) is louder
                and board["media"][0]["volume"] != volume, f"it does not become {key}")
        equal(page.run("document.getElementById('told').textContent"), "", "what is said of keys that work")


@check("a token that may only look sees what plays and has no keys, and one for names sees no words of it")
def lookers_have_none(world: World) -> None:
    with world.house(plays()) as house:
        with world.browser.page() as page:
            page.cookie("callboard", house.looker, house.address)
            page.open(house.address)
            page.wait(f"{TITLE} === 'The Harbour at Six'", "nothing plays")
            equal(page.run("document.querySelectorAll('#media button').length"), 0, "keys of a token that may only look")
            page.forgives("403")
            status = page.run("""fetch("/act", {method: "POST", body: '{"act":"next"}', headers: {
                "Content-Type": "application/json", "X-Callboard": "1"}}).then(answer => answer.status)""")
            equal(status, 403, "the answer to a command")
        for detail, count in (("names", 1), ("counts", 0)):
            with world.browser.page() as page:
                house.lets_in(page, detail)
                page.open(house.address)
                page.wait(f"document.querySelectorAll('#media .player').length === {count}", f"rows for {detail}")
                markup = str(page.run("document.documentElement.outerHTML"))
                for words in ("Harbour", "Noa", "Small Boats", "Music"):
                    holds(words not in markup, f"a token for {detail} reads {words}")
                if count:
                    page.click("#media [data-act=toggle]")
                    house.becomes(lambda board: board["media"][0]["state"] == "paused", "its key does not act")
        equal(house.board()["media"][0]["title"], "The Harbour at Six", "what plays")


@check("a key that the player no longer takes is not offered; one that is pressed meanwhile says why in a few words")
def keys_go(world: World) -> None:
    with world.stand_in(boards.day(media=boards.PLAYERS)) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.wait("document.querySelectorAll('#media .player').length === 2", "there are not two players")
        page.run("document.querySelector('#media [data-act=next]').focus()")
        wall.change(media=[boards.player(commands=["play", "pause", "louder"])])
        page.wait("document.querySelectorAll('#media .player').length === 1", "a player stays")
        equal(page.run(KEYS), ["pause", "louder"], "keys that are left")
        holds(page.run("!!document.activeElement.closest('#rows, #media')"), "the focus is lost")
        wall.answer = lambda act: (409, {"ok": False, "words": "the phone plays nothing now"})
        page.forgives("409")
        page.click("#media [data-act=pause]")
        page.wait("document.getElementById('told').textContent === 'the phone plays nothing now'", "it does not say why")
        equal(wall.acts, [{"act": "pause", "phone": "5a0c93e1"}], "what was sent")
        wall.change(media=[])
        page.wait("!document.querySelector('#media .player')", "the row stays")
        equal(page.run("getComputedStyle(document.getElementById('media')).display"), "none", "room for what does not play")


@check("hostile titles, artists and names of players are text, run nothing and push nothing aside, on the real wall too")
def hostile_media(world: World) -> None:
    titles = [*TITLES, "W" * 400, "x y " * 200]
    for width, height in ((320, 600), (480, 320), (1280, 800)):
        with world.stand_in(boards.day()) as wall, world.browser.page(width, height) as page:
            page.open(wall.address)
            for title in titles:
                wall.change(media=[boards.player(id=title[:80], phone=title[:80], title=title, artist=title, album=title, player=title)])
            page.wait("document.querySelectorAll('#media .player').length === 1", "there is not one row")
            page.wait(f"{TITLE}.startsWith('x y ')", "the last title does not come")
            holds(page.run(HIT.replace("'.caller'", "'.caller, progress'")), "something ran")
            holds(page.run("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window")
            holds(page.run("[...document.querySelectorAll('#media button')].every(each => each.getBoundingClientRect().right <= innerWidth + 1)"),
                  "a key is outside")
    queue = [{"title": title, "artist": title, "album": title, "duration": 100} for title in TITLES]
    with world.house(plays(queue=queue, player=TITLES[2])) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        for title in TITLES[1:6]:
            page.click("#media [data-act=next]")
            house.becomes(lambda board, title=title: board["media"][0].get("title", "")[:12] == title[:12], f"{title[:20]!r} does not come")
        page.wait(f"{TITLE}.startsWith({json.dumps(TITLES[5][:12])})", "the page does not follow")
        holds(page.run(HIT), "something ran")


@check("thousands of changes of track leave no growth of nodes, listeners or heap")
def tracks_leave_nothing(world: World) -> None:
    with world.stand_in(boards.day(media=boards.PLAYERS)) as wall, world.browser.page() as page:
        page.open(wall.address)
        page.wait("document.querySelectorAll('#media .player').length === 2", "there are not two players")
        held = []
        for round_number in range(4):
            for number in range(CHANGES // 4):
                name = f"Track {round_number}.{number}"
                wall.change(media=[] if number % 50 == 7 else [
                    boards.player(title=name, position=number / 10, state=("playing", "paused")[number % 2],
                                  commands=COMMANDS[:1 + number % len(COMMANDS)]), *boards.PLAYERS[number % 2 + 1:]])
                if number % 50 == 0:
                    eventually(wall.all_is_sent, lambda: "the page does not read")
            page.wait(f"{TITLE} === {json.dumps(name)}", "the last track does not come")
            held.append(page.holds())
        bounded(held[1], held[-1], "after the tracks")


@check("a ring covers what plays, and its keys are there again once it is over")
def ring_covers(world: World) -> None:
    with world.house(plays(rings(0, "call"))) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        page.wait("document.querySelector('.call[data-state=ringing] .decline')", "no call rings")
        holds(page.run("document.getElementById('media').getBoundingClientRect().width <= 2"), "a key is beside the ring")
        page.lead(0.6)
        page.click(".call .decline")
        page.wait("!document.querySelector('.call')", "it rings on")
        page.wait("document.querySelector('#media [data-act=toggle]').offsetParent", "the keys do not come back")


@check("a screen reader has what plays as a named group, and names of all keys")
def heard(world: World) -> None:
    every = ["toggle", "next", "previous", "louder", "softer", "repeat", "shuffle", "skip", "back", "like", "dislike", "bookmark"]
    board = boards.day(media=[boards.player(commands=every)])
    with world.stand_in(board) as wall, world.browser.page(1920, 1080) as page:
        page.open(wall.address)
        page.wait("document.querySelectorAll('#media button').length", "there are no keys")
        tree = page.tree()
        holds(any(each.role == "region" and each.name == "Media players" for each in tree), "the part has no name")
        holds(any(each.role == "article" and each.name == "Mara's iPhone" for each in tree), "the row has no name")
        names = {each.name for each in tree if each.role == "button"}
        wanted = {
            "Previous track", "Pause", "Next track", "Softer", "Louder", "Back some seconds", "Skip some seconds", "Shuffle: next mode",
            "Repeat: next mode", "Like", "Dislike", "Bookmark"}
        equal(wanted - names, set(), "keys without their names")
