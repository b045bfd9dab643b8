import Expecting
import Radio
import Testing

struct PairingPolicyTests {
    typealias Policy = PairingPolicy<String>
    /// What happens, in which second, and what is to be done then.
    typealias Step = (at: Int, event: Policy.Event, actions: [Policy.Action])

    private static let bluetoothd: PairingTraits = [
        .isShared, .keepsQuiet, .silenceIsNo, .choosesNumber,
    ]
    private static let phone = PairedPhone(address: "A", name: "Ann's phone")
    private static let nameless = PairedPhone(address: "A", name: "A")
    private static func ask(_ peer: String, _ value: UInt32 = 7) -> Policy.Event {
        .asks(peer, .compare(value), isAlone: true)
    }
    private static func answer(_ number: UInt64, _ isYes: Bool = true) -> Policy.Event {
        .answered(PairingQuestion(number), isYes: isYes, isAlone: true)
    }
    private static func paired(_ peer: String) -> Policy.Event {
        .paired(peer, as: peer, isSound: true)
    }
    private static func question(_ number: UInt64, _ peer: String) -> Policy.Action {
        .ask(PairingQuestion(number), number: "000007", peer)
    }
    private static func no(_ number: UInt64, _ peer: String) -> Policy.Action {
        .answer(PairingQuestion(number), peer, false)
    }
    private static func yes(_ number: UInt64, _ peer: String) -> Policy.Action {
        .answer(PairingQuestion(number), peer, true)
    }
    private static let opened: Step = (0, .opened, [.tellOpened(.seconds(60))])
    private static let refused: Policy.Action = .refuse("b", .compare(7))
    private static func gaveUp(_ isStillThere: Bool) -> Policy.Action {
        .giveUp("a", isStillThere: isStillThere)
    }

    private static func run(
        where traits: PairingTraits = [], _ steps: [Step], _ why: String
    ) {
        var policy = Policy(.compare, for: .seconds(60), where: traits)
        for (number, step) in steps.enumerated() {
            let actions = policy.take(step.event, at: .seconds(step.at))
            expect(actions, is: step.actions, "\(why), step \(number)")
        }
    }

    /// A phone that a person has let in has gone without a bond.
    private static let tried: [Step] = [
        opened, (1, ask("a"), [question(1, "a")]),
        (2, answer(1), [yes(1, "a"), .admit("a")]),
        (3, .left("a"), [.tellWithdrawn, gaveUp(false)]),
    ]

