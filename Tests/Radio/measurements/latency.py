"""From a notification on the phone to its line on this side, for several consumers in one boot."""

import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bridge.account import check
from bridge.process import Memory, memory
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.notice import Notice

from .consumers import CONSUMERS, Subscribed
from .quiet import quiet_world

# Short turns, so that whatever else the machine does meets all alike; each is first as often as the others.
TURNS = 12
NOTICES = 10
# The first ones pay for what is asked once, such as the name of the app.
FIRST_ONES = 2
TEXT = "Are we still on for dinner at eight, or shall we rather meet at the station? Call me." * 2


@dataclass
class Times:
    """Milliseconds, one entry for each notification."""

    whole: list[float] = field(default_factory=list)
    until_asked: list[float] = field(default_factory=list)
    until_answered: list[float] = field(default_factory=list)
    until_shown: list[float] = field(default_factory=list)
    # Milliseconds of processor time, by program.
    processor: Counter[str] = field(default_factory=Counter)
    # What all of them hold, when it was greatest.
    memory: Memory = field(default_factory=Memory)

    @property
    def median(self) -> float:
        """The middle of the whole times."""
        return statistics.median(self.whole)

    @property
    def p99(self) -> float:
        """What all but one in a hundred stay below."""
        return sorted(self.whole)[-1 - len(self.whole) // 100]


async def measure(one: Subscribed, times: Times, label: str) -> None:
    """Sends notifications one at a time."""
    before: Counter[str] = Counter()
    for number in range(NOTICES + FIRST_ONES):
        if number == FIRST_ONES:
            before = processor_time(one)
        notice = Notice(f"{label} {number}.", TEXT)
        asked: list[float] = []
        answered: list[float] = []
        centre = one.phone.centre
        centre.when_asked[notice] = lambda: asked.append(time.monotonic())
        centre.when_answered[notice] = lambda _: answered.append(time.monotonic())
        since = one.lines.mark()
        start = time.monotonic()
        centre.add(notice)
        shown = await one.lines.time_of(one.words(notice), since)
        if number < FIRST_ONES:
            continue
        times.whole.append((shown - start) * 1000)
        times.until_asked.append((asked[0] - start) * 1000)
        times.until_answered.append((answered[-1] - asked[0]) * 1000)
        times.until_shown.append((shown - answered[-1]) * 1000)
    times.processor.update(processor_time(one))
    times.processor.subtract(before)
    held = sum((memory(program.process.pid) for program in one.programs if program.process), Memory())
    times.memory = max(times.memory, held)


def processor_time(one: Subscribed) -> Counter[str]:
    """Gives the milliseconds that each of the consumer's processes has run."""
    total: Counter[str] = Counter()
    for program in one.programs:
        assert program.process
        for task in Path(f"/proc/{program.process.pid}/task").iterdir():
            total[program.name.split()[0]] += int((task / "schedstat").read_text().split()[0]) / 1e6
    return total


@scenario("from a notification sent to its line", limit=1800, radios=ONLY_BLUEZ)
async def from_sent_to_shown(world: World) -> None:
    """All consumers in turns, each with the radio that it needs."""
    await world.end()
    times = {each.name: Times() for each in CONSUMERS}
    for consumer in CONSUMERS:
        await consumer.begin(world.folder)
    for turn in range(TURNS):
        for place in range(len(CONSUMERS)):
            consumer = CONSUMERS[(turn + place) % len(CONSUMERS)]
            own = quiet_world(world, consumer.radio)
            one: Subscribed | None = None
            try:
                await own.computer.start()
                one = await consumer.subscribe(own)
                await measure(one, times[consumer.name], f"{consumer.name} {turn}")
                if consumer.is_checked:
                    check(own.bridge, one.phone.name, one.phone.centre.notices)
            finally:
                if one:
                    await one.end()
                await own.end()
        medians = "   ".join(f"{name} {each.median:.1f}" for name, each in times.items())
        world.note(f"turn {turn + 1} of {TURNS}, median ms so far: {medians}")
    for line in table(times):
        world.note(line)
    await world.computer.start()


def table(times: dict[str, Times]) -> list[str]:
    """Gives the lines of the result; the first consumer is the floor."""
    floor = next(iter(times.values()))
    lines = [
        "                                         ms between, medians:",
        "consumer          n  median    p99  floor  sent>asked  >answered  >line  ms of processor for each; memory",
    ]
    for name, each in times.items():
        parts = [statistics.median(part) for part in (each.until_asked, each.until_answered, each.until_shown)]
        count = len(each.whole)
        shares = ", ".join(f"{program} {spent / count:.1f}" for program, spent in each.processor.items())
        lines.append(
            f"{name:16}{count:4}  {each.median:6.1f} {each.p99:6.1f}  {each.median / floor.median:4.2f}x"
            f"  {parts[0]:10.1f}  {parts[1]:9.1f}  {parts[2]:5.1f}  {shares}; {each.memory}"
        )
    return lines
