"""What a check gets: houses."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .house import House
from .instance import PLACE


class World:
    """The programs that are shown, and the clean Debian with Home Assistant."""

    def __init__(self, programs: dict[str, Path], root: Path, project: Path, has_pictures: bool, accepts: bool) -> None:
        self.programs = programs
        self.root = root
        self.project = project
        # Whether pictures of the documents are of this Home Assistant.
        self.has_pictures = has_pictures
        # Whether what is seen becomes what is expected.
        self.accepts = accepts
        # What runs in it; every house has a folder of its own beside that.
        shutil.copytree(Path(__file__).parents[1] / "inside", root / PLACE / "inside", dirs_exist_ok=True)

    @contextmanager
    def empty_house(self) -> Iterator[House]:
        """Has a house meanwhile in which nothing runs yet."""
        # A socket's path has 107 bytes at most, and the broker's own user goes there.
        folder = Path(tempfile.mkdtemp(prefix="callboard-"))
        house = House(self.programs, self.root, folder)
        try:
            yield house
        finally:
            house.discard()
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def house(self, scenario: dict, sections: str = "", **keys: str) -> Iterator[House]:
        """Has a house meanwhile in which everything runs."""
        with self.empty_house() as house:
            house.begin(scenario, sections, **keys)
            yield house
