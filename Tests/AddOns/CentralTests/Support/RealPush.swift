import Foundation
import ServingSupport

/// The real `callboard-central push`, as it was built beside this program, with a configuration of its own, gone with this object.
final class RealPush {
    private let folder: String
    private let program: BackgroundProgram

    /// - Parameters:
    ///   - lines: those of its section.
    ///   - bridge: the path of the bridge's control socket.
    init(_ lines: String, bridge: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.write(lines, in: folder)
        program = try BackgroundProgram(
            [Self.path, "push", "--config", "\(folder)/callboard.conf", "--socket", bridge],
            saying: "\(folder)/errors")
    }

    deinit {
        program.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    fileprivate static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "callboard-central").path

    fileprivate static func write(_ lines: String, in folder: String) throws {
        try "[central]\n\(lines)\n".write(
            toFile: "\(folder)/callboard.conf", atomically: true, encoding: .utf8)
    }

    /// Has it read another configuration.
    func reload(_ lines: String) throws {
        try Self.write(lines, in: folder)
        Foundation.kill(program.process, SIGHUP)
    }

    /// What it has complained of.
    var errors: String {
        (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
    }

    /// Asks it to end, waits for that, and says with which status it did.
    func finish() -> Int32 { program.finish() }
}

/// The real `callboard-central check --json`.
final class RealCheck {
    private let folder: String
    private let program: BackgroundProgram

    init(_ lines: String, bridge: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try RealPush.write(lines, in: folder)
        program = try BackgroundProgram([
            "/bin/sh", "-c",
            "cd \"$1\" && { \"$2\" check --json --config callboard.conf --socket \"$3\" > page;"
                + " echo $? > status.new; mv status.new status; }",
            "sh", folder, RealPush.path, bridge,
        ])
    }

    deinit {
        program.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// With which status it ended; nil as long as it has not.
    var status: String? { try? String(contentsOfFile: "\(folder)/status", encoding: .utf8) }

    /// What it printed.
    var page: [UInt8] { Array((try? Data(contentsOf: URL(filePath: "\(folder)/page"))) ?? Data()) }
}
