import Foundation
import Linux
import ServerSupport
import ServingSupport
import Support

/// The program as a person runs it, with a configuration that leads to a test's own centre.
@LoopActor
final class CentralCommand {
    /// How a command ended.
    struct Ending {
        let status: Int32
        /// What it said to the person.
        let said: String
        /// What it wrote to standard output.
        let output: [UInt8]
        /// Bytes that it had in memory at most.
        let memory: Int
    }

    private static let program = path(of: "callboard-central")

    /// A program as it was built beside the tests.
    static func path(of name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name).path
    }

    /// A folder of its own.
    let folder: String

    /// - Parameter user: as whom it comes to the centre.
    init(_ central: TestCentral, as user: String = "hall") throws {
        folder = "/dev/shm/callboard-central-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The program looks for the socket of the usual port.
        try FileManager.default.createSymbolicLink(
            atPath: file(".s.PGSQL.5432"),
            withDestinationPath: "\(central.server.folder)/.s.PGSQL.\(central.server.port)")
        try "[central]\nhost = unix:\(folder)\ndatabase = \(central.name)\nuser = \(user)\n"
            .write(toFile: file("conf"), atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of a file in its folder.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// Runs a command to its end.
    ///
    /// - Parameter input: the file that it reads as its standard input.
    func run(_ words: [String], reading input: String = "/dev/null") async throws -> Ending {
        try await wait(for: try start(words, reading: input))
    }

    /// Begins a command.
    func start(_ words: [String], reading input: String = "/dev/null") throws -> Int32 {
        try? FileManager.default.removeItem(atPath: file("said"))
        return try TestProgram.start(
            [
                "/bin/sh", "-c", "exec \"$@\" < \(input) > \(file("output"))", "sh", Self.program,
            ] + words + ["--config", file("conf")], saying: file("said"))
    }

    /// Waits for the end of a command, which comes by force where it takes too long.
    func wait(for process: Int32) async throws -> Ending {
        var (status, memory) = (Int32(0), 0)
        let hasEnded = await eventually {
            memory = max(memory, Self.memory(of: process))
            return unsafe waitpid(process, &status, WNOHANG) != 0
        }
        if !hasEnded {
            kill(process, SIGKILL)
            _ = unsafe waitpid(process, &status, 0)
        }
        return Ending(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F),
            said: (try? String(contentsOfFile: file("said"), encoding: .utf8)) ?? "",
            output: FileManager.default.contents(atPath: file("output")).map(Array.init) ?? [],
            memory: memory)
    }

    /// Bytes that a process had in memory at most so far; those that a parent reports would be the tests' own.
    private static func memory(of process: Int32) -> Int {
        let status =
            (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    }
}
