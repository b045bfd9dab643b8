"""What becomes of it when a part goes and comes back."""

import signal

from home.house import House
from home.scenario import comes, notice, phone
from home.world import World
from machine.check import check, equal, holds


def alive(house: House) -> dict[str, str]:
    """Gives what holds, of what says something while nothing happens."""
    keys = ("ringing", "connected", "link", "on_phone", "missed", "voicemail")
    states = house.home.states()
    return {key: states[house.on_phone(key)] for key in keys}


def away(house: House) -> None:
    """Shows that nothing is believed any more, but that the bridge is away."""
    home = house.home
    home.becomes(house.on_bridge("connected"), "off")
    home.settle()
    states = home.states()
    holds(states.pop(house.on_bridge("connected")) == "off", "the bridge is said to be there")
    equal({unique for unique, state in states.items() if state != "unavailable"}, set(), "what is still available")


@check("when the bridge stops everything is unavailable; when it is back it holds as before, and no event comes twice")
def bridge_comes_back(world: World) -> None:
    scenario = phone(comes(0, "one"), existing=(notice("two"),))
    with world.house(scenario, detail="full", acts="yes", show="yes") as house:
        home, unique = house.home, house.on_phone("notification")
        home.wait_for(lambda home: home.events(unique) == ["social"], "the notice is no event")
        house.end("callboard")
        away(house)
        house.start_bridge()
        home.becomes(house.on_bridge("connected"), "on")
        home.becomes(house.on_phone("on_phone"), "1")
        equal(alive(house)["link"], "ready", "the phone's link")
        equal(home.events(unique), ["social"], "events until the phone does it again")
        equal(home.complaints(), [], "complaints")


@check("when callboard-mqtt is killed everything is unavailable once the broker says so, and back with the next one")
def killed_program_is_told(world: World) -> None:
    with world.house(phone(existing=(notice("one"),)), detail="names", acts="yes", show="yes") as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        before = alive(house)
        house.end("callboard-mqtt", signal.SIGKILL)
        away(house)
        house.start_teller()
        home.becomes(house.on_bridge("connected"), "on")
        home.becomes(house.on_phone("on_phone"), "1")
        equal(alive(house), before, "what holds")
        house.end("callboard-mqtt")
        away(house)
        equal(home.complaints(), [], "complaints")


@check("Home Assistant finds all again when it is started anew, and whoever forgot it, when it says that it has begun")
def home_comes_back(world: World) -> None:
    with world.house(phone(existing=(notice("one"),)), detail="full", acts="yes", show="yes") as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        before, devices, entities = alive(house), home.devices(), home.entities()
        home.stop()
        home.start()
        home.settle()
        home.becomes(house.on_phone("on_phone"), "1")
        equal((alive(house), home.devices(), home.entities()), (before, devices, entities), "what it has")
        # It says so by itself some seconds after it has begun; then all that holds is told anew.
        topic = f"homeassistant/device/callboard_hall_{house.phone}/config"
        house.broker.heard.clear()
        home.wait_for(lambda _: "online" in house.broker.told("homeassistant/status"), "it does not say that it has begun")
        home.wait_for(lambda _: house.broker.told(topic), "nothing is told anew")
        home.settle()
        equal((alive(house), home.entities()), (before, entities), "what it has then")
        equal(home.complaints(), [], "complaints")


@check("a broker that comes back without a memory is told all that holds, and Home Assistant goes on")
def broker_comes_back(world: World) -> None:
    with world.house(phone(existing=(notice("one"),)), detail="full", acts="yes") as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        before = alive(house)
        house.broker.stop()
        home.becomes(house.on_phone("on_phone"), "unavailable")
        house.broker.start()
        home.becomes(house.on_phone("on_phone"), "1")
        home.becomes(house.on_bridge("connected"), "on")
        home.becomes(house.on_phone("clear"), "unknown")
        equal(alive(house), before, "what holds")
        holds(house.broker.kept().get(f"homeassistant/device/callboard_hall_{house.phone}/config"), "nobody tells of the phone")
        # Of the connection it may complain, since that was lost, and that it cannot say meanwhile that it has begun.
        lost = ("homeassistant.components.mqtt.client:", "homeassistant.components.mqtt.util: Error talking to MQTT:", "asyncio:")
        equal([each for each in home.complaints() if not each.startswith(lost)], [], "complaints")
