"""A Firefox of its own, with one page."""

import base64
import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

from chromium.trouble import Trouble
from machine.check import Failed
from waiting import PATIENCE, eventually

from .websocket import WebSocket

# Whatever it wants of anybody but this machine it asks a proxy for that is not there.
PREFERENCES = """user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("services.settings.server", "data:,nothing");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
user_pref("layout.css.prefers-color-scheme.content-override", 1);
"""


class Firefox:
    """It runs as long as this is there."""

    def __init__(self, folder: Path, fonts: Path) -> None:
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        if not path:
            raise Trouble("there is no firefox-esr")
        profile = folder / "profile"
        profile.mkdir(parents=True)
        (profile / "user.js").write_text(PREFERENCES)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LC_ALL": "C.UTF-8",
            "FONTCONFIG_FILE": str(fonts), "MOZ_HEADLESS": "1", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        self.complaints: list[str] = []
        self.number = 0
        self.log = folder / "firefox.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            self.begin(profile / "WebDriverBiDiServer.json")
        except BaseException:
            self.close()
            raise

    def begin(self, place: Path) -> None:
        """Waits until it is there, and opens a page."""
        def is_there() -> bool:
            if self.process.poll() is not None:
                raise Trouble(f"firefox does not start: {self.log.read_text()[-300:]}")
            return place.exists() and place.read_text() != ""

        eventually(is_there, lambda: f"firefox does not start: {self.log.read_text()[-300:]}")
        self.connection = WebSocket(json.loads(place.read_text())["ws_port"], "/session", PATIENCE)
        self.version: str = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.page: str = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters: object) -> dict:
        """Asks for something and gives the answer; takes what it complains of meanwhile."""
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.receive())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self.complaints.append(str(message["params"].get("text")))
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise Trouble(f"{method}: {message.get('message')}")
                return message["result"]

    def open(self, address: str) -> None:
        """Goes somewhere and waits until that is there."""
        self.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        """Makes its window as large as this."""
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def run(self, script: str) -> object:
        """Evaluates an expression, waits where it is a promise, and gives what came of it."""
        answer = self.ask(
            "script.evaluate", expression=f"Promise.resolve({script}).then(each => JSON.stringify(each))", target={"context": self.page}, awaitPromise=True)
        if answer["type"] == "exception":
            raise Failed(f"{answer['exceptionDetails']['text']} in {script[:200]}")
        return json.loads(answer["result"].get("value") or "null")

    def wait(self, script: str, what: str) -> None:
        """Waits until an expression holds; what it wants may not be there yet."""
        eventually(
            lambda: self.run(f"(() => {{ try {{ return !!({script}); }} catch {{ return false; }} }})()"),
            lambda: f"{what}; the page has: {str(self.run('document.body.innerText'))[:300]!r}")

    def click(self, element: str) -> None:
        """Clicks an element as a person does, once it is there."""
        found: list[dict] = []

        def is_there() -> bool:
            nonlocal found
            found = self.ask("browsingContext.locateNodes", context=self.page, locator={"type": "css", "value": element})["nodes"]
            return bool(found)

        eventually(is_there, lambda: f"{element} cannot be clicked: it is not there")
        origin = {"type": "element", "element": {"sharedId": found[0]["sharedId"]}}
        self.ask("input.performActions", context=self.page, actions=[{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}, {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0}]}])

    def press(self, key: str) -> None:
        """Presses a key."""
        self.ask("input.performActions", context=self.page, actions=[{
            "type": "key", "id": "keyboard", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])

    def picture(self) -> bytes:
        """Gives what is on the screen, as PNG."""
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.page)["data"])

    def close(self) -> None:
        """Ends it, and all of its processes."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
