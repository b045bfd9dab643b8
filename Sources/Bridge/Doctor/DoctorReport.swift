import Formats

/// Findings of all checks, as text or JSON.
struct DoctorReport: Sendable {
    private let whole: FindingPage

    init(_ findings: [Finding]) {
        whole = FindingPage(findings)
    }

    /// Runs all checks on the facts.
    init(_ facts: MachineFacts) {
        let checks = facts.isSimulated ? Check.allForSimulated : Check.all(for: facts.radio)
        self.init(
            checks.flatMap { $0.findings(facts) } + facts.addOns.flatMap(\.findings))
    }

    /// Findings in order.
    var findings: [Finding] { whole.findings }

    /// Whether no finding prevents notifications.
    var isHealthy: Bool { whole.isHealthy }

    /// The report as one JSON object.
    var line: String { whole.line }

    /// Returns the page: a line for each finding, followed by its fix.
    ///
    /// - Parameter columns: width of the terminal; nil if the output is not a terminal.
    func page(inColor: Bool, columns: Int? = nil) -> String {
        whole.page(summary: summary, inColor: inColor, columns: columns)
    }

    private var summary: String {
        switch (whole.count(of: .fail), whole.count(of: .warn)) {
        case (0, 0): return "No problem was found."
        case (0, let count): return "Notifications can arrive; warnings: \(count)."
        case (let count, 0): return "Notifications cannot arrive; failures: \(count)."
        case (let failures, let warnings):
            return "Notifications cannot arrive; failures: \(failures), warnings: \(warnings)."
        }
    }
}
