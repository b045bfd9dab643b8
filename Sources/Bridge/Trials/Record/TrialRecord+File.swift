import Basics
package import JSON
import Linux

extension TrialRecord {
    /// Version of the file format.
    private static let version = 1
    /// Maximum number of results in a file; each step has one.
    private static let longestList = 256
    /// Maximum number of findings of a result.
    fileprivate static let mostFindings = 32
    /// Maximum length of the kernel's boot identifier.
    private static let longestBoot = 64
    /// Last millisecond of the year 9999.
    fileprivate static let lastTime = 253_402_300_799_999

    /// Content of the file.
    package var bytes: [UInt8] {
        let head = JSONWriter.object { writer in
            writer.member("version", Self.version)
            if let model { writer.member("model", model) }
            if let system { writer.member("system", system) }
            if let restartBegunIn { writer.member("restart", restartBegunIn) }
        }
        let lines = results.map(\.line).joined(separator: Array(",\n".utf8))
        // One line for each result, for readers of the file.
        return head.dropLast() + Array(",\"results\":[\n".utf8) + lines + Array("\n]}\n".utf8)
    }

    /// Error of a file that cannot be used at all.
    package enum Failure: Error, Hashable, Sendable {
        case otherVersion
        /// Content that is not a record, with the parse error.
        case garbage(JSONError)
    }

    /// Parses the content of a file.
    ///
    /// - Parameter problems: receives errors; only invalid parts are omitted.
    package init(parsing bytes: [UInt8], problems: inout [JSONError]) throws(Failure) {
        let members: JSONFields
        let version: Int
        do throws(JSONError) {
            members = try JSONFields(anyKeysOf: JSONField(JSONValue(parsing: bytes)))
            version = try members.required("version").integer(in: 0...Int.max)
        } catch {
            throw .garbage(error)
        }
        guard version == Self.version else { throw .otherVersion }
        if members["results"] == nil {
            problems.append(members.error("the field results is missing"))
        }
        for (key, field) in members.all {
            do throws(JSONError) {
                switch key {
                case "version": break
                case "model": model = try Self.word(of: field)
                case "system": system = try Self.word(of: field)
                case "restart": restartBegunIn = try Self.boot(of: field)
                case "results": try keep(field, &problems)
                default:
                    throw field.error(
                        "there is no such field; "
                            + JSONField.advice(
                                for: key,
                                among: ["version", "model", "system", "restart", "results"]))
                }
            } catch {
                problems.append(error)
            }
        }
    }

    private static func word(of field: JSONField) throws(JSONError) -> String {
        let text = try field.string()
        guard word(text) == text else {
            throw field.error(
                "must be at most \(longestWord) letters, digits, spaces and signs of .,()+-")
        }
        return text
    }

    private static func boot(of field: JSONField) throws(JSONError) -> String {
        let text = try field.string()
        guard text.utf8.count <= longestBoot else {
            throw field.error("must be at most \(longestBoot) bytes")
        }
        return text
    }

    private mutating func keep(
        _ list: JSONField, _ problems: inout [JSONError]
    ) throws(JSONError) {
        let elements = try list.elements()
        guard elements.count <= Self.longestList else {
            throw list.error("must have at most \(Self.longestList) results")
        }
        for element in elements {
            do throws(JSONError) {
                let result = try Result(element)
                guard !results.contains(where: { $0.step == result.step }) else {
                    throw element.error("the step '\(result.step)' has a result already")
                }
                keep(result)
            } catch {
                problems.append(error)
            }
        }
    }
}

extension TrialRecord.Result {
    fileprivate var line: [UInt8] {
        JSONWriter.object { writer in
            writer.member("step", step)
            writer.member("at", time.milliseconds)
            writer.objects("findings", verdict.findings) { writer, finding in
                writer.member("kind", finding.kind.rawValue)
                writer.member("number", finding.number)
            }
        }
    }

    fileprivate init(_ field: JSONField) throws(JSONError) {
        let members = try JSONFields(of: field, allowed: ["step", "at", "findings"])
        let name = try members.required("step")
        let step = try name.string()
        guard TrialStep.all.contains(where: { $0.name == step }) else {
            let advice = UnknownName(step, among: TrialStep.all.map(\.name))?.advice ?? ""
            throw name.error("there is no step \(step.quotedForErrors)" + advice)
        }
        let time = try members.required("at").integer(in: 0...TrialRecord.lastTime)
        let list = try members.required("findings")
        let findings = try list.elements()
        guard (1...TrialRecord.mostFindings).contains(findings.count) else {
            throw list.error("must be from 1 to \(TrialRecord.mostFindings) findings")
        }
        var found: [TrialFinding] = []
        for finding in findings { found.append(try TrialFinding(finding)) }
        self.init(
            step: step, verdict: TrialVerdict(found), time: WallTime(milliseconds: Int64(time)))
    }
}

extension TrialFinding {
    /// Maximum of counts, flags, and milliseconds within a step.
    private static let largestNumber = 1_000_000_000

    fileprivate init(_ field: JSONField) throws(JSONError) {
        let members = try JSONFields(of: field, allowed: ["kind", "number"])
        let kind = try members.required("kind")
        let name = try kind.string()
        guard let known = Kind(rawValue: name) else {
            let advice = UnknownName(name, among: Kind.allCases.map(\.rawValue))?.advice ?? ""
            throw kind.error("there is no finding \(name.quotedForErrors)" + advice)
        }
        let number = try members.required("number").integer(in: 0...Self.largestNumber)
        self.init(known, number)
    }
}
