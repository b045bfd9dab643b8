import Commands
import Linux
import Notices

/// What a person may show to strangers: what was judged, when, with what; never a text, name, address or identifier.
package struct TrialReport: Sendable {
    /// The beginning of every report, by which an older one is recognised.
    package static let mark = "# A real iPhone, tried with callboard try-phone"

    /// The rights of the file.
    static let mode: UInt32 = 0o644

    let record: TrialRecord
    /// What doctor says of the host.
    let host: [String]

    package init(_ record: TrialRecord, host: [String]) {
        self.record = record
        self.host = host
    }

    /// The whole file.
    package var text: String {
        var lines = [
            Self.mark,
            "# Times are in UTC. It contains no text, name, address or identifier of a phone, a person or this host.",
            "",
        ]
        lines += host
        lines.append("iphone: \(record.model.nonEmpty ?? "not given")")
        lines.append("ios: \(record.system.nonEmpty ?? "not given")")
        return (lines + [""]).joined(separator: "\n") + "\n" + table
    }

    /// What is said of a step.
    package struct Row: Hashable, Sendable {
        package let step: String
        package let outcome: String
        /// Step, outcome and time in columns.
        package let left: String
        /// All findings; empty while the step has no result.
        package let words: String
    }

    /// A row for each step.
    package var rows: [Row] {
        let width = TrialStep.all.map(\.name.count).max() ?? 0
        return TrialStep.all.map { step in
            let name = step.name + String(repeating: " ", count: width - step.name.count)
            guard let result = record.result(of: step) else {
                let outcome = "not done"
                return Row(
                    step: step.name, outcome: outcome, left: "\(name)  \(outcome)", words: "")
            }
            let outcome = result.verdict.outcome.rawValue
            let gap = String(repeating: " ", count: 8 - outcome.count)
            return Row(
                step: step.name, outcome: outcome,
                left: "\(name)  \(outcome)\(gap)  \(result.time.minute)",
                words: result.verdict.words)
        }
    }

    /// All rows, each on one line.
    package var table: String {
        rows.map { $0.words.isEmpty ? "\($0.left)\n" : "\($0.left)  \($0.words)\n" }.joined()
    }

    /// How many steps passed, failed, and have no result that says anything.
    package var summary: String {
        let outcomes = TrialStep.all.map { record.result(of: $0)?.verdict.outcome }
        let passed = outcomes.count { $0 == .passed }
        let failed = outcomes.count { $0 == .failed }
        return "\(passed) passed, \(failed) failed, \(outcomes.count - passed - failed) not judged"
    }
}

extension String? {
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}

extension WallTime {
    /// Day, hour and minute in UTC: the zone would say where somebody lives.
    fileprivate var minute: String {
        String(universal.timestamp(milliseconds: 0).prefix(16).map { $0 == "T" ? " " : $0 })
    }
}
