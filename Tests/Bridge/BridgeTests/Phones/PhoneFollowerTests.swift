import Expecting
import Notices
import Testing

@testable import Bridge

/// Of several phones, how the one that was just paired is doing.
struct PhoneFollowerTests {
    /// One thing that is heard: a state of a phone by its bond and name, or the pairing of a bond.
    enum Step: Sendable {
        case state(PhoneState, String, String)
        case paired(String)
    }

    @Test(
        arguments: [
            (
                [.paired("A"), .state(.connected, "A", "Ann"), .state(.ready, "A", "Ann")],
                ["Ann connected", "Ann ready"], "the phone comes after its pairing"
            ),
            (
                [.state(.ready, "A", "Ann"), .paired("A")], ["Ann ready"],
                "it was ready before that was noticed"
            ),
            (
                [
                    .state(.ready, "A", "iPhone"), .state(.connected, "B", "iPhone (2)"),
                    .paired("B"), .state(.disconnected, "A", "iPhone"),
                    .state(.ready, "A", "iPhone"),
                    .state(.ready, "B", "iPhone (2)"),
                ], ["iPhone (2) connected", "iPhone (2) ready"], "another phone has the same name"
            ),
            (
                [
                    .state(.ready, "A", "Ann"), .paired("B"), .state(.disconnected, "A", "Ann"),
                    .state(.ready, "A", "Ann"),
                ], [], "another phone comes and goes"
            ),
            (
                [.paired("random"), .state(.ready, "identity", "Ann")], ["Ann ready"],
                "its address became known only after the pairing"
            ),
            (
                [
                    .paired("A"), .state(.connected, "A", "Ann"), .state(.ready, "B", "Bob"),
                    .state(.connected, "A", "Ann"),
                ], ["Ann connected"], "a third phone comes, and nothing is told twice"
            ),
        ] as [([Step], [String], Comment)])
    func `only the phone that was paired is told of`(
        steps: [Step], told: [String], why: Comment
    ) {
        var follower = PhoneFollower()
        let news = steps.compactMap { step in
            switch step {
            case .state(let state, let bond, let name): follower.take(state, of: bond, named: name)
            case .paired(let bond): follower.follow(bond)
            }
        }
        expect(news.map { "\($0.name) \($0.state.rawValue)" }, is: told, why)
        expect(follower.isReady, is: (told.last?.hasSuffix("ready") == true), why)
    }
}
