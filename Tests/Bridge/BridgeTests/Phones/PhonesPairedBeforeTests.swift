import Expecting
import Notices
import Testing

@testable import Bridge

/// Of the phones that were paired before, which are reported during a window.
struct PhonesPairedBeforeTests {
    /// One thing that happens.
    enum Step: Sendable {
        case opens, closes
        case state(PhoneState, String, String)
        case pairing(Bool)
        case renamed(String, String)
    }

    @Test(
        arguments: [
            ([.opens, .state(.ready, "A", "Ann")], ["Ann ready"], "it returns"),
            ([.state(.ready, "A", "Ann"), .opens], ["Ann ready"], "it was here before"),
            (
                [.opens, .state(.connected, "A", "Ann"), .state(.unavailable, "A", "Ann")], [],
                "whether its bond works is not known"
            ),
            ([.opens, .state(.notShared, "A", "Ann")], ["Ann not_shared"], "its bond works"),
            (
                [
                    .opens, .state(.ready, "A", "Ann"), .state(.disconnected, "A", "Ann"),
                    .state(.ready, "A", "Ann"),
                ], ["Ann ready"], "it comes twice"
            ),
            (
                [.state(.ready, "B", "Bob"), .state(.ready, "A", "Ann"), .opens],
                ["Ann ready", "Bob ready"], "two are here"
            ),
            (
                [.opens, .pairing(true), .state(.ready, "A", "Ann"), .closes], [],
                "it pairs again, and is ready before that is known"
            ),
            (
                [.opens, .pairing(true), .state(.ready, "A", "Ann"), .pairing(false)],
                ["Ann ready"], "another phone gave up pairing"
            ),
            (
                [.state(.ready, "A", "iPhone"), .renamed("A", "Ann"), .opens], ["Ann ready"],
                "it goes by its new name"
            ),
            (
                [.state(.ready, "A", "Ann"), .state(.disconnected, "A", "Ann"), .opens], [],
                "it has gone before"
            ),
            ([.opens, .closes, .state(.ready, "A", "Ann")], [], "the window is over"),
        ] as [([Step], [String], Comment)])
    func `each is reported once when its bond has shown to work`(
        steps: [Step], told: [String], why: Comment
    ) {
        var before = PhonesPairedBefore()
        var news: [PhonesPairedBefore.News] = []
        for step in steps {
            switch step {
            case .opens: before.open()
            case .closes: before.close()
            case .state(let state, let bond, let name): before.take(state, of: bond, named: name)
            case .pairing(let isOn): before.isPairing = isOn
            case .renamed(let bond, let name): before.rename(bond, to: name)
            }
            news += before.news()
        }
        expect(news.map { "\($0.name) \($0.state.rawValue)" }, is: told, why)
        expect(before.hasReported, is: !told.isEmpty, why)
    }
}
