import JSON
package import Linux

/// How far the trials have come: kept in a file between two runs.
package struct TrialRecord: Sendable {
    /// The form of the file.
    private static let version = 1
    /// Bytes of a model or a version of iOS.
    package static let longestWord = 40
    /// Results of a file that are read; each step has one.
    private static let longestList = 256

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

extension TrialRecord {
    /// The content of the file.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Self.version)
        if let model { writer.member("model", model) }
        if let system { writer.member("system", system) }
        if let restartBegunIn { writer.member("restart", restartBegunIn) }
        writer.key("results")
        writer.beginArray()
        for result in results {
            writer.beginObject()
            writer.member("step", result.step)
            writer.member("at", result.time.milliseconds)
            writer.key("findings")
            writer.beginArray()
            for finding in result.verdict.findings {
                writer.beginObject()
                writer.member("kind", finding.kind.rawValue)
                writer.member("number", finding.number)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// Why a file is not a record.
    package enum Failure: Error, Hashable, Sendable {
        case otherVersion
        case garbage
    }

    /// Reads the content of a file.
    package init(parsing bytes: [UInt8]) throws(Failure) {
        guard let value = try? JSONValue(parsing: bytes), let version = value.number("version")
        else { throw .garbage }
        guard version == Self.version else { throw .otherVersion }
        let list = value.list("results")
        guard list.count <= Self.longestList else { throw .garbage }
        model = value.text("model").map(Self.word)
        system = value.text("system").map(Self.word)
        restartBegunIn = value.text("restart")
        for entry in list {
            guard let step = entry.text("step"),
                TrialStep.all.contains(where: { $0.name == step }),
                case .integer(let time) = entry["at"]?.content
            else { continue }
            let findings = entry.list("findings").compactMap { finding in
                finding.text("kind").flatMap(TrialFinding.Kind.init(rawValue:)).map {
                    TrialFinding($0, finding.number("number") ?? 0)
                }
            }
            keep(
                Result(
                    step: step, verdict: TrialVerdict(findings),
                    time: WallTime(milliseconds: time)))
        }
    }
}
