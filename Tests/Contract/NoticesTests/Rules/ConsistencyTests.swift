import ANCS
import Expecting
import Linux
import Patterns
import Testing

@testable import Notices

/// What becomes of later news about a notice that was judged before.
struct ConsistencyTests {
    private func rules(
        _ source: String, _ action: RuleAction = RuleAction(.drop)
    ) throws -> TestRules {
        var conditions = Rule.Conditions()
        conditions.match = try Pattern(source)
        return TestRules([Rule("one", conditions, action)])
    }

    @Test func `what was left out stays so until it is gone`() throws {
        var rules = try rules("Dinner")
        rules.take(.added, TestRules.notice())
        rules.take(.modified, TestRules.notice(message: "Dinner at 8?"))
        rules.take(.removed, TestRules.notice(message: "Dinner at 8?"))
        #expect(rules.story.isEmpty && rules.book.rememberedCount == 0)
        expect(rules.leftOut, is: [.rule: 1])
    }

    @Test func `what a change makes visible is new`() throws {
        var rules = try rules("Dinner")
        rules.take(.added, TestRules.notice())
        rules.take(.modified, TestRules.notice(message: "Lunch"))
        rules.take(.removed, TestRules.notice(message: "Lunch"))
        expect(rules.story, is: ["added Zoë Müller Lunch", "removed Zoë Müller Lunch"])
    }

    @Test func `what a change makes invisible is removed, and its new words stay unseen`() throws {
        var rules = try rules("Dinner")
        rules.take(.added, TestRules.notice(message: "Lunch"))
        rules.take(.modified, TestRules.notice())
        rules.take(.removed, TestRules.notice())
        expect(rules.story, is: ["added Zoë Müller Lunch", "removed"])
    }

    @Test func `a change may hide and reveal`() throws {
        var rules = try rules("Dinner", RuleAction(.hideText))
        rules.take(.added, TestRules.notice())
        rules.take(.modified, TestRules.notice(message: "Lunch"))
        rules.take(.modified, TestRules.notice())
        rules.take(.removed, TestRules.notice())
        expect(
            rules.story,
            is: [
                "added Zoë Müller", "modified Zoë Müller Lunch", "modified Zoë Müller",
                "removed Zoë Müller",
            ])
        expect(rules.book.counters.hidden, is: 1)
    }

    @Test func `a call that was left out stays so, whatever becomes of it`() throws {
        var conditions = Rule.Conditions()
        conditions.categories = ["incoming_call"]
        var rules = TestRules([Rule("calls", conditions, RuleAction(.drop))])
        rules.take(.ringing, TestRules.call(1, .ringing))
        rules.take(.answered, TestRules.call(1, .answered))
        rules.take(.ended, TestRules.call(1, .ended))
        rules.take(.missed, TestRules.call(1, .missed))
        rules.take(.removed, TestRules.call(1, .missed))
        #expect(rules.story.isEmpty)
    }

    @Test func `a call that was hidden or renamed stays so`() throws {
        var conditions = Rule.Conditions()
        conditions.categories = ["incoming_call"]
        let action = RuleAction(.hideText, sender: Text("The doctor"))
        var rules = TestRules([Rule("calls", conditions, action)])
        rules.take(.ringing, TestRules.call(1, .ringing))
        rules.take(.answered, TestRules.call(1, .answered))
        rules.take(.ended, TestRules.call(1, .ended))
        rules.take(.missed, TestRules.call(1, .missed))
        let changes = ["ringing", "answered", "ended", "missed"]
        expect(rules.story, is: changes.map { "\($0) The doctor" })
    }

    @Test func `a call whose name comes late ends for all where it is left out`() throws {
        var conditions = Rule.Conditions()
        conditions.senders = ["Zoë Müller"]
        var rules = TestRules([Rule("calls", conditions, RuleAction(.drop))])
        rules.take(.ringing, TestRules.call(1, .ringing, title: ""))
        let ended = rules.take(.modified, TestRules.call(1, .ringing))
        rules.take(.ended, TestRules.call(1, .ended))
        rules.take(.missed, TestRules.call(1, .missed))
        expect(rules.story, is: ["ringing", "ended"])
        expect(ended?.call?.state, is: .ended)
    }

    @Test func `a rule about missed calls leaves the ring alone, and closes it`() throws {
        var conditions = Rule.Conditions()
        conditions.categories = ["missed_call"]
        var rules = TestRules([Rule("calls", conditions, RuleAction(.drop))])
        rules.take(.ringing, TestRules.call(1, .ringing))
        rules.take(.missed, TestRules.call(1, .missed))
        rules.take(.ringing, TestRules.call(2, .ringing))
        rules.take(.ended, TestRules.call(2, .ended))
        rules.take(.missed, TestRules.call(2, .missed))
        rules.take(.missed, TestRules.call(3, .missed))
        expect(
            rules.story,
            is: [
                "ringing Zoë Müller", "ended", "ringing Zoë Müller", "ended Zoë Müller",
            ])
    }

    @Test func `other rules do not undo what was decided about what nobody changes`() {
        var rules = TestRules([Rule("all", Rule.Conditions(), RuleAction(.drop))])
        rules.take(.added, TestRules.notice())
        rules.book.replace(rules: [], general: GeneralRules())
        rules.take(.removed, TestRules.notice())
        #expect(rules.story.isEmpty)
        rules.take(.added, TestRules.notice(2))
        expect(rules.story.count, is: 1)
    }

    @Test func `the end of what nobody heard of is judged by its words alone`() throws {
        var rules = try rules("Dinner")
        rules.take(.removed, TestRules.notice(message: "Lunch"))
        rules.take(.removed, TestRules.notice())
        expect(rules.story, is: ["removed Zoë Müller Lunch"])
        expect(rules.book.rememberedCount, is: 0)
    }

    @Test func `what is remembered is bounded`() {
        var rules = TestRules()
        for id in 1...UInt64(RuleBook.memoryLimit + 500) {
            _ = rules.judge(.notice(.added, TestRules.notice(id), at: .now))
        }
        expect(rules.book.rememberedCount, is: RuleBook.memoryLimit)
    }
}
