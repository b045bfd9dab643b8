"""Pictures on a framebuffer of the kernel (vfb), read back from it."""

import fcntl
import json
import struct
from pathlib import Path

from air.program import Program
from inside.scenario import ONLY_BLUEZ, scenario
from inside.world import World

DEVICE = Path("/dev/fb0")
DRAW = "/run/rig/callboard-draw"
# linux/fb.h: the numbers of the requests, and where in the structures of a 64-bit kernel things are.
GET_VARYING, PUT_VARYING, GET_FIXED = 0x4600, 0x4601, 0x4602
VARYING_BYTES, FIXED_BYTES = 160, 80
WIDTH, HEIGHT = 320, 200
SCENE = {
    "scene": 1,
    "width": WIDTH,
    "height": HEIGHT,
    "look": "light",
    "items": [
        {"fill": [0, 0, WIDTH, 120], "color": "panel"},
        {
            "text": [8, 8, WIDTH - 16, 104],
            "color": "on-panel",
            "string": "Zoë Müller",
            "smallest": 10,
            "largest": 100,
            "bold": True,
            "align": "center",
            "lines": 2,
        },
        {"icon": [10, 130, 40, 40], "color": "missed", "shape": "missed"},
        {"rounded": [60, 130, 100, 40], "color": "social", "radius": 8},
    ],
}


class Framebuffer:
    """The device, and how its pixels lie."""

    def __init__(self, bits: int, width: int = WIDTH, height: int = HEIGHT) -> None:
        with open(DEVICE, "r+b") as file:
            varying = bytearray(VARYING_BYTES)
            fcntl.ioctl(file, GET_VARYING, varying)
            # Visible and whole size, what is panned away, bits, no greys.
            struct.pack_into("8I", varying, 0, width, height, width, height, 0, 0, bits, 0)
            fcntl.ioctl(file, PUT_VARYING, varying)
            fcntl.ioctl(file, GET_VARYING, varying)
            fixed = bytearray(FIXED_BYTES)
            fcntl.ioctl(file, GET_FIXED, fixed)
        numbers = struct.unpack_from("17I", varying)
        self.width, self.height, self.bits = numbers[0], numbers[1], numbers[6]
        assert (self.width, self.height, self.bits) == (width, height, bits), f"vfb took {numbers}"
        # Offset and length of red, green and blue.
        self.fields = [(numbers[8 + 3 * index], numbers[9 + 3 * index]) for index in range(3)]
        (self.line,) = struct.unpack_from("I", fixed, 48)

    def read(self) -> bytes:
        """Gives the whole of its memory."""
        memory = DEVICE.read_bytes()
        size = self.line * self.height
        assert len(memory) >= size, f"{len(memory)} bytes were read instead of {size}"
        return memory[:size]

    def fill(self) -> None:
        """Fills it with something that no picture has."""
        with open(DEVICE, "r+b") as file:
            file.write(b"\x55" * (self.line * self.height))

    def pixel(self, memory: bytes, x: int, y: int) -> tuple[int, ...]:
        """Gives the colours of a pixel, in as many bits as it has of each."""
        if self.bits == 1:
            # MONO01: a bit that is set is black, and the leftmost pixel is the lowest bit.
            return (1 - (memory[y * self.line + x // 8] >> x % 8 & 1),)
        start = y * self.line + x * self.bits // 8
        value = int.from_bytes(memory[start : start + self.bits // 8], "little")
        return tuple(value >> offset & (1 << length) - 1 for offset, length in self.fields)

    def wanted(self, red: int, green: int, blue: int) -> tuple[int, ...]:
        """Gives what a colour of eight bits each is here."""
        if self.bits == 1:
            return (red >> 7,)
        colors = zip((red, green, blue), self.fields, strict=True)
        return tuple(color >> 8 - length for color, (_, length) in colors)


def take_console_off() -> None:
    """Has the kernel's console leave the display, as the document says: its cursor would blink in the picture."""
    for console in Path("/sys/class/vtconsole").iterdir():
        if "frame buffer" in (console / "name").read_text():
            (console / "bind").write_text("0")


async def draw(world: World, name: str, *options: str) -> list[dict[str, object]]:
    """Has a scene drawn, and gives the answers."""
    program = Program(name, world.folder / "draw.log")
    await program.start(DRAW, *options)
    program.say(json.dumps(SCENE))
    assert program.process and program.process.stdin
    program.process.stdin.close()
    await program.ended(60)
    assert not program.errors.items, program.errors.items
    return [json.loads(line) for line in program.lines.items]


async def picture(world: World, colours: str) -> bytes:
    """The scene as a pixel map, which is read here without anything of Callboard's."""
    file = world.folder / f"{colours}.ppm"
    options = ["--size", f"{WIDTH}x{HEIGHT}", "--format", "ppm", "--colours", colours, "--file", str(file)]
    answers = await draw(world, "draw a file", *options)
    assert answers == [{"ready": f"{WIDTH}x{HEIGHT}"}, {"shown": 1}], answers
    header = f"P6\n{WIDTH} {HEIGHT}\n255\n".encode()
    data = file.read_bytes()
    assert data.startswith(header) and len(data) == len(header) + 3 * WIDTH * HEIGHT
    return data[len(header) :]


@scenario("a framebuffer shows the picture, pixel by pixel, however its pixels lie", radios=ONLY_BLUEZ)
async def framebuffer_vfb(world: World) -> None:
    """In 1, 16, 24 and 32 bits; with a palette it is refused with a word, and another size is noticed."""
    take_console_off()
    pictures = {colours: await picture(world, colours) for colours in ("colour", "mono")}
    for bits in (1, 16, 24, 32):
        device = Framebuffer(bits)
        device.fill()
        answers = await draw(world, f"draw {bits} bits", "--framebuffer", str(DEVICE))
        assert answers == [{"ready": f"{WIDTH}x{HEIGHT}"}, {"shown": 1}], answers
        memory = device.read()
        expected = pictures["mono" if bits == 1 else "colour"]
        for y in range(HEIGHT):
            for x in range(WIDTH):
                index = 3 * (y * WIDTH + x)
                found = device.pixel(memory, x, y)
                wanted = device.wanted(*expected[index : index + 3])
                assert found == wanted, f"{bits} bits: {found} at {x}, {y} instead of {wanted}"
        world.note(f"{bits} bits: {device.fields}, {device.line} bytes a line")

    Framebuffer(8)
    answers = await draw(world, "draw 8 bits", "--framebuffer", str(DEVICE))
    assert [answer.get("failed") for answer in answers] == ["framebuffer"], answers
    assert "not supported" in str(answers[0]["words"]), answers

    Framebuffer(32, 400, 240)
    answers = await draw(world, "draw another size", "--framebuffer", str(DEVICE))
    assert answers[0] == {"ready": "400x240"}, answers
    assert answers[1] == {"failed": "scene", "scene": 1, "words": ""}, answers
