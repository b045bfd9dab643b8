import ANCS
import Expecting
import Linux
import Testing

@testable import Notices

/// What is left of a notice that a rule changes.
struct ActionTests {
    private static let secret = "hunter2"

    private func judged(_ action: RuleAction, _ notice: Notice) -> Notice? {
        var rules = TestRules([Rule("one", Rule.Conditions(), action)])
        return rules.take(.added, notice)
    }

    @Test func `a rule that shows changes nothing`() {
        expect(judged(RuleAction(.show), TestRules.notice()), is: TestRules.notice())
        expect(judged(RuleAction(nil), TestRules.notice()), is: TestRules.notice())
    }

    @Test func `hidden text leaves who it is, and says so`() throws {
        let notice = TestRules.notice(subtitle: Self.secret, message: Self.secret)
        let shown = try #require(judged(RuleAction(.hideText), notice))
        #expect(shown.title.string == "Zoë Müller" && shown.appName?.string == "Messages")
        #expect(shown.subtitle.isEmpty && shown.message.isEmpty && shown.messageSize == nil)
        expect(shown.hidden, is: .text)
        #expect(!"\(shown)".contains(Self.secret))
    }

    @Test func `a hidden notice leaves its app and its kind`() throws {
        let notice = TestRules.notice(
            title: Self.secret, subtitle: Self.secret, message: Self.secret)
        let shown = try #require(judged(RuleAction(.hide), notice))
        #expect(shown.title.isEmpty && shown.subtitle.isEmpty && shown.message.isEmpty)
        #expect(shown.appName?.string == "Messages" && shown.category == Category(.social))
        expect(shown.hidden, is: .all)
        var dump = ""
        Swift.dump(shown, to: &dump)
        #expect(!dump.contains(Self.secret) && !dump.contains("\(Self.secret.utf8.first ?? 0)\n"))
    }

    @Test func `what is renamed loses its own name everywhere`() throws {
        let notice = TestRules.notice(title: Self.secret, name: Self.secret)
        let action = RuleAction(nil, appName: Text("Chat"), sender: Text("The doctor"))
        let shown = try #require(judged(action, notice))
        #expect(shown.appName?.string == "Chat" && shown.title.string == "The doctor")
        #expect(shown.message == notice.message && shown.hidden == .nothing)
        #expect(!"\(shown)".contains(Self.secret))
    }

    @Test func `a notice may be hidden and bear another name`() throws {
        let action = RuleAction(.hide, sender: Text("The doctor"))
        let shown = try #require(judged(action, TestRules.notice(title: Self.secret)))
        #expect(shown.title.string == "The doctor" && shown.message.isEmpty)
    }

    @Test func `what is not about a notice passes`() throws {
        var rules = TestRules([Rule("all", Rule.Conditions(), RuleAction(.drop))])
        let source = try SourceEvent(parsing: [0, 0, 4, 1, 9, 0, 0, 0])
        let wall = WallTime(milliseconds: 0)
        for event in [
            BridgeEvent.phone(.ready, PhoneName("x"), at: wall), .radio(.listening, at: wall),
            .source(source, phone: "x", at: wall),
        ] {
            expect(rules.judge(event), is: event)
        }
        expect(rules.book.counters, is: RuleCounters())
    }
}
