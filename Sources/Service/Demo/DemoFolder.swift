import Commands
import Configuration
import Linux
import SimulatedPhone

/// The folder of a demo that needs files: a configuration, a history, sockets and a token, closed to everybody else.
struct DemoFolder: Sendable {
    /// Why there is none.
    struct Problem: Error {
        let sentence: String
        var status = ExitStatus.unavailable
    }

    let path: String
    private let scenario: String?
    private let token = secret(parts: 2)
    var configuration: String { "\(path)/callboard.conf" }
    var socket: String { "\(path)/control.sock" }
    private var folder: String { "\(path)/history" }
    /// Where the bridge keeps what a simulated phone tells.
    var history: String { BridgeSettings.folderOfSimulation(in: folder) }

    /// A folder that nobody has yet.
    init(_ options: DemoOptions) {
        let parent = Environment.value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = "\(parent ?? "/tmp")/callboard-demo-\(Self.secret(parts: 4))"
        scenario = options.scenario
    }

    /// The words that start the bridge.
    func bridge(_ options: DemoOptions) -> [String] {
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
        guard scenario != "-" else {
            throw Problem(
                sentence:
                    "--wall and --board play a file or a built-in scenario, not standard input",
                status: .usage)
        }
        let played: Scenario
        do throws(ScenarioFileError) {
            played = try ScenarioFile.read(scenario)
        } catch {
            throw Problem(sentence: "\(error)", status: error.status)
        }
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
            let folder = try StateFolder(path)
            let whole = text + (wall ?? "") + (played.hasAir ? DemoBeacons.sections : "")
            try folder.write(Array(whole.utf8), to: "callboard.conf")
            if port != nil {
                try folder.write(Array("demo full act \(token)\n".utf8), to: "tokens")
            }
        } catch {
            throw Problem(sentence: "\(path): \(error)")
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
