"""A page in the browser: what a person at a screen sees and does, and what only a machine sees."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager

from machine.check import Failed
from waiting import eventually

from .complaints import Complaints
from .keyboard import events
from .pipe import Pipe
from .tree import Node, nodes
from .trouble import Trouble

# What Chromium says of an expression whose page goes elsewhere before it is evaluated.
LEFT = ("Inspected target navigated or closed", "Execution context was destroyed", "Cannot find context")


class Page:
    """One page."""

    def __init__(self, pipe: Pipe, session: str) -> None:
        self.pipe = pipe
        self.session = session
        self.complaints = Complaints()
        # The documents that have loaded.
        self.loads: set[str] = set()
        self.has_script = True
        pipe.hearers[session] = self.hear

    def ask(self, method: str, **parameters: object) -> dict:
        """Asks for something of this page."""
        return self.pipe.ask(method, session=self.session, **parameters)

    def hear(self, method: str, parameters: dict) -> None:
        """Takes an event, on the thread that reads."""
        if method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self.loads.add(parameters["loaderId"])
        self.complaints.hear(method, parameters)

    # How it is.

    def prepare(
        self, width: int, height: int, scale: float = 1, dark: bool = False, still: bool = True, touch: bool = False,
        zone: str = "Pacific/Auckland", script: bool = True, clock: str = "",
    ) -> None:
        """Sets it up: a size, light or dark, with or without motion, scripts, and a clock that stands still."""
        for name in ("Page", "Runtime", "Log", "Network", "Audits", "Performance", "Accessibility", "DOM"):
            self.ask(f"{name}.enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)
        self.size(width, height, scale)
        self.look(dark, still)
        # Another zone than anybody's: the page is to show the clock of the host.
        self.ask("Emulation.setTimezoneOverride", timezoneId=zone)
        self.ask("Emulation.setLocaleOverride", locale="en-GB")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        if touch:
            self.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.has_script = script
        if not script:
            self.ask("Emulation.setScriptExecutionDisabled", value=True)
        self.before(STOPPED % json.dumps(clock) if clock else LED)

    def size(self, width: int, height: int, scale: float = 1) -> None:
        """Makes its window as large as this, in pixels of CSS."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def look(self, dark: bool, still: bool = True) -> None:
        """Makes its surroundings light or dark, with reduced motion or not."""
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ])

    def before(self, script: str) -> None:
        """Runs a script in each document before its own."""
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)

    def cookie(self, name: str, value: str, address: str) -> None:
        """Gives it a cookie."""
        self.ask("Network.setCookie", name=name, value=value, url=address, httpOnly=True, sameSite="Strict")

    def headers(self, **values: str) -> None:
        """Sends headers with each request."""
        self.ask("Network.setExtraHTTPHeaders", headers=values)

    # Where it is.

    def open(self, address: str) -> None:
        """Goes somewhere and waits until that is there."""
        answer = self.ask("Page.navigate", url=address)
        if "errorText" in answer:
            raise Failed(f"{address} cannot be opened: {answer['errorText']}")
        eventually(lambda: answer["loaderId"] in self.loads, lambda: f"{address} does not load")

    def reload(self) -> None:
        """Loads it again."""
        before = set(self.loads)
        self.ask("Page.reload")
        eventually(lambda: self.loads - before, lambda: "the page does not load again")

    def leave(self) -> None:
        """Goes nowhere; what happens there is nobody's complaint."""
        self.complaints.close()
        self.pipe.hearers.pop(self.session, None)

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Takes the network away meanwhile."""
        conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.ask("Network.emulateNetworkConditions", offline=True, **conditions)
        try:
            yield
        finally:
            self.ask("Network.emulateNetworkConditions", offline=False, **conditions)

    def refuses(self, *addresses: str) -> None:
        """Lets nothing come from these addresses from now on, and from all others again."""
        self.ask("Network.setBlockedURLs", urls=list(addresses))

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Freezes it meanwhile, as a tablet does whose screen is off."""
        self.ask("Page.setWebLifecycleState", state="frozen")
        try:
            yield
        finally:
            self.ask("Page.setWebLifecycleState", state="active")

    # What it says.

    def run(self, script: str) -> object:
        """Evaluates an expression, waits where it is a promise, and gives what came of it."""
        answer = self.ask(
            # Where scripts are off no promise is ever kept.
            "Runtime.evaluate", expression=script, awaitPromise=self.has_script, returnByValue=True, userGesture=False)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(f"{details.get('exception', {}).get('description', details['text'])} in {script[:200]}")
        return answer["result"].get("value")

    def look_at(self, script: str) -> object:
        """Evaluates an expression that changes nothing; gives None if the page went elsewhere meanwhile."""
        try:
            return self.run(script)
        except Trouble as trouble:
            if any(words in str(trouble) for words in LEFT):
                return None
            raise

    def whole(self, script: str) -> object:
        """Evaluates an expression once the document is whole: a page without scripts loads again by itself."""
        found: object = None

        def is_whole() -> bool:
            nonlocal found
            found = self.look_at(f"document.readyState === 'complete' ? {{found: {script}}} : null")
            return found is not None

        eventually(is_whole, lambda: "the document is never whole")
        return found["found"] if isinstance(found, dict) else None

    def wait(self, script: str, what: str) -> None:
        """Waits until an expression holds; what it wants may not be there yet."""
        holds = f"(() => {{ try {{ return !!({script}); }} catch {{ return false; }} }})()"
        eventually(lambda: self.look_at(holds), lambda: f"{what}; the page has: {self.text()[:400]!r}")

    def shows(self, words: str) -> None:
        """Waits until the page shows these words."""
        self.wait(f"{VISIBLE}.includes({json.dumps(words.lower())})", f"it does not show {words!r}")

    def hides(self, words: str) -> None:
        """Waits until the page does not show these words."""
        self.wait(f"!{VISIBLE}.includes({json.dumps(words.lower())})", f"it still shows {words!r}")

    def lead(self, seconds: float) -> None:
        """Has its clock go on at once, and does what it does at intervals that have passed meanwhile."""
        self.run(f"window.lead({seconds * 1000})")

    def stand(self) -> None:
        """Has its clock stand from now on, but for what it is led: however slow the machine is, nothing else passes."""
        self.run("window.stand()")

    def passes(self, seconds: float) -> None:
        """Waits until its own timers have run that were due in less than this; a slow machine only makes it longer."""
        self.run(f"new Promise(done => setTimeout(() => done(true), {seconds * 1000}))")

    def draws(self) -> None:
        """Waits until it has drawn what it knows: its letters, and two frames with them."""
        self.run(DRAWN)

    def text(self) -> str:
        """Gives all that a person can read on it."""
        return str(self.run("document.body ? document.body.innerText : ''"))

    def tree(self) -> list[Node]:
        """Gives what a screen reader has of it."""
        return nodes(self.ask("Accessibility.getFullAXTree")["nodes"])

    def picture(self, scale: float = 1) -> bytes:
        """Gives what is on the screen as PNG, perhaps smaller than it is there."""
        box = self.run("({x: scrollX, y: scrollY, width: innerWidth, height: innerHeight})")
        clip = {"clip": {**box, "scale": scale}} if isinstance(box, dict) and scale != 1 else {}
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png", optimizeForSpeed=True, **clip)["data"])

    # What a person does.

    def click(self, element: str) -> None:
        """Clicks an element once it is on the screen and under nothing else."""
        place: object = None

        def found() -> bool:
            nonlocal place
            place = self.look_at(PLACE % json.dumps(element))
            return isinstance(place, dict)

        eventually(found, lambda: f"{element} cannot be clicked: {place}")
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            self.ask(
                "Input.dispatchMouseEvent", type=kind, x=place["x"], y=place["y"], buttons=buttons, clickCount=1,
                button="none" if kind == "mouseMoved" else "left")

    def press(self, *names: str) -> None:
        """Presses keys, one after the other."""
        for name in names:
            for each in events(name):
                self.ask("Input.dispatchKeyEvent", **each)

    def hold(self, name: str, times: int = 1, begins: bool = True) -> None:
        """Holds a key, which comes as often as this; where it does not begin, it was held before."""
        down = next(events(name))
        for number in range(times):
            self.ask("Input.dispatchKeyEvent", **down, autoRepeat=number > 0 or not begins)

    def type(self, words: str) -> None:
        """Types words where the focus is."""
        self.press(*words)

    # What only a machine sees.

    def frames(self, seconds: float) -> list[float]:
        """Gives how many milliseconds passed from one frame to the next, for some seconds."""
        found = self.run(FRAMES % (seconds * 1000))
        return [float(each) for each in found] if isinstance(found, list) else []

    def holds(self) -> dict[str, float]:
        """Gives what it holds in memory after everything that nobody needs has gone: nodes, listeners, bytes."""
        for _ in range(2):
            self.ask("HeapProfiler.collectGarbage")
        metrics = {each["name"]: each["value"] for each in self.ask("Performance.getMetrics")["metrics"]}
        return {"nodes": metrics["Nodes"], "listeners": metrics["JSEventListeners"], "heap": metrics["JSHeapUsedSize"]}

    # What it complained of.

    def settle(self) -> None:
        """Waits until what it has to say has come."""
        self.passes(0)

    def forgives(self, *words: str) -> None:
        """Lets it complain with one of these words in it, where the check is about that."""
        self.complaints.forgiven += words

    def complain(self) -> None:
        """Fails if it complained of something."""
        if found := self.complaints.found():
            raise Failed(f"the page complains: {' / '.join(found[:5])}")


