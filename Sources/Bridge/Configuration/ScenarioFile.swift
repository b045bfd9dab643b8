import Basics
package import Commands
package import Linux
import Settings
package import SimulatedPhone

/// Loader of scenario files.
package enum ScenarioFile {
    /// Maximum size of a scenario file.
    package static let sizeLimit = 16 << 20

    private static let portion = 1 << 16

    /// Reads a file, standard input for `-`, a built-in scenario by its name, or for nil the demo.
    package static func read(_ path: String?) throws(ScenarioFileError) -> Scenario {
        guard let path else { return Scenario.demo }
        if let builtIn = Scenario.builtIn.first(where: { $0.name == path }) {
            return builtIn.scenario
        }
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path.printable
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try isStandardInput ? bytesOfStandardInput() : self.bytes(of: path)
        } catch {
            throw .unreadable(name, error)
        }
        guard let bytes else { throw .tooLarge(name) }
        // An error in JSON does not help a user who confused the two kinds of file.
        guard !isLikeConfiguration(bytes) else { throw .configuration(name) }
        do throws(ScenarioError) {
            return try Scenario(parsing: bytes, file: name)
        } catch {
            throw .invalid(error)
        }
    }

    private static func isLikeConfiguration(_ bytes: [UInt8]) -> Bool {
        let rest = bytes.drop { " \t\r\n".utf8.contains($0) }
        if rest.first == UInt8(ascii: "#") { return true }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let word = rest.dropFirst().prefix { letters.contains($0) || $0 == UInt8(ascii: "-") }
        let isName =
            word.count > 1 && !["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
        return rest.first == UInt8(ascii: "[") && isName
    }

    /// Returns advice about built-in scenarios for the name of a missing file.
    fileprivate static func advice(for name: String) -> String {
        guard name.utf8.allSatisfy({ Self.isOfNames($0) }) else { return "" }
        let names = Scenario.builtIn.map(\.name)
        if let near = NearMatch.find(for: name, among: names) { return "; did you mean \(near)?" }
        return "; built in are \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func bytesOfStandardInput() throws(Errno) -> [UInt8]? {
        try bytes { () throws(Errno) in try StandardStream.input.read(upTo: portion) }
    }

    private static func bytes(of path: String) throws(Errno) -> [UInt8]? {
        let file = try FileDescriptor.open(readingFrom: path)
        return try bytes { () throws(Errno) in try file.read(upTo: portion) }
    }

    /// Reads up to the end; returns nil if there is too much.
    private static func bytes(
        _ next: () throws(Errno) -> [UInt8]
    ) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= sizeLimit {
            let part = try next()
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }
}

/// Error of a scenario that cannot be played.
package enum ScenarioFileError: Error, CustomStringConvertible {
    case unreadable(String, Errno)
    case tooLarge(String)
    case configuration(String)
    case invalid(ScenarioError)

    /// The error as a sentence, with the name of the file.
    package var description: String {
        switch self {
        case .unreadable(let name, .noEntry):
            "\(name) cannot be read: \(Errno.noEntry)\(ScenarioFile.advice(for: name))"
        case .unreadable(let name, let error): "\(name) cannot be read: \(error)"
        case .configuration(let name):
            "\(name) looks like a configuration, and a scenario is JSON, which begins with {"
        case .tooLarge(let name):
            "\(name) is too large for a scenario: at most \(ScenarioFile.sizeLimit >> 20) MB"
        case .invalid(let error): "\(error)"
        }
    }

    /// Exit status for this error.
    package var status: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .tooLarge, .configuration, .invalid: .badData
        }
    }
}
