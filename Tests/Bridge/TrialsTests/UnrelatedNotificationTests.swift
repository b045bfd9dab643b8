import Expecting
import Linux
import Notices
import Radio
import Support
import Testing
import Trials

/// Phones are busy: in each step something that nobody has asked for comes first.
@Suite(.onLoop)
struct UnrelatedNotificationTests {
    private typealias Phone = PlayedPhone

    /// A phone on which a message has arrived with its word, and then, in the next step, news and a missed call of
    /// somebody else; what the step asks for comes much later.
    private static func busy(_ timeline: String...) -> Phone {
        Phone(
            timeline: [
                Phone.add(5, Phone.message("kestrel", named: "before")),
                Phone.add(20, Phone.news()),
                Phone.add(21, Phone.call("other", "missed_call", title: "Secret Bob")),
            ] + timeline)
    }

    private static let missed = [
        Phone.add(60, Phone.call("call", "incoming_call")), Phone.remove(72, "call"),
        Phone.add(72.1, Phone.call("missed", "missed_call")),
    ]

    /// Gives the verdict of a step after one in which the app of the messages became known.
    @LoopActor
    private func judged(
        _ name: String, _ phone: PlayedPhone, slept: Duration? = nil
    ) async throws -> (verdict: TrialVerdict?, doubts: [TrialJudge.Doubt]) {
        let bench = try TrialBench(phone.scenario)
        defer { bench.stop() }
        let first = try #require(TrialStep.all.first { $0.name == "always-unlocked" })
        let before = await bench.verdict(of: first, after: .seconds(3))
        expect(before?.outcome, is: .passed, "\(before?.words ?? "nothing")")
        let step = try #require(TrialStep.all.first { $0.name == name })
        let verdict = await bench.verdict(of: step, after: .zero, slept: slept, apps: bench.apps)
        return (verdict, bench.doubts)
    }

