import Linux
import SimulatedPhone

/// Finds the scenario a person asks for.
enum ScenarioFile {
    /// A scenario file that is larger is none.
    static let sizeLimit = 16 << 20

    private static let standardInput: Int32 = 0

    /// Reads a file, standard input for `-`, or for nil the scenario that is built in.
    static func read(_ path: String?) throws(ScenarioFileError) -> Scenario {
        guard let path else { return Scenario.demo }
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let bytes = try bytes(of: isStandardInput ? nil : path, name)
        do throws(ScenarioError) {
            return try Scenario(parsing: bytes, file: name)
        } catch {
            throw .invalid(error)
        }
    }

    private static func bytes(
        of path: String?, _ name: String
    ) throws(ScenarioFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(Errno) {
            let file =
                if let path {
                    try FileDescriptor.open(readingFrom: path)
                } else {
                    try FileDescriptor.duplicate(of: standardInput)
                }
            while bytes.count <= sizeLimit {
                let part = try file.read(upTo: 1 << 16)
                if part.isEmpty { return bytes }
                bytes += part
            }
        } catch {
            throw .unreadable(name, error)
        }
        throw .tooLarge(name)
    }
}

/// Why there is no scenario to play.
enum ScenarioFileError: Error, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(String, Errno)
    /// The file is larger than any scenario.
    case tooLarge(String)
    /// The file is not a scenario.
    case invalid(ScenarioError)

    var description: String {
        switch self {
        case .unreadable(let name, let error): "\(name) cannot be read: \(error)"
        case .tooLarge(let name):
            "\(name) is too large for a scenario: at most \(ScenarioFile.sizeLimit >> 20) MB"
        case .invalid(let error): "\(error)"
        }
    }

    var status: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .tooLarge, .invalid: .badData
        }
    }
}
