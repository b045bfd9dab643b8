import Formats

/// What all checks found, for people and for programs.
struct DoctorReport: Sendable {
    private let whole: FindingPage

    init(_ findings: [Finding]) {
        whole = FindingPage(findings)
    }

    /// Lets every check look at the facts.
    init(_ facts: MachineFacts) {
        let checks = facts.isSimulated ? Check.allForSimulated : Check.all(for: facts.radio)
        self.init(
            checks.flatMap { $0.findings(facts) } + facts.companions.flatMap(\.findings))
    }

    /// What they found, in their order.
    var findings: [Finding] { whole.findings }

    /// Whether nothing is in the way of notices.
    var isHealthy: Bool { whole.isHealthy }

    /// One object, for programs.
    var line: String { whole.line }

    /// A page for people: a line for each finding, below it what mends it.
    ///
    /// - Parameter columns: how wide the terminal is; nil if it is read by a program.
    func page(inColor: Bool, columns: Int? = nil) -> String {
        whole.page(summary: summary, inColor: inColor, columns: columns)
    }

    private var summary: String {
        switch (whole.count(of: .fail), whole.count(of: .warn)) {
        case (0, 0): return "No problem was found."
        case (0, let count): return "Notices can arrive; warnings: \(count)."
        case (let count, 0): return "Notices cannot arrive; failures: \(count)."
        case (let failures, let warnings):
            return "Notices cannot arrive; failures: \(failures), warnings: \(warnings)."
        }
    }
}
