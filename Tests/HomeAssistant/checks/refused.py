"""What Home Assistant refuses: without this nobody would know that it could."""

import copy

from home.house import House
from home.world import World
from machine.check import check, equal, holds

BASE = "callboard/wrong"
GOOD = {
    "device": {"identifiers": ["wrong"], "name": "Wrong"}, "origin": {"name": "callboard-mqtt"}, "qos": 1,
    "components": {
        "one": {"platform": "sensor", "unique_id": "wrong_one", "name": "One", "state_topic": f"{BASE}/one"},
        "two": {"platform": "sensor", "unique_id": "wrong_two", "name": "Two", "state_topic": f"{BASE}/two"},
    },
}

# What is wrong in the component one, the words of Home Assistant, and whether all of the device is lost with it.
COMPONENTS = [
    ("unique_id", None, "required key not provided", True),
    ("platform", None, "required key not provided", True),
    ("platform", "weather", "value must be one of", True),
    ("state_topic", None, "required key not provided", False),
    ("device_class", "ringing", "expected SensorDeviceClass", False),
    ("state_class", "often", "expected SensorStateClass", False),
    ("entity_category", "hidden", "expected EntityCategory", False),
    ("options", ["a"], "must be used together with device class", False),
    ("icon", "phone", "Icons should be specified", False),
    ("value_template", "{{ value", "invalid template", False),
    ("availability", [{"topic": "a"}], "two or more values in the same group", False),
]


def wrong(key: str, value: object) -> dict:
    """Gives the good message with something wrong in one component."""
    message = copy.deepcopy(GOOD)
    one = message["components"]["one"]
    one["availability_topic"] = f"{BASE}/status"
    if value is None:
        del one[key]
    else:
        one[key] = value
    return message


def tell(house: House, message: object) -> tuple[list[str], list[str]]:
    """Tells Home Assistant of a device, and gives what it has of that and what it complains of."""
    house.home.lines.clear()
    house.broker.publish("homeassistant/device/wrong/config", message, kept=True)
    house.home.settle()
    found = sorted(house.home.entities())
    complaints = house.home.complaints()
    house.broker.publish("homeassistant/device/wrong/config", "", kept=True)
    house.home.settle()
    return found, complaints


@check("of a device message with something wrong Home Assistant says so, and has not what was wrong or nothing at all")
def wrong_devices_are_refused(world: World) -> None:
    with world.empty_house() as house:
        house.broker.start()
        house.home.start()
        equal(tell(house, GOOD), (["wrong_one", "wrong_two"], []), "a good message")
        for key, value, words, loses_all in COMPONENTS:
            found, complaints = tell(house, wrong(key, value))
            equal(found, [] if loses_all else ["wrong_two"], f"{key} = {value}: what is there")
            holds(any(words in each for each in complaints), f"{key} = {value}: it says {complaints}")
        for key in ("nonsense", "availability_mode"):
            found, complaints = tell(house, {**GOOD, key: 1})
            equal(found, [], f"{key} for the device: what is there")
            holds(complaints, f"{key} for the device: it says nothing")
        for message in ({**GOOD, "device": {"name": "Wrong"}}, {**GOOD, "origin": {}}, "no JSON"):
            found, complaints = tell(house, message)
            equal(found, [], f"{message}: what is there")
            holds(complaints, f"{message}: it says nothing")


EVENT = {"platform": "event", "unique_id": "wrong_event", "name": "Event", "state_topic": f"{BASE}/event", "event_types": ["social"]}
ENUM = {
    "platform": "sensor", "unique_id": "wrong_enum", "name": "Enum", "state_topic": f"{BASE}/enum", "device_class": "enum",
    "options": ["ready"],
}
NUMBER = {
    "platform": "sensor", "unique_id": "wrong_number", "name": "Number", "state_topic": f"{BASE}/number",
    "state_class": "measurement", "value_template": "{{ value_json['missed'] }}",
}
TEXT = {"platform": "sensor", "unique_id": "wrong_text", "name": "Text", "state_topic": f"{BASE}/text"}
BUTTON = {
    "platform": "button", "unique_id": "wrong_button", "name": "Button", "command_topic": f"{BASE}/do",
    "availability": [{"topic": f"{BASE}/can", "value_template": "{{ value_json['clear'] }}"}],
}

# Where something wrong is told, what, and the words of Home Assistant.
STATES = [
    ("event", '{"event_type":"nonsense"}', "Invalid event type"),
    ("event", "no JSON", "No valid JSON event payload"),
    ("enum", "gone", "Ignoring invalid option"),
    ("number", '{"missed":"many"}', "non-numeric value"),
    ("number", "{}", "Template variable"),
    ("text", "x" * 256, "exceeds the maximum allowed length"),
]


@check("of a state that does not fit Home Assistant says so, and complaints are found; a button without its word is unavailable")
def wrong_states_are_refused(world: World) -> None:
    with world.empty_house() as house:
        house.broker.start()
        home = house.home
        home.start()
        parts = {"event": EVENT, "enum": ENUM, "number": NUMBER, "text": TEXT, "button": BUTTON}
        house.broker.publish("homeassistant/device/wrong/config", {**GOOD, "components": parts}, kept=True)
        home.settle()
        equal(sorted(home.entities()), sorted(f"wrong_{key}" for key in parts), "entities")
        for topic, good, state in (("enum", "ready", "ready"), ("number", '{"missed":2}', "2"), ("text", "x" * 255, "x" * 255)):
            house.broker.publish(f"{BASE}/{topic}", good)
            home.becomes(f"wrong_{topic}", state)
        house.broker.publish(f"{BASE}/event", '{"event_type":"social"}')
        home.wait_for(lambda home: home.events("wrong_event") == ["social"], "a good event is none")
        for can, state in (("online", "unknown"), ("offline", "unavailable")):
            house.broker.publish(f"{BASE}/can", {"clear": can})
            home.becomes("wrong_button", state)
        equal(home.complaints(), [], "complaints of what is good")
        for topic, payload, words in STATES:
            home.lines.clear()
            house.broker.publish(f"{BASE}/{topic}", payload)
            home.settle()
            holds(any(words in each for each in home.complaints()), f"{topic} {payload[:40]}: it says {home.complaints()}")


@check("a name of a member behind a point finds a method of the object and not the member, so that names stand in brackets")
def points_find_methods(world: World) -> None:
    with world.empty_house() as house:
        house.broker.start()
        home = house.home
        home.start()
        button = {**BUTTON, "availability": [{"topic": f"{BASE}/can", "value_template": "{{ value_json.clear }}"}]}
        house.broker.publish("homeassistant/device/wrong/config", {**GOOD, "components": {"button": button}}, kept=True)
        home.settle()
        house.broker.publish(f"{BASE}/can", {"clear": "online"})
        home.settle()
        equal(home.states(), {"wrong_button": "unavailable"}, "what the button is")
