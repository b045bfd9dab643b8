import Formats
import History
import HistoryCommands
import Linux
import Notices
import Settings

/// Page with the result of a rule trial.
struct RuleTrialPage {
    let trial: RuleTrial
    /// Path of the configuration with the rules.
    let configuration: String
    let columns: Int?
    let isColored: Bool

    /// Remark about notifications that are not in the history.
    static let caution =
        "What the rules of that time dropped, and what was not stored, is not in the history."

    /// Returns the page.
    func bytes() throws(HistoryError) -> [UInt8] {
        var bytes = Array((summary + table).utf8)
        for outcome in trial.outcomes where !outcome.examples.isEmpty {
            bytes += Array("\n\(name(outcome.rule)), the newest:\n".utf8)
            var lines = try NoticeLines(
                .board, for: outcome.examples, in: .received, columns: columns,
                isColored: isColored)
            for example in outcome.examples { bytes += lines.lines(for: example) }
        }
        return bytes + Array(doubts.utf8)
    }

    private var summary: String {
        let counters = trial.counters
        let leftOut = counters.leftOut.values.reduce(0, +)
        let width = trial.count.grouped.count
        let what = trial.count == 1 ? "notification" : "notifications"
        var lines = [
            "\(trial.count.grouped) \(what), evaluated with \(configuration.printable)", "",
        ]
        lines.append("shown    \(counters.shown.grouped.padded(to: width))" + hiddenClause)
        lines.append("dropped  \(leftOut.grouped.padded(to: width))" + reasonClause)
        return lines.map { $0 + "\n" }.joined()
    }

    private var hiddenClause: String {
        let count = trial.counters.hidden
        return count > 0 ? ", \(count.grouped) of them not in full" : ""
    }

    private var reasonClause: String {
        let words: [(LeftOutReason, String)] = [
            (.rule, "by rules"), (.quietHours, "in quiet hours"), (.duplicate, "as duplicates"),
            (.rate, "beyond the rate"),
        ]
        let parts = words.compactMap { reason, words in
            (trial.counters.leftOut[reason]).map { "\($0.grouped) \(words)" }
        }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    }

    private var table: String {
        let outcomes = trial.outcomes
        if outcomes.isEmpty { return "\nThe configuration has no rules.\n" }
        let nameWidth = outcomes.map { name($0.rule).count }.max() ?? 0
        let hitsWidth = outcomes.map { $0.hits.grouped.count }.max() ?? 0
        return "\n"
            + outcomes.map { outcome in
                let name = name(outcome.rule)
                let space = String(repeating: " ", count: nameWidth - name.count + 2)
                let hits = outcome.hits.grouped.padded(to: hitsWidth)
                let word = outcome.hits == 1 ? "hit " : "hits"
                return "rule \(name)\(space)\(hits) \(word)  \(outcome.rule.action.words)\n"
            }.joined()
    }

    private var doubts: String {
        var sentences = trial.unknownNames.map { $0.hasSuffix("?") ? $0 : $0 + "." }
        if trial.withoutWords > 0 {
            sentences.append(
                "Notifications stored without their full text: \(trial.withoutWords.grouped). "
                    + "The keys match and sender may match more of them on arrival.")
        }
        if trial.counters.givenUpSearches > 0 {
            sentences.append(
                "Searches for the key match that took too many steps, and count as no match: "
                    + "\(trial.counters.givenUpSearches.grouped).")
        }
        return "\n" + (sentences + [Self.caution]).map { $0 + "\n" }.joined()
    }

    private func name(_ rule: Rule) -> String { Text(rule.name).cleaned() }
}

extension RuleAction {
    /// The effect of the rule, in the words of the configuration.
    var words: String {
        [
            visibility?.rawValue, appName == nil ? nil : "rename-app",
            sender == nil ? nil : "rename-sender",
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
