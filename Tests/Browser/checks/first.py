"""The first moment, and browsers without scripts."""

from machine.check import check, equal, holds
from wall.scenario import comes, notice, phone
from wall.world import World

# What a person sees of the board: its texts, in their order, without what passes.
SEEN = """[...document.querySelectorAll("#counts li, #phones li, .row .who bdi, .row .text, .row .label, .row .hour")]
    .map(each => each.textContent.trim())"""
SHAPE = """[...document.querySelectorAll("#rows > .row")].map(each => {
    const box = each.getBoundingClientRect();
    return [each.getAttribute("data-id"), Math.round(box.top), Math.round(box.height)];
})"""
# The script takes the token from the address once the document is there.
INSIDE = "location.pathname + location.search === '/'"
EXISTING = (
    notice("tea", title="Ada Okafor", message="Are you home?"),
    notice("mail", "email", app="com.apple.mobilemail", title="Brandt Bicycles", subtitle="Ready", message="<b>Until six</b> & not later"),
    notice("voice", "voicemail", app="com.apple.mobilephone", title="نورة", message="0:42"),
)


@check("the first moment shows the board without a script, where scripts are off and where they are late")
def first_moment(world: World) -> None:
    with world.house(phone(existing=EXISTING)) as house:
        house.becomes(lambda board: len(board.get("rows", [])) == 3, "the board has not three rows")
        with world.browser.page(script=False) as page:
            house.lets_in(page)
            page.open(house.address)
            page.shows("Ada Okafor")
            text = str(page.whole("document.body.innerText"))
            for words in ("Are you home?", "Brandt Bicycles", "<b>Until six</b> & not later", "نورة", "Mara's iPhone"):
                holds(words in text, f"without scripts the page does not show {words!r}: {text[:300]!r}")
            before, shape = page.whole(SEEN), page.whole(SHAPE)
        with world.browser.page() as page:
            house.lets_in(page)
            page.open(house.address)
            page.wait("document.documentElement.classList.contains('js')", "the script does not begin")
            equal(page.run(SEEN), before, "what the script makes of what the server drew")
            equal(page.run(SHAPE), shape, "where the rows are then")


@check("whoever has no token sees in words how to get in, and nothing of the board")
def without_token(world: World) -> None:
    with world.house(phone(existing=EXISTING)) as house, world.browser.page() as page:
        house.becomes(lambda board: len(board.get("rows", [])) == 3, "the board has not three rows")
        page.forgives("401")
        page.open(house.address)
        page.shows("callboard wall link")
        content = str(page.run("document.documentElement.outerHTML"))
        for words in ("Ada Okafor", "Mara", "Brandt"):
            holds(words not in content, f"{words} is told")


@check("a token for counts sees how much there is and that it rings, and no name and no word, anywhere in the page")
def counts_alone(world: World) -> None:
    scenario = phone(comes(0, "one", title="Gooseberry", message="Tamarind"), existing=EXISTING)
    with world.house(scenario) as house, world.browser.page() as page:
        house.lets_in(page, "counts")
        page.open(house.address)
        house.becomes(lambda board: len(board.get("rows", [])) == 4, "the board has not four rows")
        page.wait("document.querySelector('#counts [data-id=others] b').textContent === '3'", "the counts are others")
        page.reload()
        content = str(page.run("document.documentElement.outerHTML")) + str(page.run("fetch('/board').then(answer => answer.text())"))
        for words in ("Gooseberry", "Tamarind", "Ada Okafor", "Mara", "Brandt"):
            holds(words not in content, f"{words} is told")


@check("a token in the address lets in, goes from the address, and what else stands there is kept")
def token_is_hidden(world: World) -> None:
    with world.house(phone(existing=(notice("one", title="Ada Okafor"),))) as house, world.browser.page() as page:
        page.open(f"{house.address}?token={house.tokens['full']}&theme=dark")
        page.shows("Ada Okafor")
        equal(page.run("location.pathname + location.search"), "/?theme=dark", "the address")
        page.open(house.address)
        page.shows("Ada Okafor")


@check("a link on somebody else's page takes no better cookie from a browser, and lets one in that has none")
def linked_from_elsewhere(world: World) -> None:
    with world.house(phone(existing=(notice("one", title="Ada Okafor"),))) as house:
        # Another name of this machine is another site to a browser.
        link = f"<!doctype html><a id=link href='{house.address}?token={house.tokens['counts']}'>look</a>"
        with world.elsewhere(link) as elsewhere, world.browser.page() as page:
            page.open(elsewhere)
            page.click("#link")
            page.wait("document.getElementById('board') && document.getElementById('board').dataset.detail === 'counts'", "a browser without a cookie is not let in")
            page.wait(INSIDE, "the address keeps the token")
        with world.elsewhere(link) as elsewhere, world.browser.page() as page:
            house.lets_in(page)
            page.open(elsewhere)
            page.click("#link")
            page.shows("Ada Okafor")
            page.wait(INSIDE, "the address keeps the token")
            page.open(house.address)
            page.shows("Ada Okafor")


@check("an opened row shows the whole text across the page, and what is cut ends with a mark")
def whole_text(world: World) -> None:
    words = " ".join(f"word{number}" for number in range(1, 260))
    texts = (notice("long", title="Ada Okafor", message=words), notice("short", title="Brandt", message="Until six"))
    with world.house(phone(existing=texts)) as house:
        house.becomes(lambda board: len(board.get("rows", [])) == 2, "the board has not two rows")
        cut = {row["who"]: row.get("cut") for row in house.board()["rows"]}
        equal(cut, {"Ada Okafor": True, "Brandt": None}, "rows that are cut")
        for width, height in ((1024, 768), (390, 844)):
            with world.browser.page(width, height) as page:
                house.lets_in(page)
                page.open(house.address)
                row = "[...document.querySelectorAll('#rows > .row')].find(each => each.querySelector('.who bdi').textContent === 'Ada Okafor')"
                page.wait(f"{row} && {row}.querySelector('.text').textContent.endsWith('…')", "a closed row has no mark")
                page.run(f"{row}.querySelector('summary').click()")
                page.wait(f"{row}.querySelector('.text').textContent.endsWith('word259')", "the whole text is not there")
                share = page.run(f"{row}.querySelector('.text').offsetWidth / document.getElementById('day').clientWidth")
                holds(share > 0.8, f"the text has only {share:.2f} of the width at {width}")
                gap = page.run(f"{row}.querySelector('.text').getBoundingClientRect().top - {row}.querySelector('.app').getBoundingClientRect().bottom")
                holds(-2 < gap < 60, f"the app stands {gap} pixels away from the text at {width}")
                holds(page.run("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window")
