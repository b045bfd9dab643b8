import Arguments
package import Commands
package import Linux
package import SimulatedPhone

/// Finds the scenario a person asks for.
package enum ScenarioFile {
    /// A scenario file that is larger is none.
    package static let sizeLimit = 16 << 20

    private static let portion = 1 << 16

    /// Reads a file, standard input for `-`, a scenario that is built in by its name, or for nil the demo.
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
        do throws(ScenarioError) {
            return try Scenario(parsing: bytes, file: name)
        } catch {
            throw .invalid(error)
        }
    }

    private static func bytesOfStandardInput() throws(Errno) -> [UInt8]? {
        try bytes { () throws(Errno) in try StandardStream.input.read(upTo: portion) }
    }

    private static func bytes(of path: String) throws(Errno) -> [UInt8]? {
        let file = try FileDescriptor.open(readingFrom: path)
        return try bytes { () throws(Errno) in try file.read(upTo: portion) }
    }

    /// All that comes until nothing more does, or nil where that is too much.
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

/// Why there is no scenario to play.
package enum ScenarioFileError: Error, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(String, Errno)
    /// The file is larger than any scenario.
    case tooLarge(String)
    /// The file is not a scenario.
    case invalid(ScenarioError)

    /// The failure as a sentence, with the file's name.
    package var description: String {
        switch self {
        case .unreadable(let name, let error): "\(name) cannot be read: \(error)"
        case .tooLarge(let name):
            "\(name) is too large for a scenario: at most \(ScenarioFile.sizeLimit >> 20) MB"
        case .invalid(let error): "\(error)"
        }
    }

    /// The status with which a command ends for this.
    package var status: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .tooLarge, .invalid: .badData
        }
    }
}
