import Foundation
import ServingSupport
import Waiting

/// A real pgbouncer on this machine in front of a server, gone with this object.
package final class RealPooler {
    /// How long a client has a connection of the server.
    package enum Mode: String, Sendable {
        case session, transaction
    }

    /// Where it listens, beside the socket in its folder.
    package var port: Int { reservedPort.number }
    /// Its own folder, which its socket is in.
    package let folder: String
    private let reservedPort: ReservedPort
    private var program: BackgroundProgram?
    private var guardian: Int32?

    /// A pooler that listens, as its package configures it but for where and how it works, and for how long it waits.
    ///
    /// - Parameters:
    ///   - connections: of the server at most, for each user and database.
    ///   - wait: how many seconds a client waits for a server that is away.
    package init(
        of server: RealServer, _ mode: Mode, connections: Int = 20, wait: Int = Patience.seconds
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pooler-\(UUID())").path
        reservedPort = try ReservedPort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lines = [
            "[databases]", "* = host=\(server.folder) port=\(server.port)", "[pgbouncer]",
            "listen_addr = 127.0.0.1", "listen_port = \(port)", "unix_socket_dir = \(folder)",
            "auth_type = trust", "auth_file = \(folder)/users", "pool_mode = \(mode.rawValue)",
            "default_pool_size = \(connections)", "logfile = \(folder)/log",
            // A server that is back is to be found at once, and nothing is to end what is only slow.
            "server_login_retry = 0.1", "client_login_timeout = 0",
            "server_connect_timeout = \(Patience.seconds)",
            "query_wait_timeout = \(wait)",
        ]
        try lines.joined(separator: "\n").appending("\n")
            .write(toFile: "\(folder)/conf", atomically: true, encoding: .utf8)
        try ["berlin", "hall", "anna"].map { "\"\($0)\" \"secret\"\n" }.joined()
            .write(toFile: "\(folder)/users", atomically: true, encoding: .utf8)
        try ServerTemplate.give(folder)
        guardian = try TestProgram.atEnd("rm -rf \"$1\"", [folder])
        try start()
    }

    deinit {
        kill()
        if let guardian { close(guardian) }
    }

    /// Starts it, perhaps once more, and waits until it listens.
    package func start() throws {
        program = try BackgroundProgram(
            ServerTemplate.asOrdinaryUser + ["/usr/sbin/pgbouncer", "-q", "\(folder)/conf"],
            saying: "\(folder)/words")
        guard Patience.waits(until: { Loopback.listens(at: port) }) else {
            throw CocoaError(.executableLoad)
        }
    }

    /// Ends it at once, with all connections through it.
    package func kill() {
        program?.kill()
        program = nil
        // It would not start where another one seems to be at work.
        for file in [".s.PGSQL.\(port)", ".s.PGSQL.\(port).lock"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }
}
