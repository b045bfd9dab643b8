"""The wall behind the proxies of the examples."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from machine.check import check, equal, holds
from ports import free_port
from wall.proxies import caddy, nginx
from wall.scenario import phone, rings
from waiting import eventually
from wall.world import World

from .acts import GUARD

Proxy = Callable[[Path, Path, Path, int], AbstractContextManager[None]]
# How many streams of events have ended: one that a proxy keeps back shows nothing, until the page gives it up and begins another.
ENDED = "performance.getEntriesByType('resource').filter(each => each.name.includes('/events')).length"
WATCH = """new Promise(done => {
    const look = () => {
        if (document.querySelector(".call[data-state=ringing]")) done(performance.timeOrigin + performance.now());
        else requestAnimationFrame(look);
    };
    look();
})"""


def behind(world: World, example: str, proxy: Proxy, group: str) -> None:
    """Comes in by a link through a proxy, sees a ring at once, and answers."""
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="callboard-proxy-"))
    folder.chmod(0o755)
    address = f"https://localhost:{port}"
    wall = folder / "wall.sock"
    keys = {"url": address, **({"socket_group": group} if os.geteuid() == 0 else {})}
    try:
        with world.house(phone(rings(3, "call")), beside=f"unix:{wall}", **keys) as house, \
                proxy(world.project / "Docs/examples/wall" / example, wall, folder, port), world.browser.page() as page:
            ear = house.ear()
            page.ask("Security.setIgnoreCertificateErrors", ignore=True)
            link = house.command("callboard-wall", "link", "--act", "--name", "tablet").split()[0]
            holds(link.startswith(f"{address}/link/"), f"the link is {link}")
            page.open(link)
            page.click("#enter")
            page.shows("Mara's iPhone")
            cookies = page.ask("Network.getCookies")["cookies"]
            equal([(each["secure"], each["httpOnly"], each["sameSite"]) for each in cookies], [(True, True, "Strict")], "cookies")
            seen = float(str(page.run(WATCH)))
            eventually(lambda: ear.events("ringing"), lambda: "no call rings")
            late = seen - ear.events("ringing")[0][0]
            world.says(f"{example}: a ring is there after {late:.0f} ms")
            equal(page.run(ENDED), 0, "streams that ended before the ring was there")
            page.lead(GUARD)
            page.click(".call .answer")
            eventually(lambda: ear.events("answered"), lambda: "it is not answered")
            equal(page.run("performance.getEntriesByType('navigation')[0].nextHopProtocol"), "h2", "the protocol")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@check("behind nginx as the example has it: a link comes in by TLS, the cookie is for TLS alone, a ring comes by the first stream, acts arrive")
def behind_nginx(world: World) -> None:
    behind(world, "nginx.conf", nginx, "www-data")


@check("behind Caddy as the example has it: the same")
def behind_caddy(world: World) -> None:
    behind(world, "Caddyfile", caddy, "root")