    @Test(
        "what comes first and was not asked for decides no step",
        arguments: [
            ("pair", busy(), "the phone was paired and ready before"),
            (
                "always-unlocked", busy(Phone.add(100, Phone.message("kestrel"))),
                "beside it 1 other"
            ),
            (
                "removal",
                busy(
                    Phone.remove(30, "news"), Phone.add(100, Phone.message("lantern")),
                    Phone.remove(107, "message")), "its removal was reported"
            ),
            ("call-missed", busy(missed[0], missed[1], missed[2]), "it rang for 12."),
            ("call-declined", busy(missed[0]), "the phone acted after"),
            ("call-answered", busy(missed[0], Phone.remove(75, "call.active")), "the phone acted"),
            ("always-locked", busy(Phone.add(100, Phone.message("walnut"))), "beside it 1 other"),
            (
                "when-unlocked-locked", busy(Phone.add(100, Phone.hidden("Messages"))),
                "one notification arrived"
            ),
            (
                "when-unlocked-unlocked", busy(Phone.add(100, Phone.message("thimble"))),
                "one notification arrived"
            ),
            (
                "never-locked", busy(Phone.add(100, Phone.hidden("Messages"))),
                "beside it 1 other notification"
            ),
            (
                "never-unlocked", busy(Phone.add(100, Phone.hidden("Messages"))),
                "beside it 1 other notification"
            ),
            (
                "focus",
                busy(Phone.add(100, Phone.message("saffron", flags: #"["silent"]"#))),
                "one notification arrived"
            ),
            ("range", busy(Phone.leave(60, for: 5)), "it came back"),
            ("restart", busy(), "it came back"),
            ("call-rung", busy(missed[0], missed[1], missed[2]), "it rang for 12."),
        ] as [(String, PlayedPhone, String)])
    @LoopActor
    func first(step: String, phone: PlayedPhone, words: String) async throws {
        let (verdict, _) = try await judged(step, phone)
        expect(verdict?.outcome, is: .passed, "\(step): \(verdict?.words ?? "nothing")")
        #expect(verdict?.words.contains(words) == true, "\(step): \(verdict?.words ?? "nothing")")
    }

    @LoopActor
    @Test func `neither does it decide twenty absences, or a suspend`() async throws {
        let cycles = (0..<TrialStep.cycles).map { Phone.leave(60 + 20 * Double($0), for: 5) }
        let phone = Phone(timeline: Self.busy().timeline + cycles)
        let (absences, _) = try await judged("bluetooth", phone)
        #expect(absences?.words.contains("it came back 20 times") == true)
        let (suspend, _) = try await judged(
            "suspend", Self.busy(Phone.leave(60, for: 10)), slept: .seconds(40))
        expect(suspend?.outcome, is: .passed, "\(suspend?.words ?? "nothing")")
    }

    @Test(
        "a step whose message never comes is not decided by what came instead",
        arguments: [
            ("never-locked", "1 notification arrived, but probably not the message"),
            ("when-unlocked-locked", "1 notification arrived, but probably not the message"),
            ("always-locked", "1 notification arrived, but probably not the message"),
            ("removal", "1 notification arrived, but probably not the message"),
            ("call-missed", "no incoming call was reported"),
        ])
    @LoopActor
    func alone(step: String, words: String) async throws {
        let (verdict, _) = try await judged(step, Self.busy())
        #expect(verdict?.outcome != .passed, "\(step)")
        #expect(verdict?.words.contains(words) == true, "\(step): \(verdict?.words ?? "nothing")")
    }

    @Test(
        "the person is told what came instead",
        arguments: [
            ("never-locked", busy(), [.unlikely]),
            (
                "never-locked", busy(Phone.add(60, Phone.hidden("Messages"))),
                [.unlikely, .unsure]
            ),
            ("always-locked", busy(Phone.add(60, Phone.message("walnut"))), [.noWord]),
            ("call-missed", busy(missed[0], missed[1], missed[2]), [.noRing]),
        ] as [(String, PlayedPhone, [TrialJudge.Doubt])])
    @LoopActor
    func told(step: String, phone: PlayedPhone, doubts: [TrialJudge.Doubt]) async throws {
        let told = try await judged(step, phone).doubts
        expect(told, is: doubts, "\(step)")
    }

    @LoopActor
    @Test func `another message of the same app does not hide a text that should be hidden`()
        async throws
    {
        let (verdict, _) = try await judged(
            "never-locked",
            Self.busy(
                Phone.add(40, Phone.hidden("Messages", named: "first")),
                Phone.add(65, Phone.message("juniper"))))
        expect(verdict?.outcome, is: .failed, "\(verdict?.words ?? "nothing")")
        #expect(verdict?.words.contains("the text was sent") == true)
    }

    @LoopActor
    @Test func `without a step before, the category tells a message from the news`() async throws {
        let bench = try TrialBench(
            Phone(timeline: [
                Phone.add(5, Phone.news()), Phone.add(100, Phone.hidden("Messages")),
            ]).scenario)
        defer { bench.stop() }
        let step = try #require(TrialStep.all.first { $0.name == "never-locked" })
        let verdict = await bench.verdict(of: step, after: .seconds(3))
        expect(verdict?.outcome, is: .passed)
        #expect(verdict?.words.contains("category social") == true, "\(verdict?.words ?? "")")
    }

    @Test(arguments: TrialStep.all.filter { $0.kind == .pairing($0.shape) })
    @LoopActor
    func `a phone that returns has not paired, and where any phone will do it is the one`(
        step: TrialStep
    ) {
        var judge = TrialJudge(step, at: .zero, before: nil)
        judge.take(.phone(.ready), at: .seconds(1))
        expect(judge.verdict(at: .seconds(2)), is: nil, "\(step.name)")
        judge.take(.alreadyPaired, at: .seconds(3))
        let verdict = judge.verdict(at: .seconds(3))
        expect(verdict?.outcome, is: step.shape == nil ? .passed : nil, "\(step.name)")
        judge.take(.windowClosed, at: .seconds(180))
        if step.shape != nil {
            expect(judge.verdict(at: .seconds(180))?.words, is: "no phone was paired")
        }
    }
}

extension TrialStep {
    /// The shape in which it pairs a phone.
    fileprivate var shape: Shape? { if case .pairing(let shape) = kind { shape } else { nil } }
}
