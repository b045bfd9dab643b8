import History
import Linux
import Notices

/// What the rules of a configuration make of notices that were kept, the oldest first.
struct RuleTrial {
    /// The most examples of a rule.
    static let exampleLimit = 100

    /// A rule and what it was about.
    struct Outcome {
        let rule: Rule
        let hits: Int
        /// The latest notices that it was about, the newest first.
        let examples: [StoredNotice]
    }

    /// How many notices there were.
    private(set) var count = 0
    /// Of how many not all words were kept, so that conditions about words may not find them.
    private(set) var withoutWords = 0
    private let rules: [Rule]
    private let exampleCount: Int
    private var book: RuleBook
    private var examples: [String: [StoredNotice]] = [:]
    private var names = RuleNames()

    /// - Parameter exampleCount: how many examples of each rule are wanted.
    init(_ rules: [Rule], _ general: GeneralRules, exampleCount: Int) {
        self.rules = rules
        self.exampleCount = min(exampleCount, Self.exampleLimit)
        book = RuleBook(rules: rules, general: general)
    }

    /// Takes the next notice.
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

    /// What was shown and left out, and why.
    var counters: RuleCounters { book.counters }

    /// A sentence for each name in a rule that none of them has.
    var unknownNames: [String] { count == 0 ? [] : names.sentences(about: rules) }

    /// What became of each rule, in their order.
    var outcomes: [Outcome] {
        zip(rules, book.hits).map { rule, hits in
            Outcome(
                rule: rule, hits: hits.count, examples: (examples[rule.name] ?? []).reversed())
        }
    }
}
