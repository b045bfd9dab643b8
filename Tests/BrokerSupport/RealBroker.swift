import Foundation
import ServingSupport
import Waiting

/// A real mosquitto on this machine, with a configuration of the test's own, that is gone with this object.
package final class RealBroker {
    /// What it lets in.
    package struct Manner {
        /// Lines of its configuration besides where it listens.
        package var lines: [String] = []
        /// Whether anybody may come.
        package var isOpen = true
        /// Users and their passwords.
        package var users: [String: String] = [:]
        /// Lines of a file that says who may do what.
        package var rights: [String] = []
        /// Whether it encrypts, with the certificates in its folder.
        package var isEncrypted = false
        /// Whether clients have to show a certificate.
        package var wantsCertificates = false
        /// The address at which it listens, and for which its certificate is, beside localhost; loopback's where there is none.
        package var address: String?
        /// Whether it listens at a socket in its folder, too.
        package var hasSocket = false
        /// What it is started by, where it is to be elsewhere than the tests; then it needs the socket.
        package var prefix: [String] = []

        package init() {}
    }

    /// Where it listens.
    package var port: Int { reservedPort.number }
    /// Its own folder.
    package let folder: String
    private let reservedPort: ReservedPort
    private let manner: Manner
    private var program: BackgroundProgram?

    /// A broker that listens.
    package init(_ manner: Manner = Manner()) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        reservedPort = try ReservedPort()
        self.manner = manner
        if manner.isEncrypted { try Certificates.make(in: folder, address: manner.address) }
        try write(manner)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it, perhaps once more.
    package func start() throws {
        try? FileManager.default.removeItem(atPath: socketPath)
        program = try BackgroundProgram(
            manner.prefix + ["/usr/sbin/mosquitto", "-c", file("mosquitto.conf")],
            saying: file("log"))
        guard Patience.waits(until: { isListening }) else { throw CocoaError(.executableLoad) }
    }

    private var isListening: Bool {
        manner.hasSocket
            ? Loopback.listens(atSocket: socketPath) : Loopback.listens(at: port)
    }

    /// Its process, while there is one.
    package var process: Int32? { program?.process }

    /// The path of its socket, where it has one.
    package var socketPath: String { file("socket") }

    /// Ends it at once, without a goodbye to anybody.
    package func kill() {
        program = nil
    }

    /// Has it do nothing for a while, so that it answers nobody.
    package func freeze(_ isFrozen: Bool) {
        program?.freeze(isFrozen)
    }

    /// What it has said of itself.
    package var log: String {
        (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
    }

    /// The path of a file in its folder.
    package func file(_ name: String) -> String { "\(folder)/\(name)" }

    private func write(_ manner: Manner) throws {
        // Whoever is not root stays who it is.
        var lines = [
            "listener \(port) \(manner.address ?? "127.0.0.1")", "user root",
            "allow_anonymous \(manner.isOpen)", "log_dest stderr",
        ]
        if !manner.users.isEmpty {
            let file = file("passwords")
            try manner.users.map { "\($0):\($1)" }.joined(separator: "\n").appending("\n")
                .write(toFile: file, atomically: true, encoding: .utf8)
            try TestProgram.run(["/usr/bin/mosquitto_passwd", "-U", file])
            lines.append("password_file \(file)")
        }
        if !manner.rights.isEmpty {
            let file = file("rights")
            try manner.rights.joined(separator: "\n").appending("\n")
                .write(toFile: file, atomically: true, encoding: .utf8)
            lines.append("acl_file \(file)")
        }
        if manner.isEncrypted {
            lines += [
                "certfile \(file("server.crt"))", "keyfile \(file("server.key"))",
                "cafile \(file("ca.crt"))",
            ]
            if manner.wantsCertificates { lines.append("require_certificate true") }
        }
        if manner.hasSocket { lines.append("listener 0 \(socketPath)") }
        lines += manner.lines
        try lines.joined(separator: "\n").appending("\n")
            .write(toFile: file("mosquitto.conf"), atomically: true, encoding: .utf8)
    }
}
