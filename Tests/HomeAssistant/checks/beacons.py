"""Things and persons."""

from home.house import House
from home.scenario import NAME, phone
from home.world import World
from machine.check import check, equal, holds

SCAN = """
[beacons]
scan = continuous
"""
KEYS = """
[beacon keys]
uuid = 6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0
major = 1
minor = 1
left = 5s

[item Keys]
beacon = keys
"""
PERSON = f"""
[presence Mara]
phone = {NAME}
away = 30s
"""


def scenario() -> dict:
    """Gives keys that go and come back, and a phone that stays."""
    return {**phone(), "air": [{
        "uuid": "6A3F0C52-9B1E-4D07-8C66-2F9D51E4A7B0", "major": 1, "minor": 1, "interval": 0.25,
        "timeline": [{"at": 0, "distance": 1.5}, {"at": 8, "distance": 1.5}, {"at": 9, "silent": True}, {"at": 18, "distance": 1.5}],
    }]}


def things(house: House) -> dict[str, str]:
    """Gives the things and persons that Home Assistant has, with their kind."""
    return {
        name.split(".")[1]: name.split(".")[0] for unique, name in house.home.entities().items()
        if "_item_" in unique or "_person_" in unique
    }


@check("keys are a sensor that goes off and on again as they leave and come back, with an event for each; Mara is at home")
def keys_leave(world: World) -> None:
    with world.house(scenario(), SCAN + KEYS + PERSON) as house:
        home = house.home
        home.wait_for(lambda _: len(things(house)) == 2, "they are not found")
        equal(things(house), {"callboard_hall_keys": "binary_sensor", "callboard_hall_mara": "device_tracker"}, "things and persons")
        keys = next(each for each in home.entities() if "_item_" in each)
        home.becomes(next(each for each in home.entities() if "_person_" in each), "home")
        home.wait_for(lambda home: home.had(keys)[-3:] == ["on", "off", "on"], "they do not leave and come back")
        home.wait_for(lambda home: "back" in home.events(house.on_bridge("beacons")), "no event says that they are back")
        events = home.events(house.on_bridge("beacons"))
        equal([each for each in events if each in ("left", "back")], ["left", "back"], "events")
        equal(home.complaints(), [], "complaints")


@check("a thing and a person that the configuration has no more go, and all of them with beacons = no")
def things_go(world: World) -> None:
    with world.house(scenario(), SCAN + KEYS + PERSON) as house:
        home = house.home
        home.wait_for(lambda _: len(things(house)) == 2, "they are not found")
        house.end("callboard-mqtt")
        house.end("callboard")
        house.sections = SCAN + KEYS
        house.configure()
        house.start_bridge()
        house.start_teller()
        home.wait_for(lambda _: list(things(house)) == ["callboard_hall_keys"], "the person is still there")
        house.reload(beacons="no")
        home.wait_for(lambda home: not things(house) and house.on_bridge("beacons") not in home.entities(), "things are still there")
        holds(not [topic for topic in house.broker.kept() if "/item/" in topic or "/person/" in topic], "the broker keeps them")
        equal(home.complaints(), [], "complaints")
