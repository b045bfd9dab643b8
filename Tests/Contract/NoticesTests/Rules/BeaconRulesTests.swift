import Beacons
import Expecting
import Linux
import Testing

@testable import Notices

/// What rules and quiet hours make of news of beacons.
struct BeaconRulesTests {
    private static let keys = BeaconNews(
        .left, of: .item(BeaconItem("Keys"), region: "keys"), zone: .unknown)
    private static let mara = BeaconNews(
        .presence, of: .person("Mara", phone: PhoneName("Mara's iPhone"), isHome: true),
        zone: .near)

    private func passes(_ news: BeaconNews, _ book: inout RuleBook, hour: Int = 12) -> BeaconNews? {
        let event = BridgeEvent.beacon(news, at: WallTime(milliseconds: 0))
        let ruled = book.rule(on: event, local: TestRules.time(hour, 0))
        guard case .beacon(let shown, _) = book.shown(ruled, at: .zero) else { return nil }
        return shown
    }

    /// Conditions of which a few are given.
    private static func conditions(
        items: [String] = [], apps: [String] = [], categories: [String] = [],
        senders: [String] = [], phones: [String] = []
    ) -> Rule.Conditions {
        var conditions = Rule.Conditions()
        (conditions.items, conditions.apps, conditions.categories) = (items, apps, categories)
        (conditions.senders, conditions.phones) = (senders, phones)
        return conditions
    }

    @Test(
        arguments: [
            (conditions(items: ["Keys"]), true, "its name"),
            (conditions(items: ["kEYS"]), true, "in any case"),
            (conditions(items: ["Wallet", "keys"]), true, "one of several"),
            (conditions(items: ["Wallet"]), false, "another thing"),
            (conditions(), true, "nothing is asked"),
            (conditions(items: ["Keys"], apps: ["*"]), false, "a thing has no app"),
            (conditions(categories: ["social"]), false, "nor a category"),
            (conditions(senders: ["Keys"]), false, "nor a sender"),
            (conditions(phones: ["Mara's iPhone"]), false, "nor a phone"),
        ] as [(Rule.Conditions, Bool, Comment)])
    func `a rule is about a thing by its name`(
        _ conditions: Rule.Conditions, _ isMeant: Bool, _ why: Comment
    ) {
        var book = RuleBook(rules: [Rule("one", conditions, RuleAction(.drop))])
        expect(passes(Self.keys, &book) == nil, is: isMeant, why)
        expect(book.hits.first?.count, is: isMeant ? 1 : 0, why)
    }

    @Test func `a person's phone is one that rules know`() {
        var conditions = Rule.Conditions()
        conditions.phones = ["mara's iphone"]
        var book = RuleBook(rules: [Rule("one", conditions, RuleAction(.drop))])
        expect(passes(Self.mara, &book), is: nil)
    }

    @Test func `a rule about things is about no notice`() {
        var conditions = Rule.Conditions()
        conditions.items = ["Zoë Müller"]
        var rules = TestRules([Rule("one", conditions, RuleAction(.drop))])
        let shown = rules.take(.added, TestRules.notice())
        #expect(shown != nil)
    }

    @Test func `quiet hours disturb nobody, and what holds is known`() {
        var general = GeneralRules()
        general.quietHours = Hours(from: 22 * 60, to: 7 * 60)
        var conditions = Rule.Conditions()
        conditions.items = ["Mara"]
        var book = RuleBook(
            rules: [Rule("one", conditions, RuleAction(.show))], general: general)
        expect(passes(Self.keys, &book)?.isKept, is: false, "at noon")
        expect(passes(Self.keys, &book, hour: 23)?.isKept, is: true)
        expect(passes(Self.mara, &book, hour: 23)?.isKept, is: false, "a rule says so")
        let tap = BeaconNews(.tap, of: .region("badge"), zone: .immediate)
        expect(passes(tap, &book, hour: 23), is: nil, "what does not last is not told later")
        // Both figures beside them are about notices alone.
        #expect(book.counters.leftOut.isEmpty && book.counters.shown == 0)
        #expect(book.counters.leftOutBeacons == 2 && book.counters.shownBeacons == 2)
    }
}
