import BridgeServiceSupport
import Control
import Foundation
import Linux
import ServerSupport
import ServingSupport

/// A centre, bridges, and a program beside each that hands over.
@LoopActor
final class Fleet {
    /// Something that never came, or should not be.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let server: RealServer
    private(set) var bridges: [ServedBridge] = []
    private(set) var pushers: [BackgroundProgram] = []
    private let folder: String

    /// A centre without bridges.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // However this process ends, no password stays behind.
        _ = try TestProgram.atEnd("rm -rf \"$1\"", [folder])
        server = try RealServer(
            lines: [
                "fsync = on", "full_page_writes = on", "shared_buffers = 1GB",
                "max_connections = 200", "max_wal_size = 4GB",
            ], rules: ["hostssl all all 127.0.0.1/32 scram-sha-256"])
        try server.run(
            "CREATE ROLE callboard_bridge; CREATE ROLE callboard_reader;"
                + " CREATE ROLE anna LOGIN PASSWORD 'secret' IN ROLE callboard_reader;"
                + " GRANT CONNECT ON DATABASE centre TO callboard_bridge, callboard_reader")
        _ = FileManager.default.createFile(
            atPath: "\(folder)/password", contents: Data("secret\n".utf8),
            attributes: [.posixPermissions: 0o600])
        let path = try configure("owner", user: "hall", more: [])
        do {
            try TestProgram.run(
                [Self.program, "init", "--substrings", "--config", path],
                saying: "\(folder)/errors")
        } catch {
            throw Failure(description: "callboard-central init: \(errors)")
        }
        try server.run(
            "INSERT INTO callboard.access VALUES ('anna', '*')", in: "centre")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "callboard-central").path

    /// What a program is started by that does not outlive this process.
    private static let ending = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]

    private func configure(_ name: String, user: String, more: [String]) throws -> String {
        let path = "\(folder)/\(name).conf"
        let lines =
            [
                "[central]", "host = localhost:\(server.port)", "database = centre",
                "ca = \(server.file("ca.crt"))", "user = \(user)",
                "password = file:\(folder)/password",
            ] + more
        try lines.joined(separator: "\n").appending("\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Adds bridges, which nobody hands over yet; one in ten of them belongs to the same site.
    func addBridges(_ count: Int) throws {
        for _ in 0..<count { bridges.append(try ServedBridge()) }
        // However this process ends, memory is not full of histories afterwards.
        _ = try TestProgram.atEnd(
            "rm -rf \"$@\"", bridges.flatMap { [$0.folder, $0.socket, "\($0.socket).lock"] })
        try server.run(
            """
            DO $$ BEGIN FOR i IN 0 .. \(count - 1) LOOP
                EXECUTE format('CREATE ROLE bridge%s LOGIN PASSWORD ''secret'' IN ROLE callboard_bridge', i);
                INSERT INTO callboard.access VALUES ('bridge' || i, 'site' || i % 10);
            END LOOP; END $$
            """, in: "centre")
    }

    /// Starts the program beside each bridge, all at once.
    func startPushers() throws {
        for index in bridges.indices {
            let path = try configure(
                "bridge\(index)", user: "bridge\(index)",
                more: ["site = site\(index % 10)", "bridge = \(Self.name(index))"])
            pushers.append(
                try BackgroundProgram(
                    Self.ending + [
                        Self.program, "push", "--config", path, "--socket", bridges[index].socket,
                    ],
                    saying: "\(folder)/errors"))
        }
    }

    /// What a bridge is called at the centre.
    static func name(_ index: Int) -> String { "bridge \(index)" }

    /// Whether the centre has what all bridges have written, as the programs beside them say.
    var isUpToDate: Bool {
        bridges.allSatisfy { $0.report?.works == true && $0.report?.waiting == 0 }
    }

    /// How many bridges are connected to the centre, as the programs beside them say.
    var connected: Int { bridges.count { $0.report?.works == true } }

    /// What the programs have complained of.
    var errors: String {
        (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
    }

    /// Waits until something holds, and fails where it does not in time.
    func wait(
        _ what: String, within limit: Duration = .seconds(120), until holds: () async throws -> Bool
    ) async throws {
        let deadline = EventLoop.now + limit
        while try await !holds() {
            guard EventLoop.now < deadline else {
                let words = bridges.compactMap(\.report?.words)
                throw Failure(
                    description: "waited in vain for \(what). \(Set(words).prefix(5)) \(errors)")
            }
            await Self.pause(.milliseconds(20))
        }
    }

    /// Lets the loop go on with other things for some time.
    static func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(time) { continuation.resume() }
        }
    }
}
