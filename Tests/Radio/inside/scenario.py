"""What a scenario is, and how they are found."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import World

Steps = Callable[["World"], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    """Something that must hold, and how to see it."""

    sentence: str
    steps: Steps
    limit: float

    @property
    def name(self) -> str:
        """A word for the command line and for a folder."""
        return self.steps.__name__.replace("_", "-")


ALL: list[Scenario] = []


def scenario(sentence: str, limit: float = 90) -> Callable[[Steps], Steps]:
    """Makes a function a scenario."""

    def register(steps: Steps) -> Steps:
        ALL.append(Scenario(sentence, steps, limit))
        return steps

    return register


def find(package: str, only: str) -> list[Scenario]:
    """Gives those scenarios of a package whose name has the words of `only` in it, the longest first."""
    for module in sorted(m.name for m in pkgutil.iter_modules(importlib.import_module(package).__path__)):
        importlib.import_module(f"{package}.{module}")
    chosen = [each for each in ALL if all(word in each.name for word in only.split())]
    return sorted(chosen, key=lambda each: -each.limit)
