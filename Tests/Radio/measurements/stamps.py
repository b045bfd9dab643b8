"""Lines with the moment at which each was read, before anybody looks into them."""

import time

from air.events import Record
from air.program import Program


class Stamps(Record[str]):
    """The lines of a program, with their times."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.times: list[float] = []

    def add(self, item: str) -> None:
        """Takes a line."""
        self.times.append(time.monotonic())
        super().add(item)

    async def time_of(self, words: str, since: int, limit: float = 20) -> float:
        """Waits for a line with these words and gives the moment at which it came."""
        await self.first(f"line with {words}", lambda line: words in line, since, limit)
        return next(
            self.times[place] for place in range(since, len(self.items)) if words in self.items[place]
        )


def stamp(program: Program) -> Stamps:
    """Has the lines of a program, which has not started yet, stamped."""
    program.lines = stamps = Stamps(program.name)
    return stamps
