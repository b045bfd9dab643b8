"""Whether two pictures show the same."""

from operator import sub

from .png import Picture

# The square that is looked at as a whole, and how far it may be off in the mean of its colours: a letter
# that another version draws a shade lighter stays below, one that is missing does not.
TILE = 16
TOLERANCE = 9.0
# So many squares in ten thousand may be further off.
TILES = 8


def differences(found: Picture, wanted: Picture) -> list[tuple[int, int]]:
    """Gives the squares that do not show the same, as places of their corners."""
    width, height = wanted.width, wanted.height
    length = width * 3
    different = []
    for top in range(0, height, TILE):
        bottom = min(top + TILE, height)
        begin, end = top * length, bottom * length
        if found.pixels[begin:end] == wanted.pixels[begin:end]:
            continue
        off = list(map(abs, map(sub, found.pixels[begin:end], wanted.pixels[begin:end])))
        for left in range(0, width, TILE):
            right = min(left + TILE, width)
            total = sum(sum(off[row * length + left * 3:row * length + right * 3]) for row in range(bottom - top))
            if total > TOLERANCE * (bottom - top) * (right - left) * 3:
                different.append((left, top))
    return different


def verdict(found: Picture, wanted: Picture) -> str:
    """Gives in words how they differ, or nothing."""
    if (found.width, found.height) != (wanted.width, wanted.height):
        return f"it has {found.width}x{found.height} pixels and not {wanted.width}x{wanted.height}"
    different = differences(found, wanted)
    tiles = -(-wanted.width // TILE) * -(-wanted.height // TILE)
    if len(different) * 10_000 <= TILES * tiles:
        return ""
    places = ", ".join(f"{left},{top}" for left, top in different[:6])
    return f"{len(different)} of {tiles} squares differ, those at {places}{' and more' if len(different) > 6 else ''}"
