"""Things that happened, in order, and waiting for one of them with a limit."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
LAST_WORDS_SECONDS = 0.1


class Missing(AssertionError):
    """Something that a scenario waited for did not happen in time."""


class Record(Generic[Item]):
    """A list that can be waited on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.items: list[Item] = []
        # Says why no more items come, once that is so: nobody waits for them then.
        self.why_over: Callable[[], str] | None = None
        self._changed = asyncio.Event()

    def add(self, item: Item) -> None:
        """Appends and wakes whoever waits."""
        self.items.append(item)
        self._changed.set()

    def end(self, why: Callable[[], str]) -> None:
        """Lets nobody wait any longer."""
        self.why_over = why
        self._changed.set()

    def mark(self) -> int:
        """Gives a place from which to wait for what comes later."""
        return len(self.items)

    async def first(
        self, what: str, test: Callable[[Item], Any], since: int = 0, limit: float = 30
    ) -> Item:
        """Waits for the first item at or after `since` that passes."""
        end = time.monotonic() + limit
        place = since
        while True:
            while place < len(self.items):
                if test(self.items[place]):
                    return self.items[place]
                place += 1
            await self._wait(what, end, limit)

    async def until(self, what: str, test: Callable[[list[Item]], Any], limit: float = 30) -> None:
        """Waits until the whole list passes."""
        end = time.monotonic() + limit
        while not test(self.items):
            await self._wait(what, end, limit)

    async def _wait(self, what: str, end: float, limit: float) -> None:
        self._changed.clear()
        if self.why_over:
            # What it said at last may still be on its way.
            await asyncio.sleep(LAST_WORDS_SECONDS)
            raise Missing(f"{self.name}: no {what}; {self.why_over()}")
        try:
            await asyncio.wait_for(self._changed.wait(), max(0.0, end - time.monotonic()))
        except TimeoutError:
            last = f"; last was {str(self.items[-1])[:200]}" if self.items else ""
            raise Missing(f"{self.name}: no {what} within {limit:.0f} s{last}") from None


class Happenings(Record[tuple[str, Any]]):
    """What somebody did, each with a word for its kind; also written into a log."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.log = logging.getLogger(name)

    def tell(self, kind: str, about: Any = None) -> None:
        """Records one thing."""
        self.log.info("%s %s", kind, "" if about is None else about)
        self.add((kind, about))

    async def wait(self, kind: str, since: int = 0, limit: float = 30) -> Any:
        """Waits for something of a kind and gives what it was about."""
        return (await self.first(kind, lambda item: item[0] == kind, since, limit))[1]

    def count(self, kind: str, since: int = 0) -> int:
        """Says how often something happened."""
        return sum(1 for item in self.items[since:] if item[0] == kind)
