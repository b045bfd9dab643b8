import Central
import Expecting
import Linux
import PostgreSQL
import ServerSupport
import Support
import Testing

/// What a bridge's or a reader's login may do, and what a stolen password cannot.
@Suite(.onLoop) struct LoginTests {
    @Test @LoopActor func `a login with a bridge hands in under that name alone`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        try await owner.run("DELETE FROM callboard.access WHERE role = 'berlin_bridge'")
        try await owner.run(
            "INSERT INTO callboard.access VALUES ('berlin_bridge', 'berlin', 'hall')")
        let bridge = try await database.client("berlin_bridge")
        let meetings: [(bridge: String, site: String, expected: String?, why: String)] = [
            ("attic", "berlin", "ZC011", "that is another bridge"),
            ("Hall", "berlin", "ZC011", "names are compared as they are"),
            ("hall", "paris", "ZC003", "that is another site"), ("hall", "berlin", nil, "its own"),
        ]
        for (name, site, expected, why) in meetings {
            expect(
                await bridge.refusal([.meet(site: site, bridge: name)]), is: expected, "\(why)")
        }
        #expect(
            await bridge.words(
                "SELECT callboard.meet(repeat('a', 32), 1, '', 'x', 'berlin', 'attic', '')"
            )
            .contains("the user berlin_bridge may not hand in as the bridge attic of berlin"))
        expect(await bridge.refusal([.take(1, [SampleNotice(at: sampleMoment)])]), is: nil)
        try await owner.run(
            "INSERT INTO callboard.access VALUES ('berlin_bridge', 'berlin', 'attic')")
        expect(
            await bridge.refusal([.meet(1, 1, "first", next: "second", bridge: "attic")]), is: nil,
            "a bridge that is renamed has both names")
        try await owner.run("UPDATE callboard.access SET bridge = 'cellar' WHERE bridge = 'attic'")
        expect(await bridge.refusal([.take(2)]), is: "ZC011", "it has lost the name")
        expect(
            await bridge.refusal([.meet(1, 2, "second", next: "third", bridge: "hall")]),
            is: "ZC011", "the history is another bridge's")
    }

    @Test @LoopActor func `a reader with a bridge reads what that one has`() async throws {
        let database = try await TestDatabases.database()
        for (history, name) in [(1, "attic"), (2, "hall")] {
            let client = try await database.client("any_bridge")
            try await client.run([
                .meet(history, bridge: name),
                .take(1, [SampleNotice(at: sampleMoment + Int64(history))]),
            ])
            client.close()
        }
        let owner = try await database.client("hall")
        let reader = try await database.client("lonely_reader")
        let bridges = "SELECT bridge FROM callboard.notices ORDER BY 1"
        expect(try await reader.texts(bridges), is: [])
        try await owner.run(
            "INSERT INTO callboard.access VALUES ('lonely_reader', 'berlin', 'hall')")
        expect(try await reader.texts(bridges), is: ["hall"])
        expect(
            try await reader.texts("SELECT bridge FROM callboard.find()"), is: ["hall"])
        try await owner.run("INSERT INTO callboard.access VALUES ('lonely_reader', 'berlin')")
        expect(try await reader.texts(bridges), is: ["attic", "hall"])
    }

    @Test @LoopActor func `a login hands in as many histories as it may`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let bridge = try await database.client("berlin_bridge")
        for number in 0..<CentralSchema.historyLimit {
            expect(await bridge.refusal([.meet(number, next: "a")]), is: nil, "\(number)")
        }
        expect(await bridge.refusal([.meet(200, next: "a")]), is: "ZC012")
        #expect(
            await bridge.words(
                "SELECT callboard.meet(repeat('a', 32), 1, '', 'x', 'berlin', 'attic', '')"
            ).contains(
                "the user berlin_bridge hands in \(CentralSchema.historyLimit) histories, and this would "
                    + "be one more: at most \(CentralSchema.historyLimit) are allowed"))
        expect(
            await bridge.refusal([.meet(3, 1, "a", next: "b"), .take(1)]), is: nil,
            "those that are there go on")
        let count = "SELECT count(*) FROM callboard.history"
        expect(try await owner.number(count), is: Int64(CentralSchema.historyLimit))
        let set = "UPDATE callboard.access SET histories = $1 WHERE role = 'berlin_bridge'"
        try await owner.run(set, [.integer(Int64(CentralSchema.historyLimit) + 1)])
        expect(await bridge.refusal([.meet(200, next: "a")]), is: nil, "one more is allowed")
        expect(await bridge.refusal([.meet(201, next: "a")]), is: "ZC012")
        try await owner.run(set, [.null])
        expect(await bridge.refusal([.meet(201, next: "a")]), is: nil, "any number is allowed")
        expect(await owner.refusal([.meet(300, next: "a")]), is: nil, "the owner has no limit")
    }

    @Test(arguments: ["read committed", "repeatable read", "serializable"])
    @LoopActor func `connections at once begin no more than that, however isolated they are`(
        _ isolation: String
    ) async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        try await owner.run(
            "UPDATE callboard.access SET histories = 2 WHERE role = 'berlin_bridge'")
        var clients: [CentralClient] = []
        for _ in 0..<6 {
            let client = try await database.client("berlin_bridge")
            try await client.run("BEGIN ISOLATION LEVEL \(isolation)")
            // From here on it sees the database as it is now.
            try await client.run("SELECT callboard.form()")
            clients.append(client)
        }
        let attempts = clients.indices.map { index in
            let client = clients[index]
            return Task { @LoopActor in
                let first = await client.refusal([.meet(index, next: "a")])
                _ = await client.refusal("COMMIT")
                return first
            }
        }
        var begun = 0
        for attempt in attempts where await attempt.value == nil { begun += 1 }
        #expect((1...2).contains(begun), "\(begun)")
        expect(try await owner.number("SELECT count(*) FROM callboard.history"), is: Int64(begun))
    }

    @Test @LoopActor func `no login makes large objects or temporary tables once that is closed`()
        async throws
    {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        try server.run("REVOKE CONNECT ON DATABASE centre FROM PUBLIC")
        try await database.make()
        try server.run("GRANT callboard_bridge TO berlin_bridge")
        try server.run("GRANT callboard_reader TO berlin_reader")
        let owner = try await database.client("hall")
        let openings = CentralStatements.openings
        let open = try await owner.run(openings)
        expect(try open.map { try $0.value(0) as String }, is: ["large objects"])
        expect(
            try open.map { try $0.value(2) as String },
            is: [
                "REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid,bytea), "
                    + "lo_put(oid,bigint,bytea), lo_truncate(integer,integer), "
                    + "lo_truncate64(integer,bigint), lowrite(integer,bytea) FROM PUBLIC"
            ])
        try server.run(try open[0].value(2), in: "centre")
        expect(try await owner.run(openings).count, is: 0)
        for login in ["berlin_bridge", "berlin_reader"] {
            let client = try await database.client(login)
            for statement in [
                "SELECT lo_creat(0)", "SELECT lo_create(0)", "SELECT lo_from_bytea(0, 'x')",
                "CREATE TEMPORARY TABLE mine (n integer)",
                "SELECT 1 AS n INTO TEMPORARY TABLE mine",
                "CREATE TEMPORARY SEQUENCE mine", "CREATE TABLE public.mine ()",
            ] { expect(await client.refusal(statement), is: "42501", "\(login): \(statement)") }
        }
        await #expect(throws: (any Error).self, "nobody else connects") {
            try await database.client("plain")
        }
        // Made again by a superuser, it closes the rest by itself.
        try server.run("GRANT EXECUTE ON FUNCTION lo_creat(integer) TO PUBLIC", in: "centre")
        try await database.make(as: "postgres")
        expect(try await owner.run(openings).count, is: 0)
    }
}
