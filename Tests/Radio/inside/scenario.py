"""What a scenario is, and how they are found."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import World

BLUEZ, KERNEL = "bluez", "kernel"
# What is about bluetoothd, or has nothing to do with the radio, runs once.
ONLY_BLUEZ = (BLUEZ,)
ONLY_KERNEL = (KERNEL,)
# Where the rig boots; what is bound to a version of something says which of them have it.
DEBIANS = ("12", "13", "testing")
Steps = Callable[["World"], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    """Something that must hold, and how to see it."""

    sentence: str
    steps: Steps
    limit: float
    radio: str
    debians: tuple[str, ...]

    @property
    def name(self) -> str:
        """A word for the command line and for a folder."""
        name = self.steps.__name__.replace("_", "-")
        return name if self.radio == BLUEZ else f"{name}@{self.radio}"


ALL: list[Scenario] = []


def scenario(
    sentence: str, limit: float = 90, radios: tuple[str, ...] = (BLUEZ, KERNEL), debians: tuple[str, ...] = DEBIANS
) -> Callable[[Steps], Steps]:
    """Makes a function a scenario, once for each radio."""

    def register(steps: Steps) -> Steps:
        ALL.extend(Scenario(sentence, steps, limit, radio, debians) for radio in radios)
        return steps

    return register


def fits(name: str, only: str) -> bool:
    """Says whether a name has all words of `only` in it, or is one of `=this,that`."""
    if only.startswith("="):
        return name in only[1:].split(",")
    return all(word in name for word in only.split())


def find(package: str, only: str, debian: str) -> list[Scenario]:
    """Gives those scenarios of a package on a Debian whose names fit, the longest first."""
    for module in sorted(m.name for m in pkgutil.iter_modules(importlib.import_module(package).__path__)):
        importlib.import_module(f"{package}.{module}")
    chosen = [each for each in ALL if debian in each.debians and fits(each.name, only)]
    return sorted(chosen, key=lambda each: -each.limit)
