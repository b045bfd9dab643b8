"""The page in another browser."""

import shutil
import tempfile
from pathlib import Path

from firefox.browser import Firefox
from machine.check import check, equal, holds
from pictures.png import decode
from wall import boards
from wall.boards import row
from waiting import eventually
from wall.world import World


@check("Firefox shows the day live, rings, takes acts by button and by key, finds in the history, and complains of nothing")
def firefox_too(world: World) -> None:
    folder = Path(tempfile.mkdtemp(prefix="callboard-firefox-"))
    try:
        browser = Firefox(folder, world.fonts)
        try:
            with world.stand_in(boards.day()) as wall:
                wall.history = lambda asked: {"version": 1, "notices": [{
                    "v": 1, "id": "0001", "event": "added", "at": boards.NOW, "received": boards.NOW, "category": "social",
                    "label": "SOCIAL", "title": f"Found by {asked.get('search')}", "app_id": "x", "flags": [], "uid": 1}]}
                browser.size(1024, 768)
                browser.open(wall.address)
                browser.wait("document.querySelectorAll('#rows > .row').length === 12", "the rows are not there")
                (world.build / "firefox-day.png").write_bytes(browser.picture())
                wall.put(row(500, "10:05", "social", "SOCIAL", "New here"))
                browser.wait("document.querySelector('#rows .who bdi').textContent === 'New here'", "what comes is not there")
                for way in ("button", "key"):
                    wall.change(calls=[boards.call(len(wall.acts) + 1, "Davidson Ro")])
                    browser.wait("document.querySelector('.call[data-state=ringing] .answer')", "no call rings")
                    browser.run("new Promise(done => setTimeout(done, 700))")
                    if way == "button":
                        found = decode(browser.picture())
                        equal((found.width, found.height), (1024, 768), "the picture")
                        (world.build / "firefox-ring.png").write_bytes(browser.picture())
                        browser.click(".call .answer")
                    else:
                        browser.press("d")
                    eventually(lambda wanted=way: len(wall.acts) == (1 if wanted == "button" else 2), lambda: "the act does not come")
                    wall.change(calls=[])
                    browser.wait("!document.querySelector('.call')", "it rings on")
                equal([each["act"] for each in wall.acts], ["answer", "decline"], "acts")
                browser.press("/")
                browser.wait("document.activeElement.id === 'search-words'", "slash does not search")
                for each in "key":
                    browser.press(each)
                browser.press("\ue007")
                browser.wait("document.body.innerText.includes('Found by key')", "nothing is found")
                holds(browser.run("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window")
            equal(browser.complaints, [], "complaints")
        finally:
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