VISIBLE = "(document.body ? document.body.innerText : '').toLowerCase()"

PLACE = """(() => {
    const wanted = document.querySelector(%s);
    if (!wanted) return "it is not there";
    wanted.scrollIntoView({block: "nearest", behavior: "instant"});
    const box = wanted.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const found = document.elementFromPoint(x, y);
    if (!found) return "it is not on the screen";
    if (!wanted.contains(found) && !found.contains(wanted)) return "it is under " + found.outerHTML.slice(0, 120);
    return {x, y};
})()"""

FRAMES = """new Promise(done => {
    const found = [], end = performance.now() + %f;
    let last;
    const frame = now => {
        if (last !== undefined) found.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame); else done(found);
    };
    requestAnimationFrame(frame);
})"""

DRAWN = """document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))).then(() => true)"""

# A clock that goes by itself until it is to stand, and on at once where a check leads it.
LED = """(() => {
    const now = Date.now, begin = window.setInterval, end = window.clearInterval, running = new Map();
    let ahead = 0, stood;
    Date.now = () => (stood ?? now()) + ahead;
    window.setInterval = (work, pause, ...words) => {
        const number = begin(work, pause, ...words);
        running.set(number, {work, pause});
        return number;
    };
    window.clearInterval = number => {
        running.delete(number);
        end(number);
    };
    window.stand = () => { stood = now(); };
    window.lead = passed => {
        ahead += passed;
        for (const each of [...running.values()]) if (each.pause <= passed) each.work();
    };
})();"""

STOPPED = """(() => {
    const Real = Date, now = Real.parse(%s);
    window.Date = class extends Real {
        constructor(...words) { if (words.length) super(...words); else super(now); }
        static now() { return now; }
    };
})();"""
