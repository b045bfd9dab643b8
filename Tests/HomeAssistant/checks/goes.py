"""What is taken back."""

from checks.finds import BUTTONS, LAST
from home.house import House
from home.scenario import NAME, notice, phone
from waiting import eventually
from home.world import World
from machine.check import check, equal, holds

OPEN = {"detail": "full", "acts": "yes", "show": "yes"}


def goes(house: House, *keys: str) -> None:
    """Waits until Home Assistant has these no more, and shows that it has everything else."""
    home = house.home
    before = set(home.entities())
    gone = {house.on_bridge(key) if key == "display" else house.on_phone(key) for key in keys}
    holds(gone <= before, f"there never was {gone - before}")
    house.reload(detail="full" if "last_app" not in keys else "counts")

    def account() -> str:
        has = set(home.entities())
        return f"left are {gone & has}, lost are {before - gone - has}, new are {has - before}"

    eventually(lambda: set(home.entities()) == before - gone, account)


@check("buttons and the display go with acts = no and show = no while the program runs, and come back with yes")
def buttons_go(world: World) -> None:
    with world.house(phone(existing=(notice("one"),)), **OPEN) as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        entities = home.entities()
        goes(house, *BUTTONS, "display")
        home.settle()
        equal(home.states()[house.on_phone("on_phone")], "1", "what holds")
        house.reload(**OPEN)
        home.wait_for(lambda home: home.entities() == entities, "they do not come back")
        home.becomes(house.on_phone("clear"), "unknown")
        equal(home.complaints(), [], "complaints")


@check("names go with detail = counts while the program runs, and the device has no name of a person any more")
def names_go(world: World) -> None:
    with world.house(phone(), detail="full") as house:
        home, device = house.home, house.on_phone("")[:-1]
        home.settle()
        equal(home.devices()[device]["name"], NAME, "the device's name")
        goes(house, *LAST)
        home.wait_for(lambda home: home.devices()[device]["name"] == f"Phone {house.phone}", "the device keeps its name")
        holds("Mara" not in "".join(house.broker.kept().values()), "the broker keeps the name")
        equal(home.complaints(), [], "complaints")


@check("what another configuration leaves out goes also when the program did not run meanwhile")
def forgotten_options_go(world: World) -> None:
    with world.house(phone(), **OPEN) as house:
        home = house.home
        home.settle()
        before = set(home.entities())
        house.end("callboard-mqtt")
        house.configure(detail="counts")
        house.start_teller()
        gone = {*(house.on_phone(key) for key in {**BUTTONS, **LAST}), house.on_bridge("display")}
        home.wait_for(lambda home: set(home.entities()) == before - gone, "the entities are still there")
        home.becomes(house.on_phone("link"), "ready")
        equal(home.complaints(), [], "complaints")


@check("a bridge that gets another name leaves none of its old devices behind, nor one with discovery = no")
def old_names_go(world: World) -> None:
    with world.house(phone(), **OPEN) as house:
        home = house.home
        home.settle()
        name = f"callboard_loft_{house.phone}"
        house.reload(**OPEN, bridge="loft")
        home.wait_for(lambda home: set(home.devices()) == {"callboard_loft", name}, "the devices are not the new ones")
        home.becomes(f"{name}_link", "ready")
        equal([topic for topic in house.broker.kept() if "hall" in topic], [], "what the broker keeps of the old name")
        house.reload(**OPEN, bridge="loft", discovery="no")
        home.wait_for(lambda home: not home.devices(), "devices are left")
        told = house.broker
        eventually(
            lambda: told.kept().get("callboard/loft/status") == "online", lambda: "nothing is told any more")
        equal(home.complaints(), [], "complaints")


@check("callboard-mqtt clean leaves no device and no message, and does nothing while the program runs")
def clean_leaves_nothing(world: World) -> None:
    with world.house(phone(existing=(notice("one"),)), **OPEN) as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        words = ("clean", "--config", str(house.folder / "callboard.conf"))
        holds("systemctl stop" in house.command("callboard-mqtt", *words, status=75), "it does not say what to do")
        house.end("callboard-mqtt")
        home.settle()
        holds("deleted" in house.command("callboard-mqtt", *words), "it does not say what it did")
        home.wait_for(lambda home: not home.devices() and not home.entities(), "something is left")
        equal([topic for topic in house.broker.kept() if "callboard" in topic], [], "what the broker keeps")
        equal(home.complaints(), [], "complaints")
