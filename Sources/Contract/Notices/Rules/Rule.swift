internal import ANCS
package import Patterns

/// What a person wants done with some notices.
package struct Rule: Sendable {
    /// Which notices a rule is about: those for which all that is given holds.
    ///
    /// A list is given where it is not empty, and one of it is enough, but of flags all must hold.
    package struct Conditions: Sendable {
        /// Bundle identifiers, exact or with `*` at the end, and names of apps.
        package var apps: [String] = []
        /// Names or labels of categories.
        package var categories: [String] = []
        /// Names of phones.
        package var phones: [String] = []
        /// Whole titles.
        package var senders: [String] = []
        /// What must be found in the title, the subtitle or the message.
        package var match: Pattern?
        /// What the phone must say of it, all of this.
        package var flags: [FlagCondition] = []
        /// Names of things, beacons and persons; a rule with some is about no notice.
        package var items: [String] = []
        /// When the notice must have come.
        package var hours: Hours?

        /// Conditions that hold for every notice.
        package init() {}

        /// Whether they ask for what only notices have.
        package var areOfNotices: Bool {
            match != nil || !flags.isEmpty || ![apps, categories, senders].allSatisfy(\.isEmpty)
        }
    }

    /// What the person calls it.
    package let name: String
    /// Which notices it is about.
    package let conditions: Conditions
    /// What becomes of those.
    package let action: RuleAction
    private let folded: FoldedConditions

    /// A rule, whose conditions are made ready for being asked very often.
    package init(_ name: String, _ conditions: Conditions, _ action: RuleAction) {
        self.name = name
        self.conditions = conditions
        self.action = action
        folded = FoldedConditions(conditions)
    }

    /// Whether this rule is about a notice that came at some moment.
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

    /// Whether this rule is about what happened around a beacon: one that asks for what only notices have is not.
    func isAbout(_ news: BeaconNews, at moment: MomentOfWeek) -> Bool {
        !conditions.areOfNotices && folded.hold(for: news)
            && conditions.hours?.contains(moment) ?? true
    }
}

/// Conditions in the one case in which they are compared.
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

    /// A simulated phone goes by the name that its scenario gives, too.
    private func isPhone(_ name: String) -> Bool {
        phones.contains(name) || phones.contains(SimulatedName.withoutMark(name))
    }

    private func isApp(_ words: FoldedWords) -> Bool {
        apps.contains(words.appID) || words.appName.map(apps.contains) ?? false
            || appPrefixes.contains { words.appID.hasPrefix($0) }
    }
}

/// What rules compare of a notice, as people see it.
struct FoldedWords {
    fileprivate let phone: String
    fileprivate let appID: String
    fileprivate let appName: String?
    fileprivate let sender: String
    fileprivate let categories: Set<String>
    /// Title, subtitle and message, in the case in which they came.
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
    /// The text without what nobody sees, in one case; `ß` is `ss`.
    package var folded: String { cleaned().uppercased().lowercased() }
}
