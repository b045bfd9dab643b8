import History
import Linux
import Notices

/// Trial of rules on stored notifications, oldest first.
struct RuleTrial {
    /// Maximum number of examples of a rule.
    static let exampleLimit = 100

    /// A rule with the notifications to which it applied.
    struct Outcome {
        let rule: Rule
        let hits: Int
        /// The latest matches, newest first.
        let examples: [StoredNotice]
    }

    /// Number of evaluated notifications.
    private(set) var count = 0
    /// Number of notifications stored without their full text, on which text conditions may not match.
    private(set) var withoutWords = 0
    private let rules: [Rule]
    private let exampleCount: Int
    private var book: RuleBook
    private var examples: [String: [StoredNotice]] = [:]
    private var names = RuleNames()

    /// - Parameter exampleCount: number of examples for each rule.
    init(_ rules: [Rule], _ general: GeneralRules, exampleCount: Int) {
        self.rules = rules
        self.exampleCount = min(exampleCount, Self.exampleLimit)
        book = RuleBook(rules: rules, general: general)
    }

    /// Evaluates the next notification.
    mutating func take(_ stored: StoredNotice) {
        let notice = stored.notice
        count += 1
        names.take(notice)
        if stored.detail != .full || notice.hidden != .nothing { withoutWords += 1 }
        let time = notice.received
        let judgement = book.judgement(
            of: notice, at: .milliseconds(time.milliseconds), local: time.local)
        guard exampleCount > 0, let rule = judgement.rule else { return }
        var latest = examples[rule] ?? []
        if latest.count >= exampleCount { latest.removeFirst() }
        examples[rule] = latest + [stored]
    }

    /// Counters of shown and hidden notifications, by reason.
    var counters: RuleCounters { book.counters }

    /// A sentence for each name in a rule that matches none of the notifications.
    var unknownNames: [String] { count == 0 ? [] : names.sentences(about: rules) }

    /// Results of the rules, in their order.
    var outcomes: [Outcome] {
        zip(rules, book.hits).map { rule, hits in
            Outcome(
                rule: rule, hits: hits.count, examples: (examples[rule.name] ?? []).reversed())
        }
    }
}
