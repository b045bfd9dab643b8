"""What a check is, and how they are found."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from waiting import Failed as Failed

if TYPE_CHECKING:
    from .world import World

Steps = Callable[["World"], None]


class Skipped(Exception):
    """Why a check could not be made on this machine."""


@dataclass(frozen=True)
class Check:
    """Something that must hold, and how to see it."""

    sentence: str
    steps: Steps
    # Whether it asks nothing of the Debian: then the first one is enough.
    once: bool
    # Whether it boots a system or traces system calls: QEMU emulates programs, and no machine.
    machine: bool

    @property
    def name(self) -> str:
        """A word for the command line."""
        return self.steps.__name__.replace("_", "-")


ALL: list[Check] = []


def check(sentence: str, once: bool = False, machine: bool = False) -> Callable[[Steps], Steps]:
    """Makes a function a check."""

    def register(steps: Steps) -> Steps:
        ALL.append(Check(sentence, steps, once, machine))
        return steps

    return register


def equal(found: object, wanted: object, what: str) -> None:
    """Fails unless both are the same."""
    if found != wanted:
        raise Failed(f"{what}: {found!r} and not {wanted!r}")


def holds(condition: object, what: str) -> None:
    """Fails unless it holds."""
    if not condition:
        raise Failed(what)


def fits(name: str, only: str) -> bool:
    """Says whether a name has all words of `only` in it, or is one of `=this,that`."""
    if only.startswith("="):
        return name in only[1:].split(",")
    return all(word in name for word in only.split())


def find(only: str) -> list[Check]:
    """Gives the checks whose names fit."""
    package = importlib.import_module("checks")
    for module in sorted(each.name for each in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"checks.{module}")
    return [each for each in ALL if fits(each.name, only)]
