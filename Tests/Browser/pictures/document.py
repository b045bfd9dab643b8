"""The pictures of the documents."""

from pathlib import Path

from machine.check import Failed, holds

from .compare import verdict
from .png import decode, encode


def compare(project: Path, seen: Path, name: str, found: bytes, accepts: bool) -> None:
    """Compares a picture with that of the documents, or makes it that; another one is left in the folder of what was seen."""
    path = project / "Docs/pictures" / f"{name}.png"
    if accepts and (not path.exists() or verdict(decode(found), decode(path.read_bytes()))):
        path.write_bytes(encode(decode(found)))
    holds(path.exists(), f"the documents have no {path.name}; make pictures makes it")
    words = verdict(decode(found), decode(path.read_bytes()))
    if words:
        (seen / f"document-{name}.png").write_bytes(found)
        raise Failed(f"{path.name} is not what is seen: {words}; make pictures makes it again")
