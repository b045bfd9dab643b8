"""A Chromium of its own, with nothing in it that was before."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .page import Page
from .pipe import Pipe
from .trouble import Trouble

# It asks nobody for anything, and pictures are the same on each machine.
WORDS = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions", "--disable-gpu",
    "--disable-lcd-text", "--font-render-hinting=none", "--force-color-profile=srgb", "--hide-scrollbars", "--mute-audio",
    "--disable-field-trial-config", "--disable-breakpad", "--disable-dev-shm-usage", "--disable-features=Translate,MediaRouter",
    "--autoplay-policy=document-user-activation-required", "--js-flags=--expose-gc", "--enable-precise-memory-info",
    # No page is slower because another one is before it.
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
    # Whatever it wants of anybody but this machine it asks a proxy for that is not there.
    "--proxy-server=127.0.0.1:9",
)
LIFE = 10.0


class Browser:
    """It runs as long as this is there."""

    def __init__(self, folder: Path, fonts: Path) -> None:
        path = shutil.which("chromium")
        if not path:
            raise Trouble("there is no chromium")
        self.folder = folder
        home = folder / "home"
        home.mkdir()
        # Only root may not have the sandbox, which Chromium refuses to it.
        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en", "DBUS_SESSION_BUS_ADDRESS": "disabled:", "FONTCONFIG_FILE": str(fonts), "XDG_CACHE_HOME": str(home),
        }
        self.log = folder / "chromium.log"
        self.pipe = Pipe([path, *WORDS, *sandbox, f"--user-data-dir={home}/data", "about:blank"], environment, self.log)
        self.version: str = self.pipe.ask("Browser.getVersion")["product"]

    @contextmanager
    def page(self, width: int = 1024, height: int = 768, **wishes: object) -> Iterator[Page]:
        """Has a page of its own meanwhile, which shares nothing with others; fails if it complained of something."""
        context = self.pipe.ask("Target.createBrowserContext")["browserContextId"]
        target = self.pipe.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.pipe.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self.pipe, session)
        try:
            page.prepare(width, height, **wishes)
            yield page
            page.settle()
        finally:
            page.leave()
            self.pipe.ask("Target.disposeBrowserContext", browserContextId=context)
        page.complain()

    def close(self) -> None:
        """Ends it, and all of its processes."""
        try:
            self.pipe.ask("Browser.close", patience=5)
        except Trouble:
            pass
        self.pipe.close()
        end = time.monotonic() + LIFE
        while not self.gone():
            if time.monotonic() > end:
                os.killpg(self.pipe.process, signal.SIGKILL)
                os.waitpid(self.pipe.process, 0)
                return
            time.sleep(0.02)

    def gone(self) -> bool:
        """Tells whether its first process has ended."""
        return os.waitpid(self.pipe.process, os.WNOHANG)[0] != 0
