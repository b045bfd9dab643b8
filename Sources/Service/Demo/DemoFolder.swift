import Commands
import Configuration
import Linux

/// The folder of a demo that needs files: a configuration, a history, sockets and a token, closed to everybody else.
struct DemoFolder {
    /// Why there is none.
    struct Problem: Error {
        let sentence: String
    }

    let path: String
    private let scenario: String
    var configuration: String { "\(path)/callboard.conf" }
    private var folder: String { "\(path)/history" }
    /// Where the bridge keeps what a simulated phone tells.
    var history: String { BridgeSettings.folderOfSimulation(in: folder) }

    /// A folder that nobody has yet.
    init(_ options: DemoOptions) {
        let parent = Environment.value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = "\(parent ?? "/tmp")/callboard-demo-\(Self.secret())"
        scenario = options.scenario ?? "demo"
    }

    /// Writes what the programs read, and gives the address of the page.
    func prepare(port: UInt16) throws(Problem) -> String {
        guard scenario != "-" else {
            throw Problem(
                sentence: "--wall plays a file or a built-in scenario, not standard input")
        }
        let secret = Self.secret()
        let text = """
            [radio]
            radio = simulated
            scenario = \(quoted(scenarioPath))
            repeat-after = 30s
            [control]
            socket = \(quoted("\(path)/control.sock"))
            [history]
            folder = \(quoted(folder))
            [wall]
            listen = 127.0.0.1:\(port)
            tokens = \(quoted("file:\(path)/tokens"))
            name = Callboard
            """
        do throws(Errno) {
            let folder = try StateFolder(path)
            try folder.write(Array((text + "\n").utf8), to: "callboard.conf")
            try folder.write(Array("demo full act \(secret)\n".utf8), to: "tokens")
        } catch {
            throw Problem(sentence: "\(path): \(error)")
        }
        return "http://127.0.0.1:\(port)/?token=\(secret)"
    }

    /// A file is meant from where the person is, and no name of a built-in one.
    private var scenarioPath: String {
        FileDescriptor.exists(scenario) ? FileDescriptor.canonicalPath(scenario) : scenario
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<4).map { _ in String(random.next() as UInt64, radix: 36) }
        return digits.joined()
    }
}
