"""What Home Assistant wants done."""

import json

from home.scenario import missed, notice, phone, rings
from home.world import World
from machine.check import check, equal, holds


@check("Decline is unavailable while nothing rings, declines the call that rings on the phone, and is unavailable again")
def decline_declines(world: World) -> None:
    with world.house(phone(rings(0, "call"), *missed(60, "call")), acts="yes") as house:
        home = house.home
        home.settle()
        for key in ("answer", "decline", "clear"):
            equal(home.states()[house.on_phone(key)], "unavailable", f"the button {key} before the call")
        home.becomes(house.on_phone("ringing"), "on")
        home.becomes(house.on_phone("decline"), "unknown")
        home.call("button.press", house.on_phone("decline"))
        home.becomes(house.on_phone("ringing"), "off")
        home.becomes(house.on_phone("decline"), "unavailable")
        home.settle()
        equal(home.events(house.on_phone("call")), ["ringing", "ended"], "what became of the call: who declines it misses nothing")
        equal(home.states()[house.on_phone("missed")], "0", "missed calls")
        equal(json.loads(house.last(house.topic("done")) or "{}").get("ok"), True, "what the program says became of it")
        equal(home.complaints(), [], "complaints")


@check("Answer takes the call that rings, and Decline then ends it")
def answer_answers(world: World) -> None:
    with world.house(phone(rings(0, "call"), *missed(60, "call")), acts="yes") as house:
        home = house.home
        home.becomes(house.on_phone("answer"), "unknown")
        home.call("button.press", house.on_phone("answer"))
        home.wait_for(lambda home: "answered" in home.events(house.on_phone("call")), "the call is not answered")
        home.becomes(house.on_phone("ringing"), "off")
        home.becomes(house.on_phone("answer"), "unavailable")
        home.becomes(house.on_phone("decline"), "unknown")
        home.call("button.press", house.on_phone("decline"))
        home.becomes(house.on_phone("decline"), "unavailable")
        equal(home.events(house.on_phone("call"))[-1], "ended", "what became of the call")
        equal(house.listed(), [], "what is on the phone")
        equal(home.complaints(), [], "complaints")


@check("Clear clears the newest notification on the phone, one after the other, and is unavailable when none is left")
def clear_clears(world: World) -> None:
    existing = (notice("one", date="-2h"), notice("two", date="-1h", title="Tamarind"))
    with world.house(phone(existing=existing), acts="yes") as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "2")
        for left in ("1", "0"):
            home.becomes(house.on_phone("clear"), "unknown") if left == "1" else home.settle()
            home.call("button.press", house.on_phone("clear"))
            home.becomes(house.on_phone("on_phone"), left)
        home.becomes(house.on_phone("clear"), "unavailable")
        equal(house.listed(), [], "what is on the phone")
        equal(home.complaints(), [], "complaints")


@check("a text of Home Assistant is on the displays as it was written, and no event of the phone")
def text_is_shown(world: World) -> None:
    with world.house(phone(), detail="full", show="yes") as house:
        home = house.home
        home.settle()
        home.call("notify.send_message", house.on_bridge("display"), message="Die Wäsche ist fertig 🧺")
        home.wait_for(lambda _: house.listed(), "no display has the text")
        shown = house.listed()
        equal([each["app_id"] for each in shown], ["callboard"], "where it comes from")
        holds("Die Wäsche ist fertig 🧺" in shown[0].values(), f"another text is shown: {shown}")
        home.settle()
        equal(home.events(house.on_phone("notification")), [], "events of the phone")
        equal(home.states()[house.on_phone("on_phone")], "0", "what is on the phone")
        equal(json.loads(house.last("shown") or "{}").get("ok"), True, "what the program says became of it")
        equal(home.complaints(), [], "complaints")


@check("without acts = yes and show = yes nothing that anybody publishes is done")
def nothing_is_done_unasked(world: World) -> None:
    with world.house(phone(existing=(notice("one"),))) as house:
        home = house.home
        home.becomes(house.on_phone("on_phone"), "1")
        house.broker.publish(f"callboard/hall/{house.phone}/do", "clear")
        house.broker.publish("callboard/hall/show", "Anybody")
        home.settle()
        home.settle()
        equal([each["app_id"] for each in house.listed()], ["com.apple.MobileSMS"], "what is there")
        equal((house.last(house.topic("done")), house.last("shown")), (None, None), "answers")
