"""The wall behind the proxies of the examples."""

import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from machine.check import check, equal, holds
from wall.proxies import caddy, nginx
from wall.scenario import phone, rings
from wall.wait import eventually
from wall.world import World

Proxy = Callable[[Path, Path, Path, int], AbstractContextManager[None]]
# What a ring may take through a proxy, in milliseconds, and what one that keeps events back would.
LATEST = 1000.0
WATCH = """new Promise(done => {
    const look = () => {
        if (document.querySelector(".call[data-state=ringing]")) done(performance.timeOrigin + performance.now());
        else requestAnimationFrame(look);
    };
    look();
})"""


def behind(world: World, example: str, proxy: Proxy, group: str) -> None:
    """Comes in by a link through a proxy, sees a ring at once, and answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="callboard-proxy-"))
    folder.chmod(0o755)
    address = f"https://localhost:{port}"
    wall = folder / "wall.sock"
    keys = {"url": address, **({"socket_group": group} if os.geteuid() == 0 else {})}
    try:
        with world.house(phone(rings(3, "call")), beside=f"unix:{wall}", **keys) as house, \
                proxy(world.project / "Docs" / "wall" / example, wall, folder, port), world.browser.page() as page:
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
            holds(late < LATEST, f"a ring is there after {late:.0f} ms")
            time.sleep(0.7)
            page.click(".call .answer")
            eventually(lambda: ear.events("answered"), lambda: "it is not answered")
            equal(page.run("performance.getEntriesByType('navigation')[0].nextHopProtocol"), "h2", "the protocol")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@check("behind nginx as the example has it: a link comes in by TLS, the cookie is for TLS alone, a ring is there at once, acts arrive")
def behind_nginx(world: World) -> None:
    behind(world, "nginx.conf", nginx, "www-data")


@check("behind Caddy as the example has it: the same")
def behind_caddy(world: World) -> None:
    behind(world, "Caddyfile", caddy, "root")
