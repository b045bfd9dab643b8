import Foundation
import Linux

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

        package init() {}
    }

    /// Where it listens.
    package let port: Int
    /// Its own folder.
    package let folder: String
    private var process: pid_t?

    /// A broker that listens.
    package init(_ manner: Manner = Manner(), port: Int? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        self.port = try port ?? Self.freePort()
        if manner.isEncrypted { try Certificates.make(in: folder) }
        try write(manner)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it, perhaps once more.
    package func start() throws {
        process = try Self.spawn(
            ["/usr/sbin/mosquitto", "-c", "\(folder)/mosquitto.conf"], saying: file("log"))
        var tries = 0
        while !Self.listens(at: port), tries < 2_000 {
            usleep(5_000)
            tries += 1
        }
    }

    /// Ends it at once, without a goodbye to anybody.
    package func kill() {
        guard let process else { return }
        self.process = nil
        Foundation.kill(process, SIGCONT)
        Foundation.kill(process, SIGKILL)
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
    }

    /// Has it do nothing for a while, so that it answers nobody.
    package func freeze(_ isFrozen: Bool) {
        guard let process else { return }
        Foundation.kill(process, isFrozen ? SIGSTOP : SIGCONT)
    }

    /// What it has said of itself.
    package var log: String {
        (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
    }

    /// The path of a file in its folder.
    package func file(_ name: String) -> String { "\(folder)/\(name)" }

    private func write(_ manner: Manner) throws {
        var lines = ["listener \(port) 127.0.0.1"]
        if getuid() == 0 { lines.append("user root") }
        lines.append("allow_anonymous \(manner.isOpen)")
        lines.append("log_dest stderr")
        if !manner.users.isEmpty {
            let file = file("passwords")
            try manner.users.map { "\($0):\($1)" }.joined(separator: "\n").appending("\n")
                .write(toFile: file, atomically: true, encoding: .utf8)
            try Self.run(["/usr/bin/mosquitto_passwd", "-U", file])
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
                "certfile \(file("broker.crt"))", "keyfile \(file("broker.key"))",
                "cafile \(file("ca.crt"))",
            ]
            if manner.wantsCertificates { lines.append("require_certificate true") }
        }
        lines += manner.lines
        try lines.joined(separator: "\n").appending("\n")
            .write(toFile: file("mosquitto.conf"), atomically: true, encoding: .utf8)
    }

    /// Runs a program to its end.
    package static func run(_ words: [String]) throws {
        var status: Int32 = 0
        let process = try spawn(words, saying: "/dev/null")
        guard unsafe waitpid(process, &status, 0) == process, status == 0 else {
            throw CocoaError(.executableLoad)
        }
    }

    /// Starts a program, whose standard error goes to the end of a file.
    private static func spawn(_ words: [String], saying file: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 2, file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var process: pid_t = 0
        guard
            unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0
        else { throw CocoaError(.executableLoad) }
        return process
    }

    /// A port of loopback at which nobody listens.
    package static func freePort() throws -> Int {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileReadUnknown) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func listens(at port: Int) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
