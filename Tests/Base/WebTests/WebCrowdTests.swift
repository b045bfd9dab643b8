import Expecting
import Linux
import Testing

@testable import Web

/// Which connection goes where there is no room, and who may have long answers.
struct WebCrowdTests {
    private static let (mara, theo) = (
        PeerNetwork(of: [192, 168, 1, 20]), PeerNetwork(of: [192, 168, 1, 21])
    )

    private static func member(
        _ number: UInt64, _ origin: PeerNetwork?, _ rank: Int, _ seconds: Int
    ) -> WebCrowd.Member {
        (number, origin, WebConnection.Use(rank: rank, since: .seconds(seconds)))
    }

    private static let crowds: [(members: [WebCrowd.Member], gone: UInt64?, why: String)] = [
        ([], nil, "nobody"),
        ([member(1, mara, 4, 0)], 1, "one alone"),
        (
            [member(1, mara, 2, 9), member(2, theo, 3, 1), member(3, theo, 3, 2)], 2,
            "whoever has the most gives way, however useful theirs are"
        ),
        (
            [member(1, mara, 2, 9), member(2, theo, 3, 1), member(3, theo, 0, 2)], 3,
            "of those the least useful one"
        ),
        (
            [member(1, mara, 2, 9), member(2, theo, 2, 8)], 2,
            "where all have as many, the least useful of all, and then the oldest"
        ),
        (
            [member(1, nil, 1, 1), member(2, mara, 2, 1), member(3, theo, 2, 2)], 1,
            "those of a proxy are no crowd, and are no more useful than others"
        ),
        (
            [member(1, nil, 3, 1), member(2, nil, 3, 2), member(3, mara, 2, 1)], 3,
            "the least useful one beside a proxy"
        ),
    ]

    @Test(arguments: crowds.indices) func `the largest crowd gives way`(_ index: Int) {
        let (members, gone, why) = Self.crowds[index]
        expect(WebCrowd(members).leastUseful, is: gone, "\(why)")
        expect(WebCrowd(members.reversed()).leastUseful, is: gone, "\(why), the other way round")
    }

    private static func claim(
        _ holder: String?, _ bytes: Int, _ load: WebLoad = .picture
    ) -> WebClaim {
        WebClaim(holder: holder, load: load, bytes: bytes)
    }

    private static let claims: [(waiting: [WebClaim], next: WebClaim, hasRoom: Bool, why: String)] =
        [
            ([], claim("a", 100), true, "all of it, where nothing waits"),
            ([], claim("a", 101), false, "more than there is"),
            ([claim("a", 30)], claim("a", 20), true, "half of it is one token's share"),
            ([claim("a", 30)], claim("a", 21), false, "more than that is not"),
            ([claim(nil, 15)], claim(nil, 10), true, "a quarter is that of all strangers"),
            ([claim(nil, 15)], claim(nil, 11), false, "more than that is not"),
            (
                [claim("a", 40), claim("b", 35)], claim("b", 1), false,
                "the last quarter is not for those of whom something waits"
            ),
            ([claim("a", 40), claim("b", 35)], claim("c", 25), true, "but for others"),
            ([claim("a", 40), claim("b", 35)], claim(nil, 25), true, "strangers among them"),
            ([claim("a", 100)], claim("b", 1), false, "there is none left"),
            (
                [claim("a", 50), claim(nil, 50)], claim("a", 100, .page), true,
                "pages do not wait for pictures"
            ),
            (
                [claim("a", 100, .page)], claim("a", 100), true, "nor do pictures for pages"
            ),
        ]

    @Test(arguments: claims.indices) func `long answers are shared out`(_ index: Int) {
        let (waiting, next, hasRoom, why) = Self.claims[index]
        var budget = WebBudget(limit: 100)
        for claim in waiting { budget.add(claim) }
        expect(budget.hasRoom(for: next), is: hasRoom, "\(why)")
        for claim in waiting { budget.remove(claim) }
        expect(budget.hasRoom(for: Self.claim("a", 100)), is: true, "\(why): all was taken back")
    }
}
