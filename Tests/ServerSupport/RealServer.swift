import Foundation
import ServingSupport
import Waiting

/// A real PostgreSQL on this machine, with a cluster of the test's own, that is gone with this object.
///
/// It has the database `central` of the user `hall`, whose password is `secret`; the user `callboard`, who comes with a certificate; and
/// the user `stranger`, whom no rule lets in.
package final class RealServer {
    /// Where it listens, beside the socket in its folder.
    package var port: Int { reservedPort.number }
    /// Its own folder, which its socket is in.
    package let folder: String
    private let reservedPort: ReservedPort
    private var process: pid_t?
    private var guardian: Int32?

    /// A server that listens.
    ///
    /// - Parameters:
    ///   - lines: of its configuration.
    ///   - rules: of who may come in, before those that every server has.
    ///   - standbyOf: the server whose every change this one repeats.
    package init(
        lines: [String] = [], rules: [String] = [], standbyOf other: RealServer? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID())").path
        reservedPort = try ReservedPort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let template = try ServerTemplate.folder.get()
        try TestProgram.run(["/bin/sh", "-c", "cp -a \(template)/*.* \(folder)"])
        if let other {
            try ServerTemplate.give(folder)
            try TestProgram.run(
                ServerTemplate.asOrdinaryUser + [
                    "\(ServerTemplate.programs)/pg_basebackup", "-D", data, "-h", other.folder,
                    "-p", "\(other.port)", "-U", "postgres", "-c", "fast", "-R", "--no-sync",
                ], saying: file("log"))
        } else {
            try TestProgram.run(["/bin/cp", "-a", "\(template)/data", folder])
        }
        try write(lines, to: "postgresql.conf", own: configuration)
        try write(rules, to: "pg_hba.conf", own: Self.rules)
        try ServerTemplate.give(folder)
        // Whatever ends this process, its server does not stay behind.
        guardian = try TestProgram.atEnd(
            """
            number=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$number" \
                && tail --pid="$number" -f /dev/null
            rm -rf "$1"
            """, [folder])
        try start()
    }

    deinit {
        kill()
        if let guardian { close(guardian) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of a file in its folder.
    package func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// What it has said of itself.
    package var log: String {
        (try? String(contentsOfFile: file("log"), encoding: .utf8)) ?? ""
    }

    /// Starts it, perhaps once more, and waits until it serves.
    package func start() throws {
        process = try TestProgram.start(
            ServerTemplate.asOrdinaryUser + ["\(ServerTemplate.programs)/postgres", "-D", data],
            saying: file("log"))
        let serves = Patience.waits { hasEnded || (try? run("SELECT 1")) != nil }
        guard serves, !hasEnded else { throw Failure(log: log) }
    }

    /// Why it does not serve, in its own words.
    private struct Failure: Error {
        let log: String
    }

    /// Whether it has ended by itself.
    private var hasEnded: Bool {
        guard let process else { return true }
        var status: Int32 = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return false }
        self.process = nil
        return true
    }

    /// Ends it and all its processes at once, without a goodbye to anybody.
    package func kill() {
        guard let process else { return }
        // One that is stopped begins no further process in the meantime.
        Foundation.kill(process, SIGSTOP)
        let all = Self.children(of: process)
        for child in all + [process] { Foundation.kill(child, SIGKILL) }
        finish()
        // A server does not start beside what is left of one in its folder.
        _ = Patience.waits { all.allSatisfy(Self.isGone) }
    }

    /// Ends it as an administrator does who does not wait for clients.
    package func stop() {
        guard let process else { return }
        Foundation.kill(process, SIGINT)
        finish()
    }

    /// Has it do nothing for a while, so that it answers nobody.
    package func freeze(_ isFrozen: Bool) {
        signal(isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Has an administrator do something there.
    package func run(_ words: String, in database: String = "postgres") throws {
        try TestProgram.run(
            ServerTemplate.asOrdinaryUser + [
                "\(ServerTemplate.programs)/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h",
                folder, "-p", "\(port)", "-U", "postgres", "-d", database, "-c", words,
            ], saying: file("words"))
    }

    /// Waits until a client has the server sleep.
    package func waitUntilAsleep() throws {
        let question =
            "SELECT 1 / (SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep')"
        guard Patience.waits(until: { (try? run(question)) != nil }) else {
            throw CocoaError(.executableLoad)
        }
    }

    /// Has a standby hear nothing further of the server that it follows.
    package func stopFollowing() throws {
        try run("ALTER SYSTEM SET primary_conninfo = ''")
        try run("SELECT pg_reload_conf()")
        let question = "SELECT 1 / (SELECT count(*) FROM pg_stat_wal_receiver)"
        guard Patience.waits(until: { (try? run(question)) == nil }) else {
            throw CocoaError(.executableLoad)
        }
    }

    private func finish() {
        guard let process else { return }
        self.process = nil
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        // One that was killed leaves its number, which may soon be another's.
        _ = unsafe unlink("\(data)/postmaster.pid")
    }

    private func signal(_ number: Int32) {
        guard let process else { return }
        for child in [process] + Self.children(of: process) { Foundation.kill(child, number) }
    }

    /// Whether a process has ended, even if its parent has not asked for its status yet.
    private static func isGone(_ process: pid_t) -> Bool {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        guard let state = line.split(separator: ")").last?.split(separator: " ").first else {
            return true
        }
        return state == "Z" || state == "X"
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let path = "/proc/\(process)/task/\(process)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    private var data: String { file("data") }

    private var configuration: [String] {
        [
            "listen_addresses = '127.0.0.1'", "port = \(port)",
            "unix_socket_directories = '\(folder)'", "fsync = off", "full_page_writes = off",
            "ssl = on", "ssl_cert_file = '\(file("server.crt"))'",
            "ssl_key_file = '\(file("server.key"))'", "ssl_ca_file = '\(file("ca.crt"))'",
            // Clients that are gone count until their process has ended.
            "shared_buffers = 16MB", "max_connections = 100", "wal_level = replica",
            "timezone = 'UTC'",
            // No limit of the server's own is to end what is only slow.
            "authentication_timeout = 600", "wal_sender_timeout = 0", "wal_receiver_timeout = 0",
        ]
    }

    private static let rules = [
        "local all postgres trust", "local replication postgres trust",
        "local all hall scram-sha-256",
        "hostssl all callboard 127.0.0.1/32 cert",
        "host all hall,guest,nobody 127.0.0.1/32 scram-sha-256",
    ]

    private func write(_ lines: [String], to name: String, own: [String]) throws {
        // The last line of a setting counts, the first rule of a client.
        let all = name.hasSuffix("hba.conf") ? lines + own : own + lines
        try all.joined(separator: "\n").appending("\n")
            .write(toFile: "\(data)/\(name)", atomically: true, encoding: .utf8)
    }
}