    static let stories: [(steps: [Step], why: String)] = [
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, .tellsKeys("A"), []),
                (3, .paired("a", as: "A", isSound: true), [.keep("a")]),
                (3, .kept(phone, isNamed: true), [.tellBonded(phone), .close]),
                (4, .closed, [.tellClosed(.bonded)]),
            ], "a phone pairs"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, paired("a"), [.keep("a")]),
                (3, .kept(nameless, isNamed: false), []), (4, ask("b"), [refused]),
                (5, .named(phone), [.tellBonded(phone), .close]),
            ], "its name is waited for, and nobody else is let in"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, paired("a"), [.keep("a")]),
                (3, .kept(nameless, isNamed: false), []),
                (6, .time, [.tellBonded(nameless), .close]),
            ], "but not for long"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, paired("a"), [.keep("a")]),
                (3, .notKept("full"), [.remove("a"), .close]),
                (4, .closed, [.tellClosed(.failed("full"))]),
            ], "a bond that cannot be remembered is taken back"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]),
                (
                    3, .paired("a", as: "A", isSound: false),
                    [.remove("A"), .tellTurnedAway("a")]
                ), (4, ask("b"), [question(2, "b")]),
            ], "a bond that is not worth keeping leaves room for another phone"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (
                    2, answer(1, false),
                    [
                        no(1, "a"), .close,
                    ]
                ), (2, ask("b"), [refused]), (3, .closed, [.tellClosed(.refused)]),
                (4, ask("b"), [refused]), (5, paired("b"), [.remove("b")]),
            ], "a no closes the window, and a closed window answers everybody"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, ask("b"), [.tellTurnedAway("b"), refused]), (3, ask("b"), [refused]),
                (4, paired("b"), [.remove("b")]), (5, answer(1), [yes(1, "a"), .admit("a")]),
                (6, ask("b"), [refused]), (7, .left("a"), [.tellWithdrawn, gaveUp(false)]),
                (8, ask("b"), [question(2, "b")]),
            ], "one phone pairs at a time"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, ask("a"), [.drop(PairingQuestion(1)), .tellWithdrawn, question(2, "a")]),
                (3, answer(1), []), (4, answer(2), [yes(2, "a"), .admit("a")]),
            ], "a phone that begins anew is asked about anew"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (
                    2, .answered(PairingQuestion(1), isYes: true, isAlone: false),
                    [no(1, "a"), .tellTurnedAway("a"), .tellWithdrawn]
                ),
                (
                    3, .asks("b", .compare(7), isAlone: false), [.tellTurnedAway("b"), refused]
                ),
            ], "nobody is let in who may be another one"
        ),
        (
            [
                opened, (40, ask("a"), [question(1, "a")]), (59, .time, []), (60, .time, []),
                (61, ask("b"), [.tellTurnedAway("b"), refused]),
                (70, .time, [no(1, "a"), .tellWithdrawn, .close]),
                (71, .closed, [.tellClosed(.time)]),
            ], "the end of time waits for a phone that pairs"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (32, .time, [gaveUp(true)]),
                (33, paired("a"), [.remove("a")]),
            ], "a phone that was let in and is silent is let in no more"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, .tellsKeys("A"), []),
                (3, .left("a"), []), (3, .close(.interrupted), [.remove("A"), .close]),
            ], "keys that come as the window closes are taken back"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, .died("gone"), [no(1, "a"), .tellClosed(.failed("gone"))]),
                (3, .closed, []), (4, .died("gone"), []), (5, answer(1), []),
            ], "who dies says so once"
        ),
        (
            [
                (0, .close(.failed("busy")), [.close]), (1, .opened, []),
                (2, .closed, [.tellClosed(.failed("busy"))]),
            ], "a window that cannot be opened closes"
        ),
        (
            [
                opened, (1, .foundOlder("a"), [.ask(PairingQuestion(1), number: nil, "a")]),
                (2, .foundOlder("a"), []), (3, answer(1, false), []), (4, .foundOlder("a"), []),
            ],
            "a person is asked once about a phone that was paired elsewhere"
        ),
        (
            tried + [
                (
                    3, .failed("a", hasTried: true),
                    [.askToForget(PairingQuestion(2), "a", hasTried: true)]
                ),
                (4, answer(2), [.tellForgotten("a"), .forget("a")]), (5, answer(2), []),
                (5, ask("b"), [question(3, "b")]),
            ], "an old bond that a person wants to forget is forgotten, and the phone tries again"
        ),
        (
            tried + [
                (
                    3, .failed("a", hasTried: true),
                    [.askToForget(PairingQuestion(2), "a", hasTried: true)]
                ),
                (4, answer(2, false), [.tellKept("a", hasTried: true)]),
                (5, .failed("a", hasTried: true), []),
                (
                    6, .failed("b", hasTried: true),
                    [.askToForget(PairingQuestion(3), "b", hasTried: true)]
                ),
                (7, .close(.interrupted), [.tellKept("b", hasTried: true), .close]),
                (8, answer(3), []),
            ], "no, or no answer, keeps it, and a no is not asked again"
        ),
        (
            [
                opened,
                (
                    1, .failed("a", hasTried: false),
                    [.askToForget(PairingQuestion(1), "a", hasTried: false)]
                ),
                (2, answer(1, false), [.tellKept("a", hasTried: false)]),
                (3, .failed("a", hasTried: false), []),
                (
                    4, .failed("a", hasTried: true),
                    [.askToForget(PairingQuestion(2), "a", hasTried: true)]
                ),
                (5, answer(2, false), [.tellKept("a", hasTried: true)]),
                (6, .failed("a", hasTried: true), []), (7, .failed("a", hasTried: false), []),
            ], "a no about a phone that has passed by is asked again once it has tried to pair"
        ),
        (
            tried + [
                (
                    3, .failed("a", hasTried: true),
                    [.askToForget(PairingQuestion(2), "a", hasTried: true)]
                ),
                (4, ask("a"), [question(3, "a")]), (5, answer(2), []),
                (5, .failed("a", hasTried: true), []), (6, answer(3), [yes(3, "a"), .admit("a")]),
            ], "a phone that tries again is asked about, and its old bond no more"
        ),
        (
            [
                opened,
                (
                    50, .failed("a", hasTried: true),
                    [.askToForget(PairingQuestion(1), "a", hasTried: true)]
                ),
                (79, answer(1), [.tellForgotten("a"), .forget("a")]), (108, .time, []),
                (109, .time, [.close]),
            ], "a person has time to answer, and the phone to try again"
        ),
        (
            [
                (0, .failed("a", hasTried: true), []), opened, (1, paired("a"), [.remove("a")]),
                (2, .close(.interrupted), [.close]), (3, .failed("a", hasTried: true), []),
            ], "outside the window nobody is asked"
        ),
    ]

    @Test(arguments: stories.indices)
    func `a window lets one phone in that a person has let in`(index: Int) {
        Self.run(Self.stories[index].steps, Self.stories[index].why)
    }

    static let sharedStories: [(steps: [Step], why: String)] = [
        (
            [
                (0, paired("a"), [.remove("a")]), opened, (1, paired("a"), [.keep("a")]),
                (1, .kept(phone, isNamed: true), [.tellBonded(phone), .close]),
                (2, paired("b"), [.remove("b")]), (2, paired("a"), []),
                (3, .closed, [.tellClosed(.bonded)]), (4, paired("b"), []),
            ], "a bond without a question counts while the window is open"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (3, paired("b"), [.remove("b")]),
                (32, .time, []), (40, paired("a"), [.keep("a")]),
            ], "who was let in stays so"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]),
                (2, answer(1), [yes(1, "a"), .admit("a")]), (60, .time, [.close]),
                (61, .closed, [.tellClosed(.time)]), (62, paired("a"), [.remove("a")]),
                (63, paired("b"), []),
            ], "what comes of it after the window is taken back, and nothing else"
        ),
        (
            [
                opened, (1, ask("a"), [question(1, "a")]), (31, .time, [no(1, "a"), .close]),
                (32, .closed, [.tellClosed(.refused)]),
            ], "who says nothing says no"
        ),
        (
            [
                opened, (1, .renewed("a"), []), (2, ask("a"), [question(1, "a")]),
                (3, answer(1), [yes(1, "a"), .admit("a")]), (4, .renewed("a"), [.keep("a")]),
                (4, .notKept("full"), [.close]),
            ], "an older bond is not taken back"
        ),
        (
            [
                opened, (1, .foundOlder("a"), [.ask(PairingQuestion(1), number: nil, "a")]),
                (2, ask("b"), [question(2, "b")]), (3, answer(1), [.keep("a")]),
                (
                    3, .kept(phone, isNamed: true),
                    [no(2, "b"), .tellBonded(phone), .close]
                ),
            ], "a phone that is taken over is the one of this window"
        ),
    ]

    @Test(arguments: sharedStories.indices)
    func `where other programs pair too, a window leaves theirs alone`(index: Int) {
        Self.run(
            where: Self.bluetoothd, Self.sharedStories[index].steps, Self.sharedStories[index].why)
    }

    static let ways: [(PairingMethod, PairingAsk, isOurs: Bool, isBluetoothds: Bool)] = [
        (.compare, .compare(7), true, true), (.compare, .confirm, false, false),
        (.compare, .type(7), false, true), (.compare, .other, false, false),
        (.passkey, .compare(7), false, true), (.passkey, .confirm, false, false),
        (.passkey, .type(7), true, true), (.passkey, .other, false, false),
        (.confirm, .compare(7), false, true), (.confirm, .confirm, true, true),
        (.confirm, .type(7), false, true), (.confirm, .other, false, false),
    ]

    @Test(arguments: ways)
    func `a phone pairs in the way that the person has chosen`(
        method: PairingMethod, ask: PairingAsk, isOurs: Bool, isBluetoothds: Bool
    ) {
        let takers: [(PairingTraits, Bool)] = [([], isOurs), (Self.bluetoothd, isBluetoothds)]
        for (traits, isTaken) in takers {
            var policy = Policy(method, for: .seconds(60), where: traits)
            let actions = policy.take(.asks("a", ask, isAlone: true), at: .zero)
            expect(actions.contains(.refuse("a", ask)), is: !isTaken)
            expect(actions.contains(.tellTurnedAway("a")), is: !isTaken)
        }
    }

    static let numbers: [(UInt32, String)] = [
        (0, "000000"), (42, "000042"), (999_999, "999999"), (.max, "4294967295"),
    ]

    @Test(arguments: numbers)
    func `a number has six digits`(value: UInt32, digits: String) {
        var policy = Policy(.passkey, for: .seconds(60))
        expect(
            policy.take(.asks("a", .type(value), isAlone: true), at: .zero),
            is: [.show(digits, "a"), .admit("a")])
    }

    @Test func `of many that are turned away so many are told of`() {
        var policy = Policy(.compare, for: .seconds(60))
        _ = policy.take(Self.ask("a"), at: .zero)
        let told = (0..<100).flatMap { policy.take(Self.ask("\($0)"), at: .zero) }.count {
            if case .tellTurnedAway = $0 { true } else { false }
        }
        expect(told, is: PairingLimits.turnedAway)
    }

    @Test func `so often a person is asked about old bonds`() {
        var policy = Policy(.compare, for: .seconds(60))
        _ = policy.take(.opened, at: .zero)
        let asked = (0..<100).flatMap { policy.take(.failed("\($0)", hasTried: true), at: .zero) }
            .count
        expect(asked, is: PairingLimits.forgettings)
    }

    @Test func `a window waits for what comes first`() {
        var policy = Policy(.compare, for: .seconds(60))
        expect(policy.deadline, is: nil)
        _ = policy.take(.opened, at: .zero)
        expect(policy.deadline, is: .seconds(60))
        _ = policy.take(Self.ask("a"), at: .seconds(1))
        expect(policy.deadline, is: .seconds(31))
        _ = policy.take(.died("gone"), at: .seconds(2))
        expect(policy.deadline, is: nil)
    }
}
