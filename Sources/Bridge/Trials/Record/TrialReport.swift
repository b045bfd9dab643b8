import Commands
import Linux
import Notices

/// Report that may be published: results, times and versions; never a text, name, address or identifier.
package struct TrialReport: Sendable {
    /// First line of every report, used to recognize an older one.
    package static let mark = "# A real iPhone, tried with callboard try-phone"

    /// Mode of the file.
    static let mode: UInt32 = 0o644

    let record: TrialRecord
    /// Lines of `doctor` about the host.
    let host: [String]

    package init(_ record: TrialRecord, host: [String]) {
        self.record = record
        self.host = host
    }

    /// Content of the file.
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

    /// Row of a step.
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

    /// Numbers of steps that passed, failed, and were not judged.
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
    /// Date, hour and minute in UTC: a time zone would reveal the region.
    fileprivate var minute: String {
        String(universal.timestamp(milliseconds: 0).prefix(16).map { $0 == "T" ? " " : $0 })
    }
}
