import Foundation
import ServingSupport

/// The real `callboard-mqtt run`, as it was built beside this program, with a configuration of its own, that is gone with this object.
package final class RealAddOn {
    private let folder: String
    private let program: BackgroundProgram

    /// Starts it.
    ///
    /// - Parameters:
    ///   - lines: those of its section.
    ///   - bridge: the path of the bridge's control socket.
    ///   - prefix: what it is started by, where it is to be elsewhere than the tests.
    package init(_ lines: [String], bridge: String, prefix: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mqtt-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let configuration = "\(folder)/callboard.conf"
        try (["[mqtt]"] + lines).joined(separator: "\n").appending("\n")
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        program = try BackgroundProgram(
            prefix + [Self.path, "run", "--config", configuration, "--socket", bridge],
            saying: "\(folder)/errors")
    }

    /// Has `callboard-mqtt check` try something, and says with which status it ended, or 128 more than the signal that ended it.
    ///
    /// - Parameter output: the path of a file for what it prints.
    package static func check(
        _ lines: [String], bridge: String, printing output: String = "/dev/null"
    ) throws -> Int32? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mqtt-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = "\(folder)/callboard.conf"
        try (["[mqtt]"] + lines).joined(separator: "\n").appending("\n")
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        return try BackgroundProgram(
            [
                "/bin/sh", "-c", "exec \"$@\" > \"$0\"", output, path, "check", "--config",
                configuration, "--socket", bridge,
            ]
        ).ends()
    }

    deinit {
        program.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "callboard-mqtt").path

    /// Its process.
    package var process: Int32 { program.process }

    /// What it has complained of.
    package var errors: String {
        (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
    }

    /// Asks it to end, waits for that, and says with which status it did.
    package func finish() -> Int32 { program.finish() }
}
