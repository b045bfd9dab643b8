import BusSupport
import Foundation
import Linux
import Radio
import Support

/// `callboard pair` as a process of its own, on a bench's bus and with the bench's memory.
@LoopActor
final class PairCommand {
    private let process = Process()
    private let input = Pipe()
    private let output: Pipe
    private let failures = Pipe()
    private(set) var text = ""

    /// - Parameter output: what is its standard output, and is read only on demand.
    convenience init(_ bench: RadioBench, _ words: String..., output: Pipe = Pipe()) throws {
        try self.init(
            bench, command: ["pair", "--state", bench.folder, "--shape", "solicit"] + words,
            output: output)
    }

    /// Another command than `pair`.
    init(_ bench: RadioBench, command: [String], output: Pipe = Pipe()) throws {
        self.output = output
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appending(path: "callboard").path
        // What the tests' own process ignores must not reach the program: a job in the background of
        // a script ignores Ctrl-C.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["--default-signal", program] + command
        process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(bench.bus.socket)"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = failures
        try process.run()
    }

    isolated deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Writes to its standard input.
    func say(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Closes its standard input.
    func endInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// What it has written to standard error; it has ended.
    var errors: String {
        let bytes = (try? failures.fileHandleForReading.readToEnd()) ?? nil
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// Interrupts it as Ctrl-C does.
    func interrupt() {
        process.interrupt()
    }

    /// Reads its output until a text is there.
    func tells(_ part: String) async -> Bool {
        let number = output.fileHandleForReading.fileDescriptor
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        return await eventually {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(number, &bytes, bytes.count)
            if count > 0 { self.text += String(decoding: bytes.prefix(count), as: UTF8.self) }
            return self.text.contains(part)
        }
    }

    /// Waits for its end and gives its status.
    func end() async -> Int32? {
        await eventually { !self.process.isRunning } ? process.terminationStatus : nil
    }

    /// A pipe in which there is no room for a single byte.
    static func fullPipe() -> Pipe {
        let pipe = Pipe()
        let number = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        let zeros = [UInt8](repeating: 0, count: 4096)
        while unsafe write(number, zeros, zeros.count) > 0 {}
        _ = fcntl(number, F_SETFL, 0)
        return pipe
    }
}
