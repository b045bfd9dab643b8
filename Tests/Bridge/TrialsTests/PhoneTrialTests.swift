import Expecting
import Linux
import Notices
import Support
import Testing
import Trials

/// A simulated phone plays a good phone and many bad ones; each step says what it did wrong.
@Suite(.onLoop)
struct PhoneTrialTests {
    private typealias Phone = PlayedPhone

    /// When a step begins on the phone's clock; scripts begin after it.
    private static let begin: Duration = .seconds(3)

    private static let declined = Phone(timeline: [
        Phone.add(5, Phone.call("call", "incoming_call"))
    ])
    private static let answered = Phone(timeline: [
        Phone.add(5, Phone.call("call", "incoming_call")), Phone.remove(20, "call.active"),
    ])
    private static let missed = Phone(timeline: [
        Phone.add(5, Phone.call("call", "incoming_call")), Phone.remove(17, "call"),
        Phone.add(17.1, Phone.call("missed", "missed_call")),
    ])
    private static let silent = Phone(timeline: [
        Phone.add(5, Phone.message("saffron", flags: #"["silent"]"#))
    ])
    /// A phone that is off for five seconds so many times.
    private static func cycles(_ count: Int) -> Phone {
        Phone(
            existing: [Phone.message("old", named: "old"), Phone.message("older", named: "older")],
            timeline: (0..<count).map { Phone.leave(5 + 20 * Double($0), for: 5) })
    }

    /// A message whose text iOS does not give away.
    private static let hidden = Phone(timeline: [Phone.add(5, Phone.hidden("Messages"))])

    /// A notification of another app, which no step asks for.
    private static let other = Phone.hidden("News", app: "com.apple.news", named: "other")

    /// A phone that has a notification after five seconds, and then more.
    private static func with(_ first: String, _ more: String...) -> Phone {
        Phone(timeline: [Phone.add(5, first)] + more)
    }

    private static func shown(_ word: String) -> Phone {
        Phone(timeline: [Phone.add(5, Phone.message(word))])
    }

    @LoopActor
    private func judged(_ name: String, _ phone: PlayedPhone, slept: Duration? = nil)
        async throws -> TrialVerdict?
    {
        let bench = try TrialBench(phone.scenario)
        defer { bench.stop() }
        let step = try #require(TrialStep.all.first { $0.name == name })
        return await bench.verdict(of: step, after: Self.begin, slept: slept)
    }

    @Test(
        "a good phone passes",
        arguments: [
            ("pair", Phone(timeline: []), "the phone was paired and ready before"),
            ("always-unlocked", shown("kestrel"), "one notification arrived"),
            (
                "removal",
                Phone(timeline: [
                    Phone.add(5, Phone.message("lantern")), Phone.remove(12, "message"),
                ]), "its removal was reported"
            ),
            ("call-missed", missed, "it rang for 12."),
            ("call-declined", declined, "the phone acted after"),
            ("call-answered", answered, "the phone acted after"),
            ("always-locked", shown("walnut"), "one notification arrived"),
            ("when-unlocked-locked", hidden, "one notification arrived"),
            ("when-unlocked-unlocked", shown("thimble"), "one notification arrived"),
            ("never-locked", hidden, "one notification arrived"),
            ("never-unlocked", hidden, "one notification arrived"),
            ("focus", silent, "one notification arrived"),
            ("bluetooth", cycles(TrialStep.cycles), "it came back 20 times"),
            ("range", cycles(1), "it came back"),
            ("restart", Phone(timeline: []), "it came back"),
            (
                "always-unlocked", with(other, Phone.add(5.1, Phone.message("kestrel"))),
                "one notification arrived"
            ),
            (
                "always-unlocked", with(other, Phone.add(95, Phone.message("kestrel"))),
                "one notification arrived"
            ),
            (
                "always-unlocked",
                with(
                    Phone.message("kestrel", named: "one"),
                    Phone.add(5.5, Phone.message("kestrel, too", named: "two"))),
                "2 different notifications arrived"
            ),
            (
                "focus",
                with(other, Phone.add(6, Phone.message("saffron", flags: #"["silent"]"#))),
                "one notification arrived"
            ),
            (
                "never-locked",
                with(other, Phone.add(6, Phone.hidden("Mail", app: "com.apple.mobilemail"))),
                "2 different notifications arrived"
            ),
            (
                "removal",
                with(
                    other, Phone.remove(6, "other"), Phone.add(20, Phone.message("lantern")),
                    Phone.remove(27, "message")),
                "its removal was reported"
            ),
            (
                "call-missed",
                with(
                    Phone.call("call", "incoming_call"),
                    Phone.add(6, Phone.call("second", "incoming_call", title: "Secret Bob")),
                    Phone.remove(7, "second"), Phone.remove(17, "call"),
                    Phone.add(17.1, Phone.call("missed", "missed_call"))),
                "it rang for 12."
            ),
            ("call-rung", missed, "it rang for 12."),
        ])
    @LoopActor
    func good(step: String, phone: PlayedPhone, words: String) async throws {
        let verdict = try await judged(step, phone)
        expect(verdict?.outcome, is: .passed, "\(step): \(verdict?.words ?? "nothing")")
        #expect(verdict?.words.contains(words) == true, "\(step): \(verdict?.words ?? "nothing")")
    }

    @Test(
        "what a bad phone does wrong is named in words",
        arguments: [
            (
                "sends every notification twice under one number", "always-unlocked",
                Phone(timeline: [
                    Phone.add(5, Phone.message("kestrel")),
                    Phone.send(7, "00 10 04 01 00 00 00 00"),
                ]), "the same notification 2 times"
            ),
            (
                "sends every notification twice under two numbers", "always-unlocked",
                Phone(timeline: [
                    Phone.add(5, Phone.message("kestrel", named: "one")),
                    Phone.add(5.5, Phone.message("kestrel", named: "two")),
                ]), "the same notification 2 times"
            ),
            (
                "never reports a removal", "removal", shown("lantern"),
                "did not report that the notification was cleared"
            ),
            (
                "shows previews when told never", "never-locked", shown("juniper"),
                "the text was sent, although previews should hide it"
            ),
            (
                "hides previews when told always", "always-locked", hidden,
                "the text was missing, although previews should show it"
            ),
            (
                "loses calls", "call-missed",
                Phone(timeline: [Phone.add(17, Phone.call("missed", "missed_call"))]),
                "no incoming call was reported"
            ),
            (
                "forgets missed calls", "call-missed",
                Phone(timeline: [
                    Phone.add(5, Phone.call("call", "incoming_call")), Phone.remove(17, "call"),
                ]), "was not reported as missed"
            ),
            (
                "reports the missed call before it removes the ring", "call-missed",
                Phone(timeline: [
                    Phone.add(5, Phone.call("call", "incoming_call")),
                    Phone.add(16, Phone.call("missed", "missed_call")), Phone.remove(17, "call"),
                ]), "the missed call was reported before the incoming call was removed"
            ),
            (
                "does not come back after Bluetooth off", "bluetooth",
                Phone(timeline: [Phone.leave(5, for: 5), Phone.leave(25, for: 50_000)]),
                "the phone did not come back, after absence 2"
            ),
            (
                "comes back without its notification service", "bluetooth",
                Phone(timeline: [Phone.set(4, #""service": false"#), Phone.leave(5, for: 5)]),
                "without its notification service (ANCS), after absence 1"
            ),
            (
                "answers for the attributes with garbage", "always-unlocked",
                Phone(timeline: [
                    Phone.set(4, #""wrong_uid": true"#), Phone.add(5, Phone.message("kestrel")),
                ]), "did not answer correctly when it was asked for its attributes"
            ),
            (
                "does not mark old notifications after it comes back", "range",
                Phone(
                    existing: [
                        Phone.message("old", named: "old"), Phone.message("older", named: "older"),
                    ],
                    timeline: [Phone.set(4, #""announce": "unmarked""#), Phone.leave(5, for: 5)]),
                "announced old notifications (2) without the mark"
            ),
            (
                "does not mark silent notifications in Focus", "focus", shown("saffron"),
                "was not marked as silent"
            ),
            (
                "removes under another number", "removal",
                Phone(timeline: [
                    Phone.add(5, Phone.message("lantern")),
                    Phone.send(12, "02 00 04 00 4d 00 00 00"),
                ]), "under another number (UID)"
            ),
            (
                "takes minutes to come back", "range",
                Phone(timeline: [Phone.leave(5, for: 150)]), "the phone took 2 min 3"
            ),
            (
                "takes long to answer", "always-unlocked",
                Phone(timeline: [
                    Phone.set(4, #""answer_delay": 7"#), Phone.add(5, Phone.message("kestrel")),
                ]), "s to answer for the attributes"
            ),
            (
                "sends the same notification of an app twice while previews are off",
                "never-locked",
                Phone(timeline: [
                    Phone.add(5, Phone.hidden("Messages", named: "one", date: "20261127T100000")),
                    Phone.add(5.5, Phone.hidden("Messages", named: "two", date: "20261127T100000")),
                ]), "the same notification 2 times"
            ),
            (
                "sends another notification alone", "always-unlocked",
                with(other), "the text was missing"
            ),
            (
                "announces the same call under two numbers", "call-missed",
                Phone(timeline: [
                    Phone.add(5, Phone.call("call", "incoming_call")),
                    Phone.send(6, "00 02 01 01 4d 00 00 00"),
                    Phone.remove(17, "call"),
                    Phone.add(17.1, Phone.call("missed", "missed_call")),
                ]), "the same call was reported 2 times"
            ),
            (
                "says nothing at all", "always-unlocked", Phone(timeline: []),
                "no notification arrived"
            ),
        ] as [(Comment, String, PlayedPhone, String)])
    @LoopActor
    func bad(why: Comment, step: String, phone: PlayedPhone, words: String) async throws {
        let verdict = try await judged(step, phone)
        expect(verdict?.outcome, is: .failed, why)
        #expect(verdict?.words.contains(words) == true, "\(why): \(verdict?.words ?? "nothing")")
    }

    @LoopActor
    @Test func `after a suspend the phone comes back`() async throws {
        let back = try await judged(
            "suspend", Phone(timeline: [Phone.leave(8, for: 10)]), slept: .seconds(4))
        expect(back?.outcome, is: .passed)
        let lost = try await judged(
            "suspend", Phone(timeline: [Phone.leave(8, for: 50_000)]), slept: .seconds(4))
        expect(lost?.words, is: "the phone did not come back")
        let none = try await judged("suspend", Phone(timeline: []))
        expect(none?.outcome, is: .unjudged, "the host never slept")
    }

    @LoopActor
    @Test func `which of two notifications was the message is not guessed`() async throws {
        let phone = Phone(timeline: [
            Phone.set(4, #""answer_delay": 7"#), Phone.add(5, Phone.hidden("Messages")),
            Phone.set(13, #""answer_delay": 0"#), Phone.add(14, Self.other),
        ])
        let verdict = try await judged("never-locked", phone)
        expect(verdict?.outcome, is: .unjudged, "\(verdict?.words ?? "nothing")")
        #expect(verdict?.words.contains("which of them was the message is not known") == true)
    }

    @LoopActor
    @Test func `a phone that never goes away is not judged`() async throws {
        let verdict = try await judged("bluetooth", Phone(timeline: []))
        expect(verdict?.outcome, is: .unjudged)
    }

    @LoopActor
    @Test func `a report has no text, no name and no number of a notification`() async throws {
        var record = TrialRecord()
        record.model = TrialRecord.word("iPhone 15 Pro\u{1B}[31m/home/mara")
        for (step, phone) in [
            ("always-unlocked", Self.shown("kestrel")), ("call-missed", Self.missed),
            ("range", Self.cycles(1)), ("focus", Self.shown("saffron")),
        ] {
            let verdict = try #require(try await judged(step, phone))
            record.keep(TrialRecord.Result(step: step, verdict: verdict, time: .now))
        }
        record.restartBegunIn = "secret-boot"
        let text = TrialReport(record, host: ["kernel: 6.1"]).text.lowercased()
        for word in ["secret", "ada", "mara's", "kestrel", "/home", "\u{1B}"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains("iphone: iphone 15 pro"))
        #expect(text.contains("focus"))
    }
}
