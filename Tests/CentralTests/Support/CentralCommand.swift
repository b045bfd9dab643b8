import Foundation
import Linux
import ServerSupport
import ServingSupport

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
    init(_ centre: TestCentre, as user: String = "hall") throws {
        folder = "/dev/shm/callboard-central-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The program looks for the socket of the usual port.
        try FileManager.default.createSymbolicLink(
            atPath: file(".s.PGSQL.5432"),
            withDestinationPath: "\(centre.server.folder)/.s.PGSQL.\(centre.server.port)")
        try "[central]\nhost = unix:\(folder)\ndatabase = \(centre.name)\nuser = \(user)\n"
            .write(toFile: file("conf"), atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of a file in its folder.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// Runs a command to its end, which comes by force where it takes too long.
    ///
    /// - Parameter input: the file that it reads as its standard input.
    func run(_ words: [String], reading input: String = "/dev/null") throws -> Ending {
        try wait(for: try start(words, reading: input, within: ["timeout", "-s", "KILL", "280"]))
    }

    /// Begins a command.
    ///
    /// - Parameter other: a program, with its arguments, that runs the command.
    func start(
        _ words: [String], reading input: String = "/dev/null", within other: [String] = []
    ) throws -> Int32 {
        try? FileManager.default.removeItem(atPath: file("said"))
        return try TestProgram.start(
            [
                "/bin/sh", "-c",
                "exec \"$@\" < \(input) > \(file("output"))", "sh",
            ] + other + [Self.program] + words + ["--config", file("conf")], saying: file("said"))
    }

    /// Waits for the end of a command.
    func wait(for process: Int32) throws -> Ending {
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(process, &status, 0, &usage) == process else {
            throw CocoaError(.executableLoad)
        }
        return Ending(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F),
            said: (try? String(contentsOfFile: file("said"), encoding: .utf8)) ?? "",
            output: FileManager.default.contents(atPath: file("output")).map(Array.init) ?? [],
            memory: usage.ru_maxrss << 10)
    }
}
