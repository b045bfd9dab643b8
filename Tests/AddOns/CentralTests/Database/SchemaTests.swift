import Central
import Expecting
import Foundation
import Linux
import PostgreSQL
import ServerSupport
import Support
import Testing

/// How the database comes about, on a real server.
@Suite(.onLoop) struct SchemaTests {
    private static let count = "SELECT count(*) FROM callboard.migration"

    @Test @LoopActor func `the database is made once, however often it is asked for`() async throws
    {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        try await database.make()
        let owner = try await database.client("hall")
        let form = "SELECT count(*) || ' ' || max(done) FROM callboard.migration"
        let before = try await owner.text(form)
        try await owner.run("INSERT INTO callboard.access VALUES ('plain', 'berlin')")
        try await database.make()
        expect(try await owner.text(form), is: before)
        expect(try await owner.number("SELECT count(*) FROM callboard.access"), is: 1)
        expect(try await owner.number(CentralStatements.form), is: Int64(CentralSchema.version))
        expect(
            try await owner.texts(
                "SELECT rolname FROM pg_roles WHERE rolname LIKE 'callboard_%' ORDER BY 1"),
            is: ["callboard_bridge", "callboard_reader"])
    }

    @Test @LoopActor func `psql makes the same of what is printed`() async throws {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        try database.psql(CentralSchema.script())
        try database.psql(CentralSchema.script(hasSubstrings: true))
        let owner = try await database.client("hall")
        expect(try await owner.number(Self.count), is: Int64(CentralSchema.version))
        try await owner.run("INSERT INTO callboard.migration VALUES (1000, 'of later')")
        #expect(throws: (any Error).self) { try database.psql(CentralSchema.script()) }
    }

    @Test @LoopActor func `two who make it at once make it once`() async throws {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        let makings = (0..<4).map { _ in Task { @LoopActor in try await database.make() } }
        for making in makings { try await making.value }
        let owner = try await database.client("hall")
        expect(try await owner.number(Self.count), is: Int64(CentralSchema.version))
    }

