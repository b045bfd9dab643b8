package import Linux

/// Record of the trials, kept in a file between runs.
package struct TrialRecord: Sendable {
    /// Maximum length of a model or iOS version.
    package static let longestWord = 40

    /// Result of a step, with its time.
    package struct Result: Hashable, Sendable {
        package let step: String
        package let verdict: TrialVerdict
        package let time: WallTime

        package init(step: String, verdict: TrialVerdict, time: WallTime) {
            self.step = step
            self.verdict = verdict
            self.time = time
        }
    }

    /// Model of the iPhone as typed; empty if omitted, nil if not asked yet.
    package var model: String?
    /// Version of iOS as typed; empty if omitted, nil if not asked yet.
    package var system: String?
    /// Boot identifier of the kernel at the start of the step `restart`; nil unless the step is in progress.
    package var restartBegunIn: String?
    package private(set) var results: [Result] = []

    package init() {}

    /// Returns the result of a step.
    package func result(of step: TrialStep) -> Result? {
        results.first { $0.step == step.name }
    }

    /// First step without a result.
    package var next: TrialStep? { TrialStep.all.first { result(of: $0) == nil } }

    /// Stores a result, replacing an earlier one of the same step.
    package mutating func keep(_ result: Result) {
        results.removeAll { $0.step == result.step }
        results.append(result)
    }

    /// Returns typed text reduced to letters, digits and a few signs, so that it can be published.
    package static func word(_ typed: String) -> String {
        let allowed = typed.unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
                || " .,()+-".unicodeScalars.contains(scalar)
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: allowed.prefix(longestWord))
        return text
    }
}
