import Centre
import Expecting
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
        let server = try TestCentre.freshServer()
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
        expect(try await owner.number(CentreStatements.form), is: Int64(CentreSchema.version))
        expect(
            try await owner.texts(
                "SELECT rolname FROM pg_roles WHERE rolname LIKE 'callboard_%' ORDER BY 1"),
            is: ["callboard_bridge", "callboard_reader"])
    }

    @Test @LoopActor func `psql makes the same of what is printed`() async throws {
        let server = try TestCentre.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        try database.psql(CentreSchema.script())
        try database.psql(CentreSchema.script(hasSubstrings: true))
        let owner = try await database.client("hall")
        expect(try await owner.number(Self.count), is: Int64(CentreSchema.version))
        try await owner.run("INSERT INTO callboard.migration VALUES (1000, 'of later')")
        #expect(throws: (any Error).self) { try database.psql(CentreSchema.script()) }
    }

    @Test @LoopActor func `two who make it at once make it once`() async throws {
        let server = try TestCentre.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        let makings = (0..<4).map { _ in Task { @LoopActor in try await database.make() } }
        for making in makings { try await making.value }
        let owner = try await database.client("hall")
        expect(try await owner.number(Self.count), is: Int64(CentreSchema.version))
    }

    @Test @LoopActor func `a newer database is left alone`() async throws {
        let database = try await TestCentre.database()
        let owner = try await database.client("hall")
        try await owner.run(
            "INSERT INTO callboard.migration VALUES ($1, 'of later')",
            [
                .integer(Int64(CentreSchema.version + 1))
            ])
        let start = CentreSchema.steps()[0].sql
        expect(await owner.refusal(start), is: "ZC007")
        #expect(await owner.words(start).contains("the database was made by a newer Callboard"))
    }

    @Test @LoopActor func `a database that was left half made is finished`() async throws {
        let server = try TestCentre.freshServer()
        try server.run("ALTER ROLE hall CREATEROLE")
        let database = TestDatabase(server: server, name: "centre")
        let owner = try await database.client("hall")
        for step in CentreSchema.steps().prefix(3) { try await owner.run(step.sql) }
        try await database.make()
        expect(try await owner.number(Self.count), is: Int64(CentreSchema.version))
    }

    @Test @LoopActor func `who may not make roles is told what an administrator has to run`()
        async throws
    {
        let server = try TestCentre.freshServer()
        let database = TestDatabase(server: server, name: "centre")
        let roles = try #require(CentreRoles(prefix: "halls"))
        let owner = try await database.client("hall")
        let steps = CentreSchema.steps(roles)
        for step in steps.dropLast() { try await owner.run(step.sql) }
        let last = try #require(steps.last)
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
        let server = try TestCentre.freshServer()
        try server.run(
            "CREATE DATABASE latin OWNER hall ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let owner = try await TestDatabase(server: server, name: "latin").client("hall")
        expect(await owner.refusal(CentreSchema.steps()[0].sql), is: "ZC009")
        let stranger = try await TestDatabase(server: server, name: "centre").client("stranger")
        expect(await stranger.refusal(CentreSchema.steps()[0].sql), is: "42501", "it is not theirs")
    }

    @Test func `roles have a name that needs no quotation marks`() {
        for prefix in ["a", "callboard", "x9_y", String(repeating: "a", count: 40)] {
            expect(CentreRoles(prefix: prefix)?.bridge, is: "\(prefix)_bridge")
        }
        for prefix in [
            "", "9", "_a", "A", "a b", "a\"", "a;", "ä", String(repeating: "a", count: 41),
        ] {
            expect(CentreRoles(prefix: prefix), is: nil, "\(prefix)")
        }
        expect(CentreRoles(prefix: "callboard"), is: .usual)
    }
}
