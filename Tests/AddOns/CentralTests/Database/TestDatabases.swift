import Central
import Foundation
import Linux
import PostgreSQL
import ServerSupport
import Waiting

/// Databases of a centre on a real server, each test's own.
///
/// Bridges of two sites may hand in, and readers of each site and of both may read.
@LoopActor
enum TestDatabases {
    private static let logins = """
        CREATE ROLE berlin_bridge LOGIN; CREATE ROLE paris_bridge LOGIN;
        CREATE ROLE any_bridge LOGIN; CREATE ROLE berlin_reader LOGIN;
        CREATE ROLE paris_reader LOGIN; CREATE ROLE watch NOLOGIN;
        CREATE ROLE any_reader LOGIN IN ROLE watch; CREATE ROLE lonely_reader LOGIN;
        CREATE ROLE plain LOGIN; CREATE ROLE maker LOGIN CREATEROLE;
        """

    private static let groups = """
        GRANT callboard_bridge TO berlin_bridge, paris_bridge, any_bridge;
        GRANT callboard_reader TO berlin_reader, paris_reader, any_reader, lonely_reader;
        """

    private static let access = """
        INSERT INTO callboard.access VALUES
            ('berlin_bridge', 'berlin'), ('paris_bridge', 'paris'), ('any_bridge', '*'),
            ('berlin_reader', 'berlin'), ('paris_reader', 'paris'), ('watch', '*'),
            ('dropped', '*')
        """

    private static let rules = ["local all all trust", "host all all 127.0.0.1/32 trust"]
    /// The server of all tests that do it no harm.
    private static let shared = Result {
        // Its log tells of everyone who waits for a lock for longer than that.
        try RealServer(
            lines: ["max_connections = 200", "log_lock_waits = on", "deadlock_timeout = 20ms"],
            rules: rules)
    }

    /// The making of the database of which theirs are copies.
    private static let preparation = Task { @LoopActor in
        let server = try shared.get()
        try server.run(logins)
        try server.run("CREATE ROLE callboard_bridge; CREATE ROLE callboard_reader")
        try server.run(groups)
        let central = TestDatabase(server: server, name: "centre")
        try await central.make()
        let owner = try await central.client("hall")
        try await owner.run(access)
        owner.close()
        // A database is no template as long as somebody is there.
        try server.run(
            "DO $$ BEGIN WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = 'centre')"
                + " LOOP PERFORM pg_sleep(0.01), pg_stat_clear_snapshot(); END LOOP; END $$")
    }
    private static var count = 0

    /// A server on which there are roles of all kinds, but not those of a centre.
    static func freshServer() throws -> RealServer {
        let server = try RealServer(rules: rules)
        try server.run(logins)
        return server
    }

    /// A new database with all that a centre has.
    static func database() async throws -> TestDatabase {
        let server = try shared.get()
        try await preparation.value
        count += 1
        let name = "centre\(count)"
        try server.run("CREATE DATABASE \(name) TEMPLATE centre OWNER hall")
        return TestDatabase(server: server, name: name)
    }
}

/// One database, and the way to it.
@LoopActor
struct TestDatabase {
    let server: RealServer
    let name: String

    func plan(_ user: String) -> DatabaseEndpoint {
        var plan = DatabaseEndpoint(
            places: [.folder(server.folder, port: server.port)], database: name, user: user)
        // A server that is only slow is not to be given up.
        (plan.patience, plan.answerPatience) = (Patience.limit, Patience.limit)
        return plan
    }

    func client(_ user: String) async throws -> CentralClient {
        let client = CentralClient(plan(user))
        try await client.open()
        return client
    }

    /// Makes the schema as the database's owner.
    func make(
        as user: String = "hall", _ roles: CentralRoles = .usual, hasSubstrings: Bool = false
    ) async throws {
        let client = try await client(user)
        for step in CentralSchema.steps(roles, hasSubstrings: hasSubstrings) {
            try await client.run(step.sql)
        }
        client.close()
    }

    /// Lets a real `psql` do what a text says.
    func psql(_ text: String, as user: String = "hall") throws {
        let file = server.file("script-\(name).sql")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/psql")
        process.arguments = [
            "-X", "-q", "-h", server.folder, "-p", "\(server.port)", "-U", user, "-d", name, "-f",
            file,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
