internal import ANCS
package import Patterns

/// User-defined rule for some notifications.
package struct Rule: Sendable {
    /// Conditions of a rule, all of which must be met.
    ///
    /// An empty list is ignored. One match in a list is sufficient, except that all flags must match.
    package struct Conditions: Sendable {
        /// Bundle identifiers, exact or with `*` at the end, and names of apps.
        package var apps: [String] = []
        /// Names or labels of categories.
        package var categories: [String] = []
        /// Names of phones.
        package var phones: [String] = []
        /// Complete titles.
        package var senders: [String] = []
        /// Pattern to be found in the title, the subtitle or the message.
        package var match: Pattern?
        /// Flags, all of which must match.
        package var flags: [FlagCondition] = []
        /// Names of items, beacons and residents; a rule with any of these matches no notification.
        package var items: [String] = []
        /// Hours in which the notification must have arrived.
        package var hours: Hours?

        /// Creates conditions that match everything.
        package init() {}

        /// Whether there are conditions that only notifications can meet.
        package var areOfNotices: Bool {
            match != nil || !flags.isEmpty || ![apps, categories, senders].allSatisfy(\.isEmpty)
        }
    }

    package let name: String
    package let conditions: Conditions
    package let action: RuleAction
    private let folded: FoldedConditions

    /// Creates a rule, with its conditions prepared for frequent evaluation.
    package init(_ name: String, _ conditions: Conditions, _ action: RuleAction) {
        self.name = name
        self.conditions = conditions
        self.action = action
        folded = FoldedConditions(conditions)
    }

    /// Returns whether the rule matches a notification with this time of arrival.
    func isAbout(_ words: FoldedWords, at moment: MomentOfWeek, _ effort: inout MatchEffort) -> Bool
    {
        guard conditions.items.isEmpty, folded.hold(for: words),
            conditions.flags.allSatisfy({ $0.holds(for: words.flags) }),
            conditions.hours?.contains(moment) ?? true
        else {
            return false
        }
        guard let match = conditions.match else { return true }
        return words.texts.contains { match.matches($0, within: &effort) }
    }

    /// Returns whether the rule matches a beacon event; a rule with conditions on notifications never does.
    func isAbout(_ news: BeaconNews, at moment: MomentOfWeek) -> Bool {
        !conditions.areOfNotices && folded.hold(for: news)
            && conditions.hours?.contains(moment) ?? true
    }
}

/// Conditions folded to one case for comparison.
private struct FoldedConditions: Sendable {
    private let apps: Set<String>
    private let appPrefixes: [String]
    private let categories: Set<String>
    private let phones: Set<String>
    private let senders: Set<String>
    private let items: Set<String>

    init(_ conditions: Rule.Conditions) {
        let apps = conditions.apps.map(\.folded)
        self.apps = Set(apps.filter { !$0.hasSuffix("*") })
        appPrefixes = apps.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
        categories = Set(conditions.categories.map(\.folded))
        phones = Set(conditions.phones.map(\.folded))
        senders = Set(conditions.senders.map(\.folded))
        items = Set(conditions.items.map(\.folded))
    }

    func hold(for news: BeaconNews) -> Bool {
        (items.isEmpty || items.contains(news.subject.name.folded))
            && (phones.isEmpty || news.phone.map { isPhone($0.name.folded) } ?? false)
    }

    func hold(for words: FoldedWords) -> Bool {
        (phones.isEmpty || isPhone(words.phone))
            && (senders.isEmpty || senders.contains(words.sender))
            && (categories.isEmpty || !categories.isDisjoint(with: words.categories))
            && (apps.isEmpty && appPrefixes.isEmpty || isApp(words))
    }

    /// A simulated phone also matches by its name in the scenario.
    private func isPhone(_ name: String) -> Bool {
        phones.contains(name) || phones.contains(SimulatedName.withoutMark(name))
    }

    private func isApp(_ words: FoldedWords) -> Bool {
        apps.contains(words.appID) || words.appName.map(apps.contains) ?? false
            || appPrefixes.contains { words.appID.hasPrefix($0) }
    }
}

/// Properties of a notification as compared by rules, in their visible form.
struct FoldedWords {
    fileprivate let phone: String
    fileprivate let appID: String
    fileprivate let appName: String?
    fileprivate let sender: String
    fileprivate let categories: Set<String>
    /// Title, subtitle and message in original case.
    fileprivate let texts: [String]
    fileprivate let flags: EventFlags

    init(_ notice: Notice) {
        phone = notice.phone.folded
        appID = notice.appID.string.folded
        appName = notice.appName?.string.folded
        sender = notice.title.string.folded
        categories = [notice.category.name.folded, notice.category.label.folded]
        flags = notice.flags
        texts = [notice.title, notice.subtitle, notice.message].map { $0.cleaned() }
    }
}

extension String {
    /// The text without invisible characters, folded to one case; `ß` becomes `ss`.
    package var folded: String { cleaned().uppercased().lowercased() }
}
