"""The clock of the host, set by a phone: once that is asked for, and otherwise never."""

from datetime import UTC, datetime, timedelta
from typing import Any

from air.host_clock import HostClock
from bridge.account import check, one_more
from bridge.answers import lines, status_until
from inside.scenario import scenario
from inside.world import World
from phone.models import IPHONE_12
from phone.notice import Notice
from phone.phone import Phone

from .phone_facts import CLOCK_SECONDS, CLOSE_SECONDS, is_close, is_sent

ASKED = ("env", "CALLBOARD_RADIO_SET_CLOCK=yes")
# When a host without a battery for its clock believes to begin.
LATE = datetime(2016, 11, 3, 17, 17, tzinfo=UTC)
CENTURY = timedelta(days=36_500)


def now() -> datetime:
    """Gives the time by the clock of the host."""
    return datetime.now(UTC)


async def paired(world: World, daylight: int = 0) -> Phone:
    """A phone in another zone, whose clock goes on whatever that of the host is set to."""
    phone = await world.phone("Anna's iPhone", model=IPHONE_12)
    phone.clock.move(zone=4, daylight=daylight)
    phone.clock.part()
    await world.pair(phone)
    return phone


async def run(world: World, phone: Phone, through: tuple[str, ...] = ASKED) -> int:
    """Starts a bridge, and waits until it has read the clock of the phone."""
    mark = world.bridge.events.mark()
    await world.bridge.run("solicit", *world.listening, through=through)
    await world.bridge.phone("ready", mark, name=phone.name)
    await status_until(world, phone.name, "clock", lambda each: "clock_read" in each)
    return mark


async def state(world: World) -> dict[str, Any]:
    """Gives what the status says of the clock."""
    (answer,) = await lines(world, "status")
    return answer["clock"]


def is_right(phone: Phone) -> bool:
    """Says whether the clock of the host is that of the phone."""
    return is_close(now(), phone.clock.moment())


@scenario("a clock that is years late is set by the phone once that is asked for, and all else goes on", limit=240)
async def clock_is_set(world: World) -> None:
    """Nothing seems to be years old, nothing ends, and nothing is shown twice; the phone's zone is in its summer."""
    phone = await paired(world, daylight=4)
    phone.centre.add(Notice("before", "1", date=phone.clock.date(timedelta(hours=1))))
    with HostClock() as clock:
        clock.set(LATE)
        await run(world, phone)
        assert is_right(phone), f"{now()}, not {phone.clock.moment()}"
        assert not clock.is_synchronised(), "the kernel would write to the hardware clock"
        mark = world.bridge.events.mark()
        fresh = phone.centre.add(Notice("at the right time", "2", date=phone.clock.date()))
        is_sent(await world.bridge.event("added", mark, title=fresh.title), "+02:00", phone.clock.moment())
        (line,) = await lines(world, "time")
        assert abs(line["lead_ms"]) < CLOSE_SECONDS * 1000, line
        assert timedelta(0) <= now() - datetime.fromisoformat(line["set_host"]) < timedelta(minutes=5), line
        assert line["moved_ms"] > 9 * 365 * 86_400_000, line
        _, words = await world.ask("time")
        assert "set this host" in words, words
        found = await status_until(world, phone.name, "state", lambda each: "since" in each)
        age = now() - datetime.fromisoformat(found["since"])
        assert timedelta(0) <= age < timedelta(minutes=5), f"in this state for {age}"
        assert "forward by the clock of Anna's iPhone" in (await state(world))["words"]
        set_at = (await state(world))["set"]
        for what in ("now", "after a link loss"):
            mark = world.bridge.events.mark()
            if what != "now":
                phone.lose_link()
                await world.bridge.phone("ready", mark, name=phone.name)
            await one_more(world.bridge, phone, f"{what} with the right time", mark)
            shown = await world.bridge.event("added", mark, title=f"{what} with the right time")
            assert is_close(datetime.fromisoformat(shown["at"]), now()), shown
        assert (await state(world))["set"] == set_at, "set once more"
        check(world.bridge, phone.name, phone.centre.notices)


@scenario("a clock is left alone unless that is asked for, and one that is synchronised in any case", limit=240)
async def clock_is_left_alone(world: World) -> None:
    """However late it is; the status says why."""
    phone = await paired(world)
    with HostClock() as clock:
        clock.set(LATE)
        mark = await run(world, phone, ())
        assert now() - LATE < timedelta(minutes=10), f"set to {now()}"
        (answer,) = await lines(world, "status")
        assert "clock" not in answer, answer
        (line,) = await lines(world, "time")
        assert line["lead_ms"] > 9 * 365 * 86_400_000 and "set_host" not in line, line
        await one_more(world.bridge, phone, "years late", mark)
        await world.bridge.stop()
        clock.keep_right()
        mark = await run(world, phone)
        assert now() - LATE < timedelta(minutes=10), f"set to {now()}"
        assert "another program keeps this one right" in (await state(world))["words"]
        await one_more(world.bridge, phone, "years late, and synchronised", mark)


@scenario("a phone that lies cannot move the clock far, neither first nor later", limit=300)
async def lying_phone(world: World) -> None:
    """First by a century; then it is right, and then it changes its mind."""
    phone = await paired(world)
    with HostClock() as clock:
        clock.set(LATE)
        phone.clock.move(ahead=CENTURY.total_seconds())
        await run(world, phone)
        assert now() - LATE < timedelta(minutes=10), f"set to {now()}"
        assert "that cannot be" in (await state(world))["words"]
        phone.clock.move(ahead=0)
        await status_until(world, phone.name, "the right time", lambda _: is_right(phone), CLOCK_SECONDS)
        ahead = 3 * 86_400
        phone.clock.move(ahead=ahead)
        await status_until(
            world, phone.name, f"a lead of {ahead} s",
            lambda each: abs(each["clock_lead_ms"] / 1000 - ahead) < CLOSE_SECONDS, CLOCK_SECONDS,
        )  # fmt: skip
        assert "too much for a clock that was right" in (await state(world))["words"]
        phone.clock.move(ahead=0)
        assert is_right(phone), f"{now()}, not {phone.clock.moment()}"
        check(world.bridge, phone.name, phone.centre.notices)
