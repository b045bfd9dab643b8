package import Linux

/// How far the trials have come: kept in a file between two runs.
package struct TrialRecord: Sendable {
    /// Bytes of a model or a version of iOS.
    package static let longestWord = 40

    /// What became of a step, and when.
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

    /// Which iPhone it is, as a person typed it; empty where they did not.
    package var model: String?
    /// Its version of iOS.
    package var system: String?
    /// The start of the host in which the step `restart` was begun, as the kernel names it.
    package var restartBegunIn: String?
    package private(set) var results: [Result] = []

    package init() {}

    /// The result of a step.
    package func result(of step: TrialStep) -> Result? {
        results.first { $0.step == step.name }
    }

    /// The first step without a result.
    package var next: TrialStep? { TrialStep.all.first { result(of: $0) == nil } }

    /// Keeps a result, in place of an earlier one of the same step.
    package mutating func keep(_ result: Result) {
        results.removeAll { $0.step == result.step }
        results.append(result)
    }

    /// What a person typed, as far as strangers may see it: letters, digits and a few signs.
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
