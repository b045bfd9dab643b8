import BusSupport
import DBus
import Foundation
import Linux
import ServingSupport
import Support
import Waiting

/// The program as it is installed in a session with a bus of its own, beside a bridge with simulated phones.
@LoopActor
final class RealSession {
    /// How a command ended.
    struct Ending: Equatable {
        let status: Int32?
        /// What it wrote to standard output, without the last line feed.
        let output: String
        /// What it wrote to standard error.
        let errors: String
    }

    let bus: BusBench
    private let folder: String
    private(set) var bridge: BackgroundProgram?
    private(set) var desktop: BackgroundProgram?
    private var count = 0

    /// - Parameters:
    ///   - scenario: what phones do; nil without a bridge.
    ///   - options: further options of the bridge.
    init(_ scenario: String?, _ options: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "d-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        bus = try BusBench()
        try bus.start()
        guard let scenario else { return }
        let isBuiltIn = !scenario.contains("{")
        if !isBuiltIn {
            try scenario.write(toFile: file("scenario"), atomically: true, encoding: .utf8)
        }
        try "".write(toFile: file("conf"), atomically: true, encoding: .utf8)
        bridge = try BackgroundProgram(
            [
                Self.path("callboard"), "run", "--radio", "simulated", "--config", file("conf"),
                "--socket", socket, "--scenario", isBuiltIn ? scenario : file("scenario"),
            ] + options, saying: file("bridge"))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var socket: String { file("s") }

    private func file(_ name: String) -> String { "\(folder)/\(name)" }

    private nonisolated static func path(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
    }

    /// Environment of programs of the session, and nothing else that names a bus or a bridge.
    private var environment: [String] {
        [
            "/usr/bin/env", "-u", "XDG_RUNTIME_DIR", "-u", "CALLBOARD_CONTROL_SOCKET",
            "DBUS_SESSION_BUS_ADDRESS=unix:path=\(bus.socket)",
        ]
    }

    /// Starts `callboard-desktop run`.
    ///
    /// - Parameter path: socket of another bridge.
    func start(socket path: String? = nil) throws {
        desktop = try BackgroundProgram(
            environment + [Self.path("callboard-desktop"), "run", "--socket", path ?? socket],
            saying: file("desktop"))
    }

    /// What the program has written to standard error.
    var errors: String { (try? String(contentsOfFile: file("desktop"), encoding: .utf8)) ?? "" }

    /// Runs a command of the program to its end.
    ///
    /// - Parameter hasBus: whether it is told of the session bus.
    func desktop(_ words: String..., hasBus: Bool = true) async throws -> Ending {
        let program = [Self.path("callboard-desktop")] + words
        let bare = ["/usr/bin/env", "-u", "XDG_RUNTIME_DIR", "-u", "DBUS_SESSION_BUS_ADDRESS"]
        return try await run((hasBus ? environment : bare) + program)
    }

    /// Runs `playerctl` to its end.
    func playerctl(_ words: [String]) async throws -> Ending {
        try await run(environment + ["/usr/bin/playerctl"] + words)
    }

    func playerctl(_ words: String...) async throws -> Ending { try await playerctl(words) }

    /// Waits until `playerctl` prints a text.
    func playerctl(_ words: [String], prints text: String) async throws -> Bool {
        try await answersEventually { try await playerctl(words).output == text }
    }

    func playerctl(_ words: String..., prints text: String) async throws -> Bool {
        try await playerctl(words, prints: text)
    }

    /// Starts `playerctl` in the background; its lines are at the path that is returned.
    func follow(_ words: String...) throws -> (program: BackgroundProgram, lines: String) {
        let lines = file("followed")
        let program = try BackgroundProgram(
            environment + ["/bin/sh", "-c", "exec playerctl \"$@\" > \"$0\"", lines] + words)
        return (program, lines)
    }

    private func run(_ words: [String]) async throws -> Ending {
        count += 1
        let (output, errors) = (file("output\(count)"), file("errors\(count)"))
        let process = try TestProgram.start(
            ["/bin/sh", "-c", "exec \"$@\" > \"$0\"", output] + words, saying: errors)
        var status: Int32 = 0
        let hasEnded = await eventually {
            unsafe waitpid(process, &status, WNOHANG) == process
        }
        if !hasEnded { kill(process, SIGKILL) }
        func text(_ path: String) -> String {
            (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        }
        let printed = text(output)
        return Ending(
            status: hasEnded
                ? (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F) : nil,
            output: printed.hasSuffix("\n") ? String(printed.dropLast()) : printed,
            errors: text(errors))
    }
}
