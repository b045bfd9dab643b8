import Central
import Linux
import PostgreSQL
import ServerSupport
import Waiting

/// A database of a centre on a real server, each test's own.
@LoopActor
final class TestCentral {
    let server: RealServer
    let name: String
    private let owner = DatabaseSession()

    private static let rules = ["local all hall,berlin,paris,anna,nobody trust"]
    private static let shared = Result { try RealServer(rules: rules) }
    private static var count = 0

    /// - Parameter isAlone: whether it has a server of its own, which can be killed.
    init(isAlone: Bool = false) async throws {
        server = isAlone ? try RealServer(rules: Self.rules) : try Self.shared.get()
        Self.count += 1
        name = "centre\(Self.count)"
        try server.run(
            """
            DO $$ BEGIN
                CREATE ROLE callboard_bridge; CREATE ROLE callboard_reader;
                CREATE ROLE berlin LOGIN PASSWORD 'secret' IN ROLE callboard_bridge;
                CREATE ROLE anna LOGIN PASSWORD 'secret' IN ROLE callboard_reader;
                CREATE ROLE nobody LOGIN PASSWORD 'secret';
            EXCEPTION WHEN duplicate_object THEN NULL;
            END $$
            """)
        try server.run("CREATE DATABASE \(name) OWNER hall")
        for step in CentralSchema.steps(.usual, hasSubstrings: false) { try await run(step.sql) }
        try await run("INSERT INTO callboard.access VALUES ('berlin', 'berlin')")
    }

    /// What another server has of the same database, as it repeats every change.
    private init(_ server: RealServer, _ name: String) {
        (self.server, self.name) = (server, name)
    }

    /// A second server that repeats what this one does, and can only be read.
    func standby() throws -> TestCentral {
        TestCentral(try RealServer(rules: Self.rules, standbyOf: server), name)
    }

    /// The way there.
    ///
    /// - Parameter folder: where its socket is, or that of a relay.
    func plan(
        user: String = "berlin", by folder: String? = nil, wantsToWrite: Bool = true
    ) -> DatabaseEndpoint {
        var plan = DatabaseEndpoint(
            places: [.folder(folder ?? server.folder, port: server.port)], database: name,
            user: user)
        plan.wantsToWrite = wantsToWrite
        // A server that is only slow is not to be given up.
        (plan.patience, plan.answerPatience) = (Patience.limit, Patience.limit)
        return plan
    }

    /// Has the database's owner do something.
    func run(_ words: String) async throws {
        try await owned { dialogue in _ = try await dialogue.run([SQLStatement(words)]) }
    }

    /// What the database's owner finds.
    func rows(_ words: String) async throws -> [ResultRow] {
        var rows: [ResultRow] = []
        try await owned { dialogue in
            rows = []
            _ = try await dialogue.run([SQLStatement(words)]) { _, row in rows.append(row) }
        }
        return rows
    }

    func number(_ words: String) async throws -> Int64? {
        try await rows(words).first?.value(0, as: Int64.self)
    }

    /// A server that was killed meanwhile has to be asked by another connection.
    private func owned(_ body: (DatabaseSession) async throws -> Void) async throws {
        do {
            try await body(owner)
        } catch let failure as BatchFailure where failure.failure.isAboutConnection {
            _ = try await owner.open(plan(user: "hall", wantsToWrite: false))
            try await body(owner)
        }
    }
}

extension ServerFailure {
    fileprivate var isAboutConnection: Bool {
        if case .invalid = self { return true }
        return endsConnection
    }
}
