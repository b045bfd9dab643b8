import ANCS
import Expecting
import Testing

@testable import Notices

/// What holds for notices beside the rules about some of them.
struct GeneralRulesTests {
    private var quiet: GeneralRules {
        var general = GeneralRules()
        general.quietHours = Hours(from: 1320, to: 420)
        return general
    }

    @Test func `in quiet hours only calls are shown`() {
        var rules = TestRules(general: quiet)
        rules.local = TestRules.time(23, 0)
        rules.take(.added, TestRules.notice(1))
        rules.take(.ringing, TestRules.call(2, .ringing))
        rules.take(.missed, TestRules.call(2, .missed))
        rules.local = TestRules.time(8, 0, day: 22)
        rules.take(.modified, TestRules.notice(1, message: "Breakfast?"))
        rules.take(.removed, TestRules.notice(1))
        rules.take(.added, TestRules.notice(3))
        expect(
            rules.story,
            is: [
                "ringing Zoë Müller", "missed Zoë Müller", "added Zoë Müller Dinner at 7?",
            ])
        expect(rules.leftOut, is: [.quietHours: 1])
    }

    @Test func `calls may be left out in quiet hours as well`() {
        var general = quiet
        general.silencesCalls = true
        var rules = TestRules(general: general)
        rules.local = TestRules.time(6, 59)
        rules.take(.ringing, TestRules.call(1, .ringing))
        rules.local = TestRules.time(7, 0)
        rules.take(.ended, TestRules.call(1, .ended))
        #expect(rules.story.isEmpty)
    }

    @Test func `a rule that says show holds in quiet hours, one that renames does not`() {
        var senders = Rule.Conditions()
        senders.senders = ["Zoë Müller"]
        var rules = TestRules(
            [
                Rule("friends", senders, RuleAction(.show)),
                Rule("rest", Rule.Conditions(), RuleAction(nil, sender: Text("Somebody"))),
            ], general: quiet)
        rules.local = TestRules.time(23, 0)
        rules.take(.added, TestRules.notice(1))
        rules.take(.added, TestRules.notice(2, title: "Ben"))
        expect(rules.story, is: ["added Zoë Müller Dinner at 7?"])
        rules.take(.modified, TestRules.notice(2))
        expect(rules.story.count, is: 2, "its words are now those of a friend")
    }

    @Test func `the same words in a window are left out`() {
        var general = GeneralRules()
        general.duplicateWindow = .seconds(30)
        var rules = TestRules(general: general)
        let notices = [
            (0, TestRules.notice(1), true, "the first"), (10, TestRules.notice(2), false, "again"),
            (0, TestRules.notice(3, message: "Lunch?"), true, "other words"),
            (0, TestRules.notice(4, phone: "Ben's"), true, "another phone"),
            (0, TestRules.notice(5, app: "x"), true, "another app"),
            (0, TestRules.notice(6, title: "Ben"), true, "another sender"),
            (19, TestRules.notice(7), false, "the window is not drawn out"),
            (1, TestRules.notice(8), true, "the window is over"),
        ]
        for (seconds, notice, isShown, why) in notices {
            rules.now += .seconds(seconds)
            expect((rules.take(.added, notice) != nil), is: isShown, "\(why)")
        }
        rules.take(.removed, TestRules.notice(2))
        rules.take(.removed, TestRules.notice(1))
        expect(rules.story.last?.hasPrefix("removed"), is: true)
        #expect(rules.shown.count == 7 && rules.leftOut == [.duplicate: 2])
        rules.take(.ringing, TestRules.call(20, .ringing))
        #expect(
            rules.take(.ringing, TestRules.call(21, .ringing)) != nil, "who calls twice means it")
    }

    @Test func `an app has so many notices a minute`() {
        var general = GeneralRules()
        general.notesPerMinute = 3
        var rules = TestRules(general: general)
        var id: UInt64 = 0
        func burst(_ count: Int, app: String = "chatty", flags: EventFlags = []) -> Int {
            (0..<count).count { _ in
                id += 1
                return rules.take(.added, TestRules.notice(id, app: app, flags: flags)) != nil
            }
        }
        expect(burst(10), is: 3)
        expect(burst(10, app: "other"), is: 3)
        expect(burst(10, flags: .preExisting), is: 10, "what was there before is no burst")
        rules.now += .seconds(19)
        expect(burst(10), is: 0)
        rules.now += .seconds(1)
        expect(burst(10), is: 1)
        rules.now += .seconds(3600)
        expect(burst(10), is: 3)
        expect(rules.leftOut, is: [.rate: 7 + 7 + 10 + 9 + 7])
        for number in 100..<110 as Range<UInt64> {
            #expect(rules.take(.ringing, TestRules.call(number, .ringing)) != nil)
        }
    }

    @Test func `what was left out for its words or its pace stays so`() {
        var general = GeneralRules()
        general.duplicateWindow = .seconds(30)
        general.notesPerMinute = 1
        var rules = TestRules(general: general)
        rules.take(.added, TestRules.notice(1))
        rules.take(.added, TestRules.notice(2))
        rules.take(.added, TestRules.notice(3, message: "Lunch?"))
        expect(rules.leftOut, is: [.duplicate: 1, .rate: 1])
        rules.now += .seconds(600)
        rules.take(.modified, TestRules.notice(2, message: "Supper?"))
        rules.take(.removed, TestRules.notice(2))
        rules.take(.removed, TestRules.notice(3))
        expect(rules.shown.count, is: 1)
    }
}
