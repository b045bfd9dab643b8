"""The answers of clients of the bridge, as programs read them."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inside.world import World

# From one question to the next where an answer is awaited.
PAUSE_SECONDS = 2


async def lines(world: "World", *arguments: str) -> list[dict[str, Any]]:
    """Runs a client that writes JSON, and gives its lines."""
    status, output = await world.ask(*arguments, "--json")
    assert status == 0, f"callboard {arguments} ended with {status}: {output}"
    return [json.loads(line) for line in output.splitlines()]


async def listed(world: "World", name: str) -> dict[str, Any]:
    """Gives a phone as `callboard phones` lists it."""
    return next(each for each in await lines(world, "phones") if each["name"] == name)


async def status(world: "World", name: str) -> dict[str, Any]:
    """Gives a phone as `callboard status` shows it."""
    (answer,) = await lines(world, "status")
    return next(each for each in answer["phones"] if each["name"] == name)


async def status_until(
    world: "World", name: str, what: str, test: Callable[[dict[str, Any]], Any], limit: float = 60
) -> dict[str, Any]:
    """Asks for the status of a phone until it is as wanted."""
    end = time.monotonic() + limit
    while not test(found := await status(world, name)):
        assert time.monotonic() < end, f"{what} did not come within {limit:.0f} s; at last {found}"
        await asyncio.sleep(PAUSE_SECONDS)
    return found
