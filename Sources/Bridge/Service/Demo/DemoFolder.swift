import Commands
import Configuration
import Linux
import Settings
import SimulatedPhone

/// The folder of a demo that needs files: a configuration, a history, sockets and a token, closed to everybody else.
struct DemoFolder: Sendable {
    /// Why there is none.
    struct Problem: Error {
        let sentence: String
        var status = ExitStatus.unavailable
    }

    /// What the names of all such folders begin with.
    static let prefix = "callboard-demo-"
    /// Bytes that the path of a socket has at most.
    private static let longestSocket = 107
    private static let temporary = "/tmp"

    /// The folder itself, which goes with the demo.
    let place: PassingFolder
    private let scenario: String?
    private let token = secret(parts: 2)
    var path: String { place.path }
    var configuration: String { "\(path)/callboard.conf" }
    var socket: String { Self.socket(in: path) }
    private var folder: String { "\(path)/history" }
    /// Where the bridge keeps what a simulated phone tells.
    var history: String { StateOptions.folderOfSimulation(in: folder) }

    /// Makes a folder of a new name, and removes those of demos that were killed.
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

    /// The folders that demos are in, the one of this demo first.
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

    /// The words that start the bridge.
    func bridge(_ options: DemoCommand) -> [String] {
        [
            CurrentProcess.program, "run", "--config", configuration, "--state", "\(path)/state",
        ] + options.wordsOfRun
    }

    /// The address of the page.
    func address(port: UInt16) -> String { "http://127.0.0.1:\(port)/?token=\(token)" }

    /// Writes what the programs read.
    ///
    /// - Parameter port: where the page is served; nil if there is none.
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

    /// Removes it, or says that it is left.
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

    /// A file is meant from where the person is, and no name of a built-in one.
    private var scenarioPath: String {
        let scenario = scenario ?? "demo"
        let isBuiltIn = Scenario.builtIn.contains { $0.name == scenario }
        return isBuiltIn ? scenario : FileDescriptor.canonicalPath(scenario)
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// Digits that nobody guesses, 64 bits in each part.
    private static func secret(parts: Int) -> String {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<parts).map { _ in String(random.next() as UInt64, radix: 36) }
        return digits.joined()
    }
}
