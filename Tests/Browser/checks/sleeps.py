"""Pages that sleep, servers and bridges that go and come back."""

import signal

from machine.check import check, equal, holds
from wall import boards
from wall.boards import row
from wall.scenario import comes, notice, phone
from wall.world import World
from waiting import eventually

from .floods import whole


@check("a page that sleeps while rows come, change and go is whole once it wakes, nothing lost and nothing doubled")
def wakes_whole(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        whole(page, wall)
        with page.asleep():
            for number in range(40):
                wall.put(row(500 + number, "10:05", "social", "SOCIAL", f"While asleep {number}"))
            wall.take(boards.ROWS[3]["id"])
            wall.put({**boards.ROWS[0], "text": "Changed while asleep"})
            eventually(wall.all_is_sent, lambda: "not all is sent")
        page.shows("Changed while asleep")
        whole(page, wall)


@check("a page that slept longer than the server remembers has the whole board again")
def wakes_after_long(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.open(wall.address)
        whole(page, wall)
        with page.asleep():
            wall.stop()
            for number in range(600):
                wall.put(row(500 + number, "10:05", "social", "SOCIAL", f"While asleep {number}"))
            wall.forget()
            wall.start()
        page.forgives("net::")
        whole(page, wall)
        page.wait("document.getElementById('link').hidden", "the page still says that the wall is not there")


@check("a page without network says so and since when, resumes behind what it knows, and is whole")
def network_returns(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.forgives("net::")
        page.open(wall.address)
        wall.put(row(400, "10:04", "social", "SOCIAL", "The last before"))
        page.shows("The last before")
        with page.offline():
            wall.cut()
            page.shows("does not answer")
            page.shows("since ")
            wall.put(row(401, "10:05", "social", "SOCIAL", "In the meantime"))
        page.shows("In the meantime")
        page.hides("does not answer")
        whole(page, wall)
        holds(wall.resumed[-1], "it did not say what it knew")


@check("a network that goes without a word is noticed within half a minute, and the page is whole once it is back")
def silence_is_noticed(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.forgives("net::")
        page.open(wall.address)
        wall.is_silent = True
        wall.put(row(401, "10:05", "social", "SOCIAL", "In the meantime"))
        page.lead(20)
        page.settle()
        streams = len(wall.resumed)
        page.lead(10)
        eventually(lambda: len(wall.resumed) > streams, lambda: "it begins no other stream")
        wall.is_silent = False
        page.shows("In the meantime")
        whole(page, wall)


@check("a wall that is killed is said to be gone, a ring does not ring on, and all is whole once it is back")
def server_returns(world: World) -> None:
    with world.stand_in(boards.ring()) as wall, world.browser.page() as page:
        page.forgives("net::")
        page.open(wall.address)
        page.shows("Davidson Ro")
        wall.stop()
        page.shows("does not answer")
        page.wait("!document.querySelector('.call')", "it rings on")
        wall.forget()
        wall.board["calls"] = []
        wall.put(row(300, "10:05", "missed", "MISSED", "Davidson Ro", missed=True))
        wall.start()
        page.hides("does not answer")
        whole(page, wall)


@check("the real wall killed and started again: the page heals by itself, and what came meanwhile is there")
def real_wall_returns(world: World) -> None:
    scenario = phone(comes(4, "two", title="Meanwhile"), comes(12, "three", title="Afterwards"), existing=(notice("one", title="Before"),))
    with world.house(scenario) as house, world.browser.page() as page:
        ear = house.ear()
        page.forgives("net::")
        house.lets_in(page)
        page.open(house.address)
        page.shows("Before")
        house.end("callboard-wall", signal.SIGKILL)
        page.shows("does not answer")
        eventually(
            lambda: any(line["title"] == "Meanwhile" for _, line in ear.events("added")), lambda: "nothing comes meanwhile")
        house.start_wall()
        page.shows("Meanwhile")
        page.hides("does not answer")
        page.shows("Afterwards")
        equal(page.run("[...document.querySelectorAll('#rows .who bdi')].map(each => each.textContent)"),
              ["Afterwards", "Meanwhile", "Before"], "rows")


@check("over sleep, reloads and a lost network the real wall's page loses no notice of a simulated phone and doubles none")
def nothing_is_lost(world: World) -> None:
    scenario = phone(*[comes(number * 0.1, f"n{number}", title=f"Person {number}") for number in range(60)])
    with world.house(scenario) as house, world.browser.page() as page:
        page.forgives("net::")
        house.lets_in(page)
        ear = house.ear()

        def more(count: int) -> None:
            """Waits until some more notices have come, if so many are left."""
            wanted = min(60, len(ear.events("added")) + count)
            eventually(lambda: len(ear.events("added")) >= wanted, lambda: "no more notices come")

        page.open(house.address)
        page.shows("Person 3")
        with page.asleep():
            more(8)
        page.reload()
        with page.offline():
            page.run("fetch('/board').catch(() => 0).then(() => 1)")
            more(8)
        page.reload()
        with page.asleep():
            more(15)
        page.wait("document.querySelector('#rows .who bdi').textContent === 'Person 59'", "the last is not there")
        names = "[...document.querySelectorAll('#rows .who bdi')].map(each => each.textContent)"
        equal(page.run(names), [f"Person {number}" for number in reversed(range(60))], "rows")


@check("a bridge that is killed is said to be gone and since when, and the page heals by itself once it is back")
def bridge_returns(world: World) -> None:
    with world.house(phone(existing=(notice("one", title="Before"),))) as house, world.browser.page() as page:
        house.lets_in(page)
        page.open(house.address)
        page.shows("Before")
        house.end("callboard", signal.SIGKILL)
        page.wait("!document.getElementById('link').hidden", "the page does not say that the bridge is gone")
        words = str(page.run("document.getElementById('link').innerText"))
        holds("since" in words.lower(), f"it does not say since when: {words!r}")
        house.start_bridge()
        page.wait("document.getElementById('link').hidden", "the page does not heal")
        page.shows("Before")


@check("a token that is taken back in mid-life empties the page, which says how to get in")
def token_is_taken(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.forgives("401", "net::")
        page.open(wall.address)
        page.shows("Ada Okafor")
        wall.lets_in = False
        wall.stop()
        wall.start()
        page.shows("needs a new link")
        html = str(page.run("document.documentElement.outerHTML"))
        holds("Ada Okafor" not in html, "the page still has a name")
        wall.lets_in = True
        page.lead(30)
        page.shows("Ada Okafor")


@check("a page whose script does not come loads again by itself until it does, and is live then")
def script_comes_late(world: World) -> None:
    with world.stand_in(boards.day()) as wall, world.browser.page() as page:
        page.forgives("net::")
        page.refuses("*/wall.js")
        page.open(wall.address)
        first = set(page.loads)
        eventually(lambda: page.loads - first, lambda: "the page does not load again")
        page.refuses()
        page.wait("document.documentElement.classList.contains('js')", "the script does not come")
        wall.put(row(700, "10:05", "social", "SOCIAL", "New"))
        page.shows("New")
