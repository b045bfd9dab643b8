"""PNG as browsers write it, and as small as expected pictures are kept."""

import struct
import zlib
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate

BEGIN = b"\x89PNG\r\n\x1a\n"
# How many colours of a kept picture are exact.
EXACT = 128
# Bytes of a pixel by kind of colour: grey, red-green-blue, palette, with transparency.
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


class Unreadable(Exception):
    """What is wrong with a picture."""


@dataclass(frozen=True)
class Picture:
    """A picture of opaque pixels, three bytes each."""

    width: int
    height: int
    pixels: bytes


def decode(data: bytes) -> Picture:
    """Reads a PNG of eight bits a channel that is not interlaced."""
    if not data.startswith(BEGIN):
        raise Unreadable("it is no PNG")
    place, packed, palette, header = len(BEGIN), b"", b"", b""
    while place + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        body = data[place + 8:place + 8 + length]
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, place + 8 + length)[0]:
            raise Unreadable(f"the sum of {kind!r} is wrong")
        if kind == b"IHDR":
            header = body
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or interlaced or colour not in CHANNELS:
        raise Unreadable(f"{depth} bits of kind {colour} are not read here")
    rows = unfiltered(zlib.decompress(packed), width, height, CHANNELS[colour])
    return Picture(width, height, opaque(rows, colour, palette))


def unfiltered(data: bytes, width: int, height: int, step: int) -> bytes:
    """Takes back what each row was filtered with."""
    length = width * step
    above = bytearray(length)
    found = bytearray()
    for row in range(height):
        begin = row * (length + 1)
        kind, line = data[begin], bytearray(data[begin + 1:begin + 1 + length])
        if kind == 1:
            for channel in range(step):
                line[channel::step] = bytes([each & 255 for each in accumulate(line[channel::step])])
        elif kind == 2:
            line = bytearray((one + other) & 255 for one, other in zip(line, above, strict=True))
        elif kind == 3:
            for place in range(length):
                left = line[place - step] if place >= step else 0
                line[place] = (line[place] + ((left + above[place]) >> 1)) & 255
        elif kind == 4:
            for place in range(length):
                left, corner = (line[place - step], above[place - step]) if place >= step else (0, 0)
                line[place] = (line[place] + nearest(left, above[place], corner)) & 255
        found += line
        above = line
    return bytes(found)


def nearest(left: int, above: int, corner: int) -> int:
    """Gives the neighbour that is nearest to what all three suggest."""
    to_left, to_above, to_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else corner


def opaque(rows: bytes, colour: int, palette: bytes) -> bytes:
    """Gives three bytes for each pixel."""
    if colour == 2:
        return rows
    if colour == 3:
        table = [palette[place:place + 3] for place in range(0, len(palette), 3)]
        return b"".join([table[each] for each in rows])
    step = CHANNELS[colour]
    found = bytearray(len(rows) // step * 3)
    for channel in range(3):
        found[channel::3] = rows[channel if step > 2 else 0::step]
    return bytes(found)


def encode(picture: Picture) -> bytes:
    """Writes a picture with at most 256 colours: those of large areas as they are, others by their neighbourhood."""
    pixels = [picture.pixels[place:place + 3] for place in range(0, len(picture.pixels), 3)]
    counts = Counter(pixels)
    frequent = [colour for colour, _ in counts.most_common(EXACT)]
    cells: Counter[bytes] = Counter()
    for colour, count in counts.items():
        cells[bytes(each & 0xF0 | 8 for each in colour)] += count
    palette = frequent + [colour for colour, _ in cells.most_common(256 - len(frequent))]
    numbers = {
        colour: min(range(len(palette)), key=lambda number: distance(palette[number], colour)) for colour in counts}
    flat = bytes([numbers[each] for each in pixels])
    rows = b"".join(b"\0" + flat[row * picture.width:(row + 1) * picture.width] for row in range(picture.height))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return BEGIN + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts)


def distance(one: bytes, other: bytes) -> int:
    """Gives how far two colours are from each other."""
    return sum((first - second) ** 2 for first, second in zip(one, other, strict=True))
