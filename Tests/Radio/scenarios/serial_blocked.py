"""Notices on a UART whose other side takes nothing."""

import fcntl
import json
import os
import signal
import struct
import termios
import time
from pathlib import Path

from bridge.account import all_shown
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World
from phone.notice import Notice
from scenarios.notices import call
from scenarios.serial_uart import READY, wired
from wire.device import until
from wire.ports import UART

XON, XOFF = b"\x11", b"\x13"
QUEUE_LIMIT = 1 << 16
LONGEST_LINE = 2500
TERMINATED = (128 + signal.SIGTERM, -signal.SIGTERM)


@scenario(
    "a device that does not read holds nothing up: calls overtake, the queue has an end, losses are told",
    radios=ONLY_BLUEZ,
)
async def uart_that_does_not_drain(world: World) -> None:
    """Each event is heard or counted; the bridge ends in time all the same."""
    sign = await wired(world)
    before = sign.modes()
    options = sign.wired(format="json")
    phone = await world.connected("Anna's iPhone", "solicit", *options, mtu=517)
    await sign.line(b'"state":"ready"')
    sign.stop_listening()
    notices = [phone.centre.add(Notice(f"mail {number}", "x" * 2000)) for number in range(32)]
    await all_shown(world.bridge, notices)
    status = await sign.status()
    assert status["state"] == "ok" and status["lost_events"] > 0, status
    assert QUEUE_LIMIT // 2 < status["queued_bytes"] <= QUEUE_LIMIT + LONGEST_LINE, status
    phone.centre.add(call())
    ringing = await world.bridge.call("ringing", "Davidson Ro")
    notices.append(phone.centre.add(Notice("the last", "y")))
    await world.bridge.event("added", title="the last")
    lost = (await sign.status())["lost_events"]

    mark = sign.lines.mark()
    sign.listen()
    await sign.line(b'"title":"the last"', mark)
    lines = sign.lines.items[mark:]
    # The first one was begun before, and its beginning is lost.
    events = [json.loads(line) for line in lines[1:]]
    assert events[0]["id"] == ringing["id"], f"the call did not overtake {events[0]['event']}"
    told = sum(event["count"] for event in events if event["event"] == "lost")
    heard = [event["title"] for event in events if event["event"] == "added"]
    assert len(set(heard)) == len(heard), "something was said twice"
    world.note(f"{len(notices)} notices: {len(heard)} heard, {told} told to be lost")
    assert told == lost and len(heard) + 1 + told == len(notices), (told, lost, len(heard))

    sign.stop_listening()
    more = [phone.centre.add(Notice(f"more {number}", "x" * 2000)) for number in range(3)]
    await all_shown(world.bridge, more)
    await end_in_time(world)
    assert sign.modes() == before, f"the port is left in {sign.modes()}, was {before}"


async def end_in_time(world: World) -> None:
    """A bridge that cannot say what it has ends within 2 s, and says so."""
    start = time.monotonic()
    world.bridge.send_signal(signal.SIGTERM)
    status = await world.bridge.ended()
    seconds = time.monotonic() - start
    world.note(f"the bridge ended after {seconds:.2f} s")
    assert status in TERMINATED, f"it ended with {status}"
    assert seconds <= 2, f"it took {seconds:.1f} s"
    await world.bridge.errors.first("sentence about the rest", lambda line: "could not take the last" in line)


def waiting(port: Path) -> int:
    """Gives how many bytes the kernel has of a port that have not gone."""
    number = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        return struct.unpack("i", fcntl.ioctl(number, termios.TIOCOUTQ, b"\0" * 4))[0]
    finally:
        os.close(number)


@scenario(
    "a device that says XOFF is waited for until it says XON, and a bridge may end or be killed meanwhile",
    radios=ONLY_BLUEZ,
)
async def uart_stopped_by_xoff(world: World) -> None:
    """The driver itself holds back what was written."""
    sign = await wired(world)
    before = sign.modes()
    options = sign.wired(baud="9600", flow="xonxoff", format="line")
    phone = await world.connected("Anna's iPhone", "solicit", *options)
    await sign.line(READY)
    for number in (signal.SIGTERM, signal.SIGKILL):
        assert {"ixon", "ixoff"} <= sign.words(), sign.words()
        mark = sign.lines.mark()
        sign.say(XOFF)
        held = phone.centre.add(Notice(f"held {number}", "a" * 100))
        await world.bridge.event("added", title=held.title)
        await until("the wait of bytes in the driver", lambda: waiting(UART) > 0)
        assert sign.lines.mark() == mark, f"{sign.lines.items[mark:]} was heard in spite of XOFF"
        sign.say(XON)
        await sign.line(held.title.encode(), mark)

        sign.say(XOFF)
        await all_shown(world.bridge, [phone.centre.add(Notice(f"unsaid {number} {n}", "b" * 200)) for n in range(3)])
        await until("the wait of bytes in the driver", lambda: waiting(UART) > 0)
        if number == signal.SIGTERM:
            await end_in_time(world)
            assert sign.modes() == before, f"the port is left in {sign.modes()}, was {before}"
        else:
            world.bridge.send_signal(number)
            # Until then the kernel keeps what is left of a program that was killed, for half a minute at most.
            sign.say(XON)
            await world.bridge.ended()
        events, mark = world.bridge.events.mark(), sign.lines.mark()
        await world.bridge.run("solicit", *options)
        await world.bridge.event("radio", events)
        await sign.line(READY, mark)
    await world.bridge.stop()
    sign.stop_listening()
