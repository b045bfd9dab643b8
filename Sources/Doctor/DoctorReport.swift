import JSON
import Notices
import Outlets

/// What all checks found, for people and for programs.
struct DoctorReport: Sendable {
    let findings: [Finding]

    init(_ findings: [Finding]) {
        self.findings = findings
    }

    /// Lets every check look at the facts.
    init(_ facts: MachineFacts) {
        let checks = facts.isSimulated ? Check.allForSimulated : Check.all(for: facts.radio)
        self.init(checks.flatMap { $0.findings(facts) })
    }

    /// Whether nothing is in the way of notices.
    var isHealthy: Bool {
        !findings.contains { $0.verdict.status == .fail }
    }

    /// One object, for programs.
    var line: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ok", isHealthy)
        writer.key("checks")
        writer.beginArray()
        for finding in findings {
            writer.beginObject()
            writer.member("id", finding.id)
            writer.member("status", finding.verdict.status.rawValue)
            writer.member("says", finding.verdict.says)
            if let fix = finding.verdict.fix { writer.member("fix", fix) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A page for people: a line for each finding, below it what mends it.
    func page(inColor: Bool) -> String {
        let idWidth = (findings.map(\.id.count).max() ?? 0) + 2
        let indent = String(repeating: " ", count: 6 + idWidth)
        var page = ""
        for finding in findings {
            let verdict = finding.verdict
            let word = verdict.status.word
            let gap = String(repeating: " ", count: 6 - word.count)
            page += inColor ? verdict.status.color + word + "\u{1B}[0m" : word
            page += gap + finding.id
            page += String(repeating: " ", count: idWidth - finding.id.count)
            page += verdict.says.cleaned() + "\n"
            if let fix = verdict.fix { page += indent + "-> " + fix.cleaned() + "\n" }
        }
        return page + "\n" + summary + "\n"
    }

    private var summary: String {
        let failures = findings.count { $0.verdict.status == .fail }
        let warnings = findings.count { $0.verdict.status == .warn }
        switch (failures, warnings) {
        case (0, 0): return "No problem was found."
        case (0, let count): return "Notices can arrive; warnings: \(count)."
        case (let count, 0): return "Notices cannot arrive; failures: \(count)."
        default: return "Notices cannot arrive; failures: \(failures), warnings: \(warnings)."
        }
    }
}

extension Verdict.Status {
    /// What stands at the beginning of a line.
    fileprivate var word: String {
        switch self {
        case .ok: "OK"
        case .warn: "WARN"
        case .fail: "FAIL"
        case .skipped: "SKIP"
        }
    }

    fileprivate var color: String {
        switch self {
        case .ok: "\u{1B}[32m"
        case .warn: "\u{1B}[33m"
        case .fail: "\u{1B}[1;31m"
        case .skipped: "\u{1B}[2m"
        }
    }
}
