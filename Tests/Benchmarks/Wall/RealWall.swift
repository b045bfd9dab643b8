import Foundation
import ServingSupport

/// The real `callboard-wall run`, as it was built beside this program, with a configuration of its own, that is gone with this object.
final class RealWall {
    /// Where it listens.
    let port: Int
    /// A token that sees everything.
    let token = "bench-0123456789"
    private let folder: String
    private let program: BackgroundProgram

    /// - Parameter bridge: the path of the bridge's control socket.
    init(bridge: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "wall-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        port = try Loopback.freePort()
        let tokens = "\(folder)/tokens"
        _ = FileManager.default.createFile(
            atPath: tokens, contents: Data("bench full act \(token)\n".utf8),
            attributes: [.posixPermissions: 0o600])
        let lines = [
            "[wall]", "listen = 127.0.0.1:\(port)", "tokens = file:\(tokens)", "streams = 2048",
        ]
        let configuration = "\(folder)/callboard.conf"
        try lines.joined(separator: "\n").appending("\n")
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        program = try BackgroundProgram(
            [
                Self.path, "run", "--config", configuration, "--socket", bridge, "--state",
                "\(folder)/state",
            ], saying: "\(folder)/errors")
    }

    deinit {
        program.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "callboard-wall").path

    /// Its process.
    var process: Int32 { program.process }

    /// What it has complained of.
    var errors: String {
        (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
    }
}
