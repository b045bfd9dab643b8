import ANCS
import Expecting
import Patterns
import Testing

@testable import Notices

/// Which notices a rule is about.
struct MatchingTests {
    private typealias Change = @Sendable (inout Rule.Conditions) -> Void

    private func isDropped(_ notice: Notice, _ conditions: Rule.Conditions) -> Bool {
        var rules = TestRules([Rule("one", conditions, RuleAction(.drop))])
        return rules.take(.added, notice) == nil
    }

    @Test(arguments: [
        ("com.apple.MobileSMS", true, "the bundle identifier"),
        ("COM.apple.mobilesms", true, "in any case"),
        ("com.apple.*", true, "its beginning"),
        ("*", true, "anything"),
        ("com.apple", false, "its beginning without a star is another one"),
        ("com.*.MobileSMS", false, "a star stands for the end alone"),
        ("messages", true, "what the app is called"),
        ("Mess*", false, "a star is for identifiers"),
        ("Mail", false, "another app"),
    ])
    func `apps are named by identifier or name`(_ app: String, _ isMeant: Bool, _ why: String) {
        var conditions = Rule.Conditions()
        conditions.apps = ["net.example.none", app]
        expect(isDropped(TestRules.notice(), conditions), is: isMeant, "\(why)")
    }

    @Test(
        arguments: [
            ("social", .social, true), ("SOCIAL", .social, true), ("email", .social, false),
            ("mail", .email, true), ("money", .businessAndFinance, true),
            ("call", .incomingCall, true), ("incoming_call", .missedCall, false),
            ("category_77", CategoryID(rawValue: 77), true),
            ("other", CategoryID(rawValue: 77), true),
        ] as [(String, CategoryID, Bool)])
    func `categories are named by name or label`(
        _ word: String, _ category: CategoryID, _ isMeant: Bool
    ) {
        var conditions = Rule.Conditions()
        conditions.categories = [word]
        expect(isDropped(TestRules.notice(1, category), conditions), is: isMeant)
    }

    @Test func `every word for a category is known by its category`() {
        expect(Category.words.count, is: Set(Category.words).count)
        #expect(Category.words.contains("incoming_call") && Category.words.contains("vmail"))
        for word in Category.words {
            var conditions = Rule.Conditions()
            conditions.categories = [word]
            let isKnown = (0...12).contains { number in
                isDropped(TestRules.notice(1, CategoryID(rawValue: number)), conditions)
            }
            #expect(isKnown, "\(word)")
        }
    }

    @Test(arguments: [
        ("zoë müller", "Zoë Müller", true), ("STRASSE 5", "Straße 5", true),
        ("+49 30 1234", "\u{202A}+49 30 1234\u{202C}", true), ("Zoë", "Zoë Müller", false),
        ("Zoe\u{308} Müller", "Zoë Müller", true),
    ])
    func `a sender is a whole title in any case`(
        _ sender: String, _ title: String, _ isMeant: Bool
    ) {
        var conditions = Rule.Conditions()
        conditions.senders = [sender]
        expect(isDropped(TestRules.notice(title: title), conditions), is: isMeant)
    }

    @Test func `a phone is meant by its name`() {
        var conditions = Rule.Conditions()
        conditions.phones = ["mara's iphone"]
        #expect(isDropped(TestRules.notice(), conditions))
        #expect(!isDropped(TestRules.notice(phone: "Ben's iPhone"), conditions))
        #expect(isDropped(TestRules.notice(phone: "Mara's iPhone (simulated)"), conditions))
        conditions.phones = ["mara's iphone (simulated)"]
        #expect(isDropped(TestRules.notice(phone: "Mara's iPhone (simulated)"), conditions))
        #expect(!isDropped(TestRules.notice(), conditions), "a real one has no mark")
    }

    @Test(arguments: [
        ("^Zoë", true, "the title"), ("group", true, "the subtitle"),
        ("7[?]$", true, "the message"),
        ("Müller.*Dinner", false, "each is looked at alone"), ("dinner", false, "case counts"),
        ("Dinner at 7", true, "what nobody sees does not hide a word"),
    ])
    func `a pattern is found in title, subtitle or message`(
        _ source: String, _ isMeant: Bool, _ why: String
    ) throws {
        var conditions = Rule.Conditions()
        conditions.match = try Pattern(source)
        let notice = TestRules.notice(subtitle: "The group", message: "Din\u{200B}ner\nat 7?")
        expect(isDropped(notice, conditions), is: isMeant, "\(why)")
    }

    @Test func `all conditions must hold`() throws {
        var conditions = Rule.Conditions()
        conditions.apps = ["Messages"]
        conditions.senders = ["Zoë Müller"]
        conditions.match = try Pattern("Dinner")
        #expect(isDropped(TestRules.notice(), conditions))
        #expect(!isDropped(TestRules.notice(title: "Ben"), conditions))
        #expect(!isDropped(TestRules.notice(message: "Lunch?"), conditions))
        #expect(!isDropped(TestRules.notice(app: "x", name: nil), conditions))
        #expect(isDropped(TestRules.notice(), Rule.Conditions()), "no condition holds for all")
    }

    @Test func `the first rule that is about a notice decides`() {
        var senders = Rule.Conditions()
        senders.senders = ["Zoë Müller"]
        var rules = TestRules([
            Rule("friends", senders, RuleAction(.show)),
            Rule("rest", Rule.Conditions(), RuleAction(.drop)),
        ])
        rules.take(.added, TestRules.notice(1))
        rules.take(.added, TestRules.notice(2, title: "Ben"))
        expect(rules.story, is: ["added Zoë Müller Dinner at 7?"])
        expect(rules.book.counters.byRule, is: ["friends": 1, "rest": 1])
        expect(rules.book.counters.shown, is: 1)
        expect(rules.book.counters.hidden, is: 0)
        expect(rules.book.counters.leftOut, is: [.rule: 1])
    }

    @Test func `no text makes a rule slow, and what was given up is counted`() throws {
        var conditions = Rule.Conditions()
        conditions.match = try Pattern("(a+)+$")
        let rule = Rule("bad", conditions, RuleAction(.drop))
        var rules = TestRules([Rule](repeating: rule, count: 50))
        let text = String(repeating: "a", count: 2000) + "!"
        for id in 1...5 as ClosedRange<UInt64> {
            #expect(rules.take(.added, TestRules.notice(id, message: text)) != nil)
        }
        #expect(rules.book.counters.givenUpSearches >= 5)
        expect(rules.take(.added, TestRules.notice(9, message: "aaa")), is: nil)
    }
}
