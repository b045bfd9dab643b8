"""More pages than may be live."""

from machine.check import check, equal
from wall.scenario import comes, phone
from wall.world import World

HIDDEN = "document.getElementById('link').hidden"


@check("a page for which there is no stream shows what comes nevertheless, and is live once there is one")
def one_too_many(world: World) -> None:
    with world.house(phone(comes(5, "one", title="Quince"), comes(14, "two", title="Medlar")), streams="1") as house:
        with world.browser.page() as late:
            with world.browser.page() as first:
                house.lets_in(first)
                first.open(house.address)
                house.becomes(lambda _: b"callboard_streams 1" in house.metrics(), "the first page is not live")
                late.forgives("503")
                house.lets_in(late)
                late.open(house.address)
                late.wait("document.querySelector('#rows')?.textContent.includes('Quince')", "what came is not shown")
                equal(late.run(HIDDEN), True, "it says that all is well")
            house.becomes(lambda _: b"callboard_streams 1" in house.metrics(), "the other page is not live")
            late.wait("document.querySelector('#rows')?.textContent.includes('Medlar')", "what came later is not shown")
