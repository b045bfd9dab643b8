"""What happens on the phone, as Home Assistant hears it."""

from home.scenario import CATEGORIES, comes, missed, notice, phone, rings
from home.world import World
from machine.check import check, equal, holds


@check("each kind of notice is an event of that kind with its words, once, and what was there before is none")
def kinds_are_events(world: World) -> None:
    steps = [comes(place / 2, kind, kind, title=f"Title {kind}") for place, kind in enumerate(CATEGORIES)]
    with world.house(phone(*steps, existing=(notice("before"),)), detail="full") as house:
        home, unique = house.home, house.on_phone("notification")
        home.wait_for(lambda home: len(home.events(unique)) >= len(CATEGORIES), "not every notice is an event")
        home.settle()
        equal([(each["event_type"], each["title"]) for each in home.happened(unique)],
              [(kind, f"Title {kind}") for kind in CATEGORIES], "events")
        home.becomes(house.on_phone("on_phone"), str(len(CATEGORIES) + 1))
        home.becomes(house.on_phone("voicemail"), "1")
        home.becomes(house.on_phone("last_app"), "Messages")
        equal(home.complaints(), [], "complaints")


@check("a call rings, is missed and counted; the triggers of automations fire for it and for a voicemail, once each")
def calls_ring(world: World) -> None:
    steps = [rings(0, "call"), *missed(3, "call"), comes(4, "mail", "voicemail")]
    with world.house(phone(*steps), detail="names") as house:
        home = house.home
        home.ask("triggers")
        home.wait_for(lambda home: home.had(house.on_phone("ringing"))[-2:] == ["on", "off"], "it does not ring, or rings on")
        told = house.broker.told(f"callboard/hall/{house.phone}/ringing")
        holds("ON" in told and told[-1] == "OFF", f"what the broker was told: {told}")
        home.becomes(house.on_phone("last_caller"), "Davidson Ro")
        for key, count in (("missed", "1"), ("missed_today", "1"), ("voicemail", "1")):
            home.becomes(house.on_phone(key), count)
        home.settle()
        equal(home.events(house.on_phone("call")), ["ringing", "ended", "missed"], "what became of the call")
        equal(home.events(house.on_phone("notification")), ["incoming_call", "missed_call", "voicemail"], "events")
        equal(home.triggered(), ["call ringing", "call missed", "voicemail received"], "triggers that fired")
        home.becomes(house.on_phone("last_app"), "Messages")
        holds("title" in home.happened(house.on_phone("call"))[0], "it is not told who calls")
        equal(home.complaints(), [], "complaints")
