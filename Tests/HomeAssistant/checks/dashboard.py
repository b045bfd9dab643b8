"""What a person sees in Home Assistant."""

import re
import tempfile
from pathlib import Path

from chromium.browser import Browser
from home.scenario import comes, missed, notice, phone, rings
from home.world import World
from machine.check import check, holds
from pictures import document
from ports import free_port
from wall.world import fonts

# All words of a page, also those in parts that hide theirs from the document.
WORDS = """(node => {
    const words = [], walk = each => {
        if (each.nodeType === Node.TEXT_NODE) words.push(each.data.trim());
        if (each.nodeName === "STYLE" || each.nodeName === "SCRIPT") return;
        if (each.shadowRoot) walk(each.shadowRoot);
        each.childNodes.forEach(walk);
    };
    walk(node);
    return words.filter(Boolean).join(" | ");
})(document.body)"""


def documented_card(world: World, name: str) -> str:
    """Gives the card of the documents, for a phone of this name."""
    page = (world.project / "Docs/how-to/mqtt.md").read_text()
    found = re.search(r"```yaml\n(type: entities\n.*?)```", page, re.DOTALL)
    holds(found, "mqtt.md has no card")
    return found[1].replace("5a0c93e1", name) if found else ""


@check("the card of the documents shows a call and counts on a dashboard, as the picture has it")
def document_dashboard(world: World) -> None:
    voicemail = notice("voicemail", "voicemail", app="com.apple.mobilephone")
    steps = [rings(0, "first"), *missed(1, "first"), comes(2, "second"), rings(3, "third")]
    with world.empty_house() as house:
        home = house.home
        home.pages = free_port()
        house.begin(phone(*steps, existing=(voicemail,)), detail="counts", acts="yes")
        for key, state in (("ringing", "on"), ("missed_today", "1"), ("voicemail", "1")):
            home.becomes(house.on_phone(key), state)
        card = documented_card(world, house.phone)
        named = set(re.findall(r"\w+\.phone_\w+", card))
        holds(named <= set(home.entities().values()), f"the card names {named - set(home.entities().values())}, which nothing is")
        (home.root / home.folder.lstrip("/") / "ui-lovelace.yaml").write_text(
            "title: Home\nviews:\n  - title: Hall\n    cards:\n      - " + card.replace("\n", "\n        ").rstrip() + "\n")
        with tempfile.TemporaryDirectory(prefix="callboard-") as folder:
            browser = Browser(Path(folder), fonts(world.project))
            try:
                look(browser, world, home.pages)
            finally:
                browser.close()


def look(browser: Browser, world: World, port: int) -> None:
    """Looks at the dashboard."""
    with browser.page(480, 440) as page:
        # Its pages ask for parts of Home Assistant that do not run here.
        page.forgives("")
        # The first document goes to the login by itself, perhaps before it has loaded, and that comes back.
        page.ask("Page.navigate", url=f"http://127.0.0.1:{port}/lovelace/0")
        for words in ("Telephone", "Missed calls today", "Decline"):
            page.wait(f"{WORDS}.includes({words!r})", f"{words} is not shown")
        page.draws()
        if world.has_pictures:
            document.compare(world.project, world.project / ".build", "home-assistant", page.picture(), world.accepts)
