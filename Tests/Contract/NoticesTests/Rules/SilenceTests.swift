import ANCS
import Expecting
import Testing

@testable import Linux
@testable import Notices

/// What phones say of a notice beside its words.
struct SilenceTests {
    @Test(
        arguments: [
            ([FlagCondition(.silent)], [.silent], true, "what is asked for"),
            ([FlagCondition(.silent)], [.silent, .important, .preExisting], true, "and more"),
            ([FlagCondition(.silent)], [], false, "nothing"),
            ([FlagCondition(.silent), FlagCondition(.important)], [.silent], false, "one of two"),
            ([FlagCondition(.silent, isAbsent: true)], [.important], true, "what must not be"),
            ([FlagCondition(.silent, isAbsent: true)], [.silent], false, "but is"),
            (
                [FlagCondition(.silent), FlagCondition(.preExisting, isAbsent: true)],
                [.silent, .preExisting], false, "it was there before"
            ),
            ([], [.silent], true, "no condition"),
        ] as [([FlagCondition], EventFlags, Bool, String)])
    func `rules are about what the phone says`(
        _ flags: [FlagCondition], _ notice: EventFlags, _ isMeant: Bool, _ why: String
    ) {
        var conditions = Rule.Conditions()
        conditions.flags = flags
        var rules = TestRules([Rule("one", conditions, RuleAction(.drop))])
        let isDropped = rules.take(.added, TestRules.notice(flags: notice)) == nil
        expect(isDropped, is: isMeant, "\(why)")
        expect(rules.book.hits.map(\.count), is: [isMeant ? 1 : 0])
    }

    @Test func `hits are those of the rules of the moment, in their order`() {
        var rules = TestRules([
            Rule("b", Rule.Conditions(), RuleAction(.show)),
            Rule("a", Rule.Conditions(), RuleAction(.drop)),
        ])
        rules.take(.added, TestRules.notice(1))
        expect(rules.book.hits.map(\.rule), is: ["b", "a"])
        expect(rules.book.hits.map(\.count), is: [1, 0])
        rules.book.replace(
            rules: [Rule("a", Rule.Conditions(), RuleAction(.drop))], general: GeneralRules())
        expect(rules.book.hits.map(\.count), is: [0])
        #expect(rules.book.counters.byRule.isEmpty)
    }

    private static func event(
        _ change: NoticeChange, _ id: UInt64, _ flags: EventFlags = .silent
    ) -> BridgeEvent {
        .notice(change, TestRules.notice(id, flags: flags), at: WallTime(milliseconds: 0))
    }

    @Test func `what came in silence stays hidden, and what did not is followed to its end`() {
        var filter = SilenceFilter(.hide)
        let events: [(NoticeChange, UInt64, EventFlags, Bool, String)] = [
            (.added, 1, .silent, false, "in silence"),
            (.modified, 1, [], false, "louder later"),
            (.removed, 1, [], false, "its end"),
            (.added, 2, [], true, "aloud"),
            (.modified, 2, .silent, true, "in silence later"),
            (.removed, 2, .silent, true, "its end"),
            (.added, 3, [.silent, .preExisting], true, "there before its phone"),
            (.ringing, 4, .silent, false, "a call"),
            (.ended, 4, .silent, false, "its end"),
            (.missed, 4, .silent, false, "what became of it"),
            (.removed, 5, .silent, true, "nobody knows of it"),
            (.ended, 6, .silent, false, "an end alone"),
        ]
        for (change, id, flags, isTaken, why) in events {
            let takes = filter.takes(Self.event(change, id, flags))
            expect(takes, is: isTaken, "\(why)")
        }
        for silence in [Silence.quiet, .show] {
            var filter = SilenceFilter(silence)
            let takes = filter.takes(Self.event(.added, 1))
            #expect(takes)
        }
    }
}
