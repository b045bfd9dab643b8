internal import JSON
internal import Notices

/// Result of one check.
package struct Finding: Hashable, Sendable {
    /// Identifier of the check, as listed in the documentation.
    package let id: String
    package let verdict: Verdict

    package init(id: String, verdict: Verdict) {
        self.id = id
        self.verdict = verdict
    }
}

/// Results of several checks, for users and for programs.
package struct FindingPage: Sendable {
    /// Results in order of the checks.
    package let findings: [Finding]

    package init(_ findings: [Finding]) {
        self.findings = findings
    }

    /// Whether no check failed.
    package var isHealthy: Bool {
        !findings.contains { $0.verdict.status == .fail }
    }

    /// Returns the number of results with a status.
    package func count(of status: Verdict.Status) -> Int {
        findings.count { $0.verdict.status == status }
    }

    /// One JSON object, for programs.
    package var line: String {
        JSONWriter.lineText { writer in
            writer.member("ok", isHealthy)
            writer.objects("checks", findings) { writer, finding in
                writer.member("id", finding.id)
                writer.member("status", finding.verdict.status.rawValue)
                writer.member("says", finding.verdict.says)
                if let fix = finding.verdict.fix { writer.member("fix", fix) }
            }
        }
    }

    /// Reads an object written by `line`; nil for anything else.
    package init?(reading bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), value["ok"] != nil else { return nil }
        findings = value.list("checks").compactMap { check in
            guard let id = check.text("id"), let says = check.text("says"),
                let status = check.text("status").flatMap(Verdict.Status.init(rawValue:))
            else { return nil }
            return Finding(
                id: id, verdict: Verdict(status: status, says: says, fix: check.text("fix")))
        }
    }

    /// Returns a page for users: a line for each result, followed by its fix.
    ///
    /// - Parameters:
    ///   - summary: last line of the page.
    ///   - columns: width of the terminal; nil if output is not a terminal. A fix is never wrapped, since it may be a command.
    package func page(summary: String, inColor: Bool, columns: Int? = nil) -> String {
        let idWidth = (findings.map(\.id.count).max() ?? 0) + 2
        let indent = String(repeating: " ", count: 6 + idWidth)
        var page = ""
        for finding in findings {
            let verdict = finding.verdict
            let word = verdict.status.word
            let lines = MessageLines.row(
                word.padded(to: 6) + finding.id.padded(to: idWidth), verdict.says.cleaned(),
                to: columns
            ).joined(separator: "\n")
            page += inColor ? verdict.status.color + word + "\u{1B}[0m" : word
            page += String(lines.dropFirst(word.count)) + "\n"
            if let fix = verdict.fix { page += indent + "-> " + fix.cleaned() + "\n" }
        }
        return page + "\n" + summary + "\n"
    }
}

extension Verdict.Status {
    /// First word of the line.
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
