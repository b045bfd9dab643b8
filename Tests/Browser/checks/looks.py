"""How the page looks, beside pictures of how it should."""

from machine.check import Failed, check, equal, holds
from pictures.compare import verdict
from pictures.png import Picture, decode, encode
from wall import boards
from wall.world import World

# Sizes, and how much smaller their pictures are kept.
SIZES = {(360, 740): 1.0, (768, 1024): 0.75, (1024, 768): 0.75, (1920, 1080): 0.5, (3840, 2160): 0.25, (480, 320): 1.0}
FEWER: dict[str, dict] = {
    "night": boards.day(night=True),
    "gone": boards.day(link={"state": "gone", "since": boards.moment("09:58"), "words": "The bridge is not running"}),
    "counts": {**boards.day(detail="counts"), "rows": [], "places": [], "phones": []},
    "rings": boards.day(calls=[boards.call(1, "Davidson Ro"), boards.call(2, "نورة العتيبي", app="FaceTime")]),
    "fleet": boards.fleet(),
    "nothing": boards.day(rows=[], counts={"missed": 0, "voicemail": 0, "others": 0}, places=[]),
}
# The largest that a picture may be in the tree.
LIMIT = 100_000

# Whether something is wider than the window, or a button or a name is outside of it.
OUTSIDE = """(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
    for (const each of document.querySelectorAll(".clock, .count, .caller, .acts button, .player-keys button, .tools button, .phone")) {
        const box = each.getBoundingClientRect();
        let cut = each;
        while (cut && getComputedStyle(cut).clipPath === "none") cut = cut.parentElement;
        if (cut || !box.width || getComputedStyle(each).visibility === "hidden") continue;
        const range = document.createRange();
        range.selectNodeContents(each);
        const letters = range.getBoundingClientRect(), around = each.parentElement.getBoundingClientRect();
        const space = parseFloat(getComputedStyle(each.parentElement).paddingRight);
        if (each.matches(".clock, .caller") && letters.right > around.right - space + 1)
            found.push(each.className + " runs out of its place");
        if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)
            found.push(each.className + " " + each.textContent.trim().slice(0, 30));
    }
    return found;
})()"""


def picture(world: World, board: dict, size: tuple[int, int], dark: bool) -> bytes:
    """Gives what a board looks like."""
    with world.stand_in(board) as wall, world.browser.page(*size, dark=dark, clock=boards.NOW) as page:
        page.open(wall.address)
        page.wait("document.getElementById('clock').textContent === '10:04'", "the clock does not show the host's time")
        page.draws()
        equal(page.run(OUTSIDE), [], f"what is outside at {size[0]}x{size[1]}")
        return page.picture(SIZES.get(size, 1.0))


def compare(world: World, name: str, found: bytes) -> str:
    """Compares a picture with the one that is expected, and gives what differs."""
    path = world.project / "Tests" / "Browser" / "Pictures" / f"{name}.png"
    if world.accepts:
        path.parent.mkdir(exist_ok=True)
        small = encode(decode(found))
        if not path.exists() or verdict(decode(found), decode(path.read_bytes())):
            path.write_bytes(small)
    holds(path.exists(), f"no picture {path.name} is expected; ACCEPT=1 keeps what is seen")
    holds(path.stat().st_size < LIMIT, f"{path.name} has {path.stat().st_size} bytes")
    words = verdict(decode(found), decode(path.read_bytes()))
    seen = world.build / f"{name}.png"
    seen.unlink(missing_ok=True)
    if words:
        seen.write_bytes(found)
        return f"{name}: {words}; see {seen.relative_to(world.project)}"
    return ""


def all_same(world: World, pictures: dict[str, tuple[dict, tuple[int, int], bool]]) -> None:
    """Fails with everything that does not look as it should."""
    different = [words for name, wanted in pictures.items() if (words := compare(world, name, picture(world, *wanted)))]
    if different:
        raise Failed(" / ".join(different))


@check("the day looks as it should at six sizes, light and dark, with nothing outside of the window")
def day_looks(world: World) -> None:
    all_same(world, {
        f"day-{size[0]}x{size[1]}-{'dark' if dark else 'light'}": (boards.day(), size, dark) for size in SIZES for dark in (False, True)})


@check("a ring looks as it should at six sizes, light and dark, with both buttons in the window")
def ring_looks(world: World) -> None:
    all_same(world, {
        f"ring-{size[0]}x{size[1]}-{'dark' if dark else 'light'}": (boards.ring(), size, dark) for size in SIZES for dark in (False, True)})


@check("night, a bridge that is gone, counts alone, two rings, many bridges and an empty day look as they should")
def rest_looks(world: World) -> None:
    all_same(world, {f"{name}-1024x768": (board, (1024, 768), False) for name, board in FEWER.items()})


@check("what phones play looks as it should on a wide, a narrow and a small screen, light and dark, with all keys in the window")
def players_look(world: World) -> None:
    sizes = (((360, 740), False), ((768, 1024), True), ((1024, 768), False), ((1920, 1080), True), ((480, 320), True))
    all_same(world, {
        # The small one has room for one; others are scrolled to.
        f"plays-{size[0]}x{size[1]}": (boards.day(media=boards.PLAYERS[:1 if size[1] < 400 else 2]), size, dark) for size, dark in sizes})


@check("a picture with one row less, another caller or another colour is seen to differ")
def sees_differences(world: World) -> None:
    size = (1024, 768)
    wanted = decode(picture(world, boards.day(), size, False))
    equal(verdict(decode(picture(world, boards.day(), size, False)), wanted), "", "the same once more")
    equal(verdict(decode(encode(wanted)), wanted), "", "as it is kept")
    short = boards.day()
    del short["rows"][3]
    others = {
        "a row less": short, "another caller": boards.day(rows=[{**boards.ROWS[0], "who": "Ava Okafir"}, *boards.ROWS[1:]]),
        "no count": boards.day(counts={"missed": 2, "voicemail": 0, "others": 6}),
    }
    for name, board in others.items():
        holds(verdict(decode(picture(world, board, size, False)), wanted), f"{name} is not seen")
    pale = Picture(wanted.width, wanted.height, bytes([min(255, each + 12) if each < 240 else each - 12 for each in wanted.pixels]))
    holds(verdict(pale, wanted), "another colour is not seen")


@check("at night and in the dark a bar that scrolls is darker than the letters beside it, and at night red")
def bars_are_dark(world: World) -> None:
    many = [boards.row(number, "09:00", "mail", "MAIL", f"Person {number}", "A text") for number in range(80)]
    for night, dark in ((True, False), (False, True)):
        with world.stand_in(boards.day(rows=many, night=night)) as wall, world.browser.page(dark=dark, clock=boards.NOW) as page:
            page.open(wall.address)
            page.shows("Person 20")
            found = page.run("['.day', '.house', '.panel', '.chart'].map(each => getComputedStyle(document.querySelector(each)).scrollbarColor)")
            for each in found if isinstance(found, list) else []:
                holds(each != "auto", "a bar has the colour that the browser likes")
                red, green, blue = (int(number) for number in each.removeprefix("rgb(").split(")")[0].split(","))
                holds(max(red, green, blue) < 128, f"a bar shines: {each}")
                holds(not night or red > 2 * max(green, blue), f"a bar is not red: {each}")