    @Test @LoopActor func `a newer database is left alone`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        try await owner.run(
            "INSERT INTO callboard.migration VALUES ($1, 'of later')",
            [
                .integer(Int64(CentralSchema.version + 1))
            ])
        let start = CentralSchema.steps()[0].sql
        expect(await owner.refusal(start), is: "ZC007")
        #expect(await owner.words(start).contains("the database was made by a newer Callboard"))
    }

    @Test @LoopActor func `a database that was left half made is finished`() async throws {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        let owner = try await database.client("hall")
        for step in CentralSchema.steps().prefix(3) { try await owner.run(step.sql) }
        try await database.make()
        expect(try await owner.number(Self.count), is: Int64(CentralSchema.version))
    }

    @Test @LoopActor func `a database of form 6 is brought up to date, with all that it has`()
        async throws
    {
        let server = try TestDatabases.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        let old = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/form6.sql")
        try database.psql(try String(contentsOf: old, encoding: .utf8))
        try server.run(
            "GRANT callboard_bridge TO berlin_bridge; GRANT callboard_reader TO any_reader")
        try server.run("GRANT CONNECT ON DATABASE centre TO callboard_bridge, callboard_reader")
        let owner = try await database.client("hall")
        try await owner.run(
            "INSERT INTO callboard.access VALUES ('berlin_bridge', 'berlin'), ('any_reader', '*')")
        let bridge = try await database.client("berlin_bridge")
        for number in 0..<12 { try await bridge.run([.meet(number, next: "a")]) }
        try await bridge.run([.take(1, [SampleNotice(at: sampleMoment)])])

        try await database.make()
        expect(try await owner.number(CentralStatements.form), is: Int64(CentralSchema.version))
        expect(
            await bridge.refusal([.take(2, [SampleNotice(at: sampleMoment + 1)])]), is: nil,
            "who hands in meanwhile goes on")
        expect(await bridge.refusal([.meet(3, 1, "a", next: "b")]), is: nil)
        let reader = try await database.client("any_reader")
        expect(try await reader.number("SELECT count(*) FROM callboard.notices"), is: 2)
        expect(
            try await owner.texts(
                "SELECT role || ' ' || site || ' ' || coalesce(bridge, '-') || ' ' || histories"
                    + " FROM callboard.access ORDER BY 1"),
            is: ["any_reader * - 24", "berlin_bridge berlin - 24"],
            "a login that had many bridges has room for as many again")

        try server.run("CREATE DATABASE fresh OWNER hall")
        let fresh = TestDatabase(server: server, name: "fresh")
        try await fresh.make()
        let other = try await fresh.client("hall")
        for question in [
            "SELECT pg_get_functiondef(oid) FROM pg_proc"
                + " WHERE pronamespace = 'callboard'::regnamespace ORDER BY 1",
            "SELECT proname || coalesce(proacl::text, '') FROM pg_proc"
                + " WHERE pronamespace = 'callboard'::regnamespace ORDER BY 1",
            "SELECT relname || ' ' || attnum || attname || ' ' || atttypid::regtype || attnotnull"
                + " FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid"
                + " WHERE relnamespace = 'callboard'::regnamespace AND attnum > 0"
                + " AND relname NOT LIKE 'notice_2%' ORDER BY 1",
            "SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint"
                + " WHERE connamespace = 'callboard'::regnamespace"
                + " AND conrelid::regclass::text NOT LIKE '%notice_2%' ORDER BY 1",
        ] {
            let texts = try await owner.texts(question)
            #expect(texts.count > 5, "\(question)")
            expect(texts, is: try await other.texts(question), "as in a new one")
        }
    }

    @Test @LoopActor func `who may not make roles is told what an administrator has to run`()
        async throws
    {
        let server = try TestDatabases.freshServer()
        let database = TestDatabase(server: server, name: "centre")
        let roles = try #require(CentralRoles(prefix: "halls"))
        let owner = try await database.client("hall")
        let steps = CentralSchema.steps(roles)
        let index = try #require(steps.firstIndex { $0.name == "who may do what" })
        for step in steps[..<index] { try await owner.run(step.sql) }
        let last = steps[index]
        expect(await owner.refusal(last.sql), is: "ZC008")
        let words = await owner.words(last.sql)
        #expect(
            words.contains(
                "the user hall may not create roles; an administrator has to run: "
                    + "CREATE ROLE halls_bridge NOLOGIN; CREATE ROLE halls_reader NOLOGIN;"))
        try server.run("CREATE ROLE halls_bridge NOLOGIN; CREATE ROLE halls_reader NOLOGIN;")
        expect(await owner.refusal(last.sql), is: nil)
        expect(
            try await owner.texts(
                "SELECT has_function_privilege(r, 'callboard.leave()', 'EXECUTE')::text"
                    + " FROM unnest('{halls_bridge,halls_reader}'::text[]) r"),
            is: ["true", "false"])
    }

    @Test @LoopActor func `a database that does not fit is refused in words`() async throws {
        let server = try TestDatabases.freshServer()
        try server.run(
            "CREATE DATABASE latin OWNER hall ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let owner = try await TestDatabase(server: server, name: "latin").client("hall")
        expect(await owner.refusal(CentralSchema.steps()[0].sql), is: "ZC009")
        let stranger = try await TestDatabase(server: server, name: "centre").client("stranger")
        expect(
            await stranger.refusal(CentralSchema.steps()[0].sql), is: "42501", "it is not theirs")
    }

    @Test func `roles have a name that needs no quotation marks`() {
        for prefix in ["a", "callboard", "x9_y", String(repeating: "a", count: 40)] {
            expect(CentralRoles(prefix: prefix)?.bridge, is: "\(prefix)_bridge")
        }
        for prefix in [
            "", "9", "_a", "A", "a b", "a\"", "a;", "ä", String(repeating: "a", count: 41),
        ] {
            expect(CentralRoles(prefix: prefix), is: nil, "\(prefix)")
        }
        expect(CentralRoles(prefix: "callboard"), is: .usual)
    }
}
