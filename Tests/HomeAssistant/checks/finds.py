"""What Home Assistant finds."""

import json

from home.scenario import NAME, comes, notice, phone
from home.world import World
from machine.check import check, equal, holds

KINDS = {
    "notification": "event", "call": "event", "ringing": "binary_sensor", "connected": "binary_sensor", "link": "sensor",
    "on_phone": "sensor", "missed": "sensor", "missed_today": "sensor", "voicemail": "sensor", "battery": "sensor",
}
LAST = {"last_caller": "sensor", "last_app": "sensor"}
BUTTONS = {"answer": "button", "decline": "button", "clear": "button"}
ON_BRIDGE = {"connected": "binary_sensor", "radio": "sensor"}


@check("Home Assistant finds the bridge and the phone that is reached through it, with everything on them, and complains of nothing")
def finds_everything(world: World) -> None:
    with world.house(phone(existing=(notice("tea"),)), detail="full", acts="yes", show="yes") as house:
        home = house.home
        home.settle()
        bridge, mobile = house.on_bridge("")[:-1], house.on_phone("")[:-1]
        equal({name: (each["name"], each["manufacturer"], each["via"]) for name, each in home.devices().items()}, {
            bridge: ("Callboard hall", "Callboard", None), mobile: (NAME, "Apple", bridge)}, "devices")
        wanted = {house.on_phone(key): kind for key, kind in {**KINDS, **LAST, **BUTTONS}.items()}
        wanted |= {house.on_bridge(key): kind for key, kind in {**ON_BRIDGE, "display": "notify"}.items()}
        equal({unique: name.split(".")[0] for unique, name in home.entities().items()}, wanted, "entities")
        home.becomes(house.on_phone("on_phone"), "1")
        states = home.states()
        equal({key: states[house.on_phone(key)] for key in ("ringing", "connected", "link", "missed", "voicemail")}, {
            "ringing": "off", "connected": "on", "link": "ready", "missed": "0", "voicemail": "0"}, "what holds on the phone")
        equal({key: states[house.on_bridge(key)] for key in ON_BRIDGE}, {
            "connected": "on", "radio": "simulated"}, "what holds on the bridge")
        equal(home.attributes(house.on_phone("on_phone"))["social"], 1, "notices of a kind")
        equal(home.ask("triggers"), ["call missed", "call ringing", "voicemail received"], "triggers")
        equal(home.complaints(), [], "complaints")


@check("with detail = counts Home Assistant hears numbers and kinds, and not one word of the phone")
def hears_no_word(world: World) -> None:
    words = {"title": "Gooseberry", "message": "Tamarind"}
    step = comes(0, "one", subtitle="Mulberry", **words)
    with world.house(phone(step, existing=(notice("two", **words),)), detail="counts") as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "2")
        home.wait_for(lambda home: home.events(house.on_phone("notification")), "the notice is no event")
        equal(sorted(home.entities()), sorted(
            [*(house.on_phone(key) for key in KINDS), *(house.on_bridge(key) for key in ON_BRIDGE)]), "entities")
        told = json.dumps([home.lines, home.devices(), home.ask("states"), house.broker.heard])
        for word in ("Gooseberry", "Tamarind", "Mulberry", "Mara", "MobileSMS", "Messages"):
            holds(word not in told, f"{word} is told")
        equal(home.complaints(), [], "complaints")


@check("names with emoji, from right to left, endless or no text at all make no complaint and no state that is too long")
def bears_any_name(world: World) -> None:
    titles: list[object] = [
        "👩‍👩‍👧‍👦" * 300, "نورة " * 200, "a" * 2000, {"hex": "ff fe 00 41 0a 22 5c 7b 7b"}, "{{ states }}",
        "\u202eevil\u2066", "",
    ]
    steps = []
    for place, title in enumerate(titles):
        # Who calls is a state, and so is an app.
        steps.append({"at": 6 + place, "add": {
            "name": f"c{place}", "category": "incoming_call", "app": "org.example.long", "title": title, "message": title}})
        steps.append({"at": 6.4 + place, "remove": f"c{place}"})
        steps.append({"at": 6.5 + place, "add": {
            "name": f"n{place}", "category": "social", "app": "org.example.long", "title": title, "message": title}})
    scenario = phone(*steps)
    scenario["phones"][0].update(name="🍐 " + "ä" * 120, apps={"org.example.long": "App " + "ö" * 1000})
    with world.house(scenario, detail="full", acts="yes", show="yes") as house:
        home = house.home
        home.wait_for(lambda home: home.events(house.on_phone("notification")).count("social") == len(titles),
                      "not every notice is an event")
        home.settle()
        equal(home.complaints(), [], "complaints")
        equal(home.events(house.on_phone("call")).count("ringing"), len(titles), "rings")
        holds(all(len(state) <= 255 for state in home.states().values()), "a state is too long")
        holds(home.states()[house.on_phone("last_app")].startswith("App ö"), "the app has not its name")
