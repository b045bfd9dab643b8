import Commands
import Configuration
import Linux
import Settings
import SimulatedPhone

/// Private folder of a demo, for a configuration, a history, sockets and a token.
struct DemoFolder: Sendable {
    /// Error of a folder that cannot be created.
    struct Problem: Error {
        let sentence: String
        var status = ExitStatus.unavailable
    }

    /// Prefix of the names of all such folders.
    static let prefix = "callboard-demo-"
    /// Maximum length of a socket path in bytes.
    private static let longestSocket = 107
    private static let temporary = "/tmp"

    /// The folder, removed when the demo ends.
    let place: PassingFolder
    private let scenario: String?
    private let token = secret(parts: 2)
    var path: String { place.path }
    var configuration: String { "\(path)/callboard.conf" }
    var socket: String { Self.socket(in: path) }
    private var folder: String { "\(path)/history" }
    /// Folder of the simulated phone's history.
    var history: String { StateOptions.folderOfSimulation(in: folder) }

    /// Creates a folder with a new name, and removes those of killed demos.
    init(_ options: DemoCommand) throws(Problem) {
        scenario = options.scenario
        let parents = try Self.parents()
        for parent in parents { PassingFolder.removeAbandoned(in: parent, prefix: Self.prefix) }
        let parent = parents.first ?? Self.temporary
        let path = "\(parent)/\(Self.prefix)\(Self.secret(parts: 1))"
        let length = Self.socket(in: path).utf8.count
        guard length <= Self.longestSocket else {
            throw Problem(
                sentence: "the path of a socket in \(parent.printable) has \(length) bytes, and "
                    + "\(Self.longestSocket) are possible; set TMPDIR to a shorter one")
        }
        do throws(Errno) {
            place = try PassingFolder(path)
        } catch {
            throw Problem(sentence: "\(path.printable): \(error)")
        }
    }

    /// Returns the possible parent folders, first the one for this demo.
    private static func parents() throws(Problem) -> [String] {
        var parents: [String] = []
        if let named = Environment.value("TMPDIR"), !named.isEmpty {
            guard named.hasPrefix("/"), isFolder(named) else {
                throw Problem(
                    sentence: "TMPDIR is \(named.printable), which is not the path of a folder "
                        + "from / on; unset it, or name one")
            }
            parents.append(named)
        }
        if let own = Environment.value("XDG_RUNTIME_DIR"), own.hasPrefix("/"), isFolder(own) {
            parents.append(own)
        }
        return parents + [temporary]
    }

    private static func isFolder(_ path: String) -> Bool { FileDescriptor.exists(path + "/.") }

    private static func socket(in path: String) -> String { "\(path)/control.sock" }

    /// Returns the command that starts the bridge.
    func bridge(_ options: DemoCommand) -> [String] {
        [
            CurrentProcess.program, "run", "--config", configuration, "--state", "\(path)/state",
        ] + options.wordsOfRun
    }

    /// Returns the address of the page.
    func address(port: UInt16) -> String { "http://127.0.0.1:\(port)/?token=\(token)" }

    /// Writes the files that the programs read.
    ///
    /// - Parameter port: port of the page; nil if there is none.
    func prepare(port: UInt16?) throws(Problem) {
        let played = try Self.scenario(scenario)
        let text = """
            [radio]
            radio = simulated
            scenario = \(quoted(scenarioPath))
            repeat-after = 30s
            [control]
            socket = \(quoted(socket))
            [history]
            folder = \(quoted(folder))

            """
        let wall = port.map { port in
            """
            [wall]
            listen = 127.0.0.1:\(port)
            tokens = \(quoted("file:\(path)/tokens"))
            name = Callboard

            """
        }
        do throws(Errno) {
            let folder = try StateFolder(existing: path)
            let whole = text + (wall ?? "") + (played.hasAir ? DemoBeacons.sections : "")
            try folder.write(Array(whole.utf8), to: "callboard.conf")
            if port != nil {
                try folder.write(Array("demo full act \(token)\n".utf8), to: "tokens")
            }
        } catch {
            throw Problem(sentence: "\(path): \(error)")
        }
    }

    /// Removes the folder, or reports that it remains.
    func remove() {
        do throws(Errno) {
            try place.remove()
        } catch {
            Messages.say("\(path) is left: \(error)")
        }
    }

    private static func scenario(_ source: String?) throws(Problem) -> Scenario {
        guard source != "-" else {
            throw Problem(
                sentence:
                    "--wall and --board play a file or a built-in scenario, not standard input",
                status: .usage)
        }
        do throws(ScenarioFileError) {
            return try ScenarioFile.read(source)
        } catch {
            throw Problem(sentence: "\(error)", status: error.status)
        }
    }

    /// Absolute path, resolved against the caller's directory, or name of a built-in scenario.
    private var scenarioPath: String {
        let scenario = scenario ?? "demo"
        let isBuiltIn = Scenario.builtIn.contains { $0.name == scenario }
        return isBuiltIn ? scenario : FileDescriptor.canonicalPath(scenario)
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// Returns unpredictable characters, 64 bits in each part.
    private static func secret(parts: Int) -> String {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<parts).map { _ in String(random.next() as UInt64, radix: 36) }
        return digits.joined()
    }
}
