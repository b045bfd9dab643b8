import Central
import Expecting
import Linux
import PostgreSQL
import Support
import Testing

/// Who may do what, on a real server.
@Suite(.onLoop) struct RightsTests {
    private static let handingIn: Set<String> = ["form", "leave", "meet", "report", "take"]
    private static let reading: Set<String> = [
        "at", "call_outcome", "category_name", "facts", "find", "form", "notice_id", "oldest",
        "seen",
        "tally",
    ]
    private static let readable: Set<String> = [
        "app", "apps", "bridges", "calls", "history", "notice", "notices", "phone", "phones",
    ]

    @Test @LoopActor func `each role may call its functions, and no others`() async throws {
        let database = try await TestDatabases.database()
        let roles: [(role: String, functions: Set<String>)] = [
            ("berlin_bridge", Self.handingIn), ("berlin_reader", Self.reading), ("plain", []),
        ]
        for (role, functions) in roles {
            let client = try await database.client(role)
            let allowed = try await client.texts(
                "SELECT proname FROM pg_proc WHERE pronamespace = (SELECT oid FROM pg_namespace"
                    + " WHERE nspname = 'callboard') AND has_function_privilege(oid, 'EXECUTE')")
            expect(Set(allowed.compactMap(\.self)), is: functions, "\(role)")
        }
        let owner = try await database.client("hall")
        expect(
            try await owner.texts(
                "SELECT proname FROM pg_proc WHERE pronamespace = 'callboard'::regnamespace"
                    + " AND prosecdef AND proconfig IS NULL"), is: [],
            "whose rights are lent has a path of its own")
        expect(
            try await owner.texts(
                "SELECT array_to_string(proconfig, ',') FROM pg_proc"
                    + " WHERE pronamespace = 'callboard'::regnamespace AND prosecdef"
                    + " AND NOT 'search_path=pg_catalog, pg_temp' = ANY (proconfig)"), is: [])
    }

    @Test @LoopActor func `a bridge reads and writes no table`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let bridge = try await database.client("berlin_bridge")
        try await bridge.run([.meet(), .take(1, [SampleNotice(at: sampleMoment)])])
        let tables = try await owner.texts(
            "SELECT relname FROM pg_class WHERE relnamespace = 'callboard'::regnamespace"
                + " AND relkind IN ('r', 'p', 'v', 'S')")
        #expect(tables.count >= 15)
        let reader = try await database.client("berlin_reader")
        for table in tables.compactMap(\.self) {
            for statement in [
                "SELECT count(*) FROM callboard.\(table)", "DELETE FROM callboard.\(table)",
                "INSERT INTO callboard.\(table) DEFAULT VALUES", "TRUNCATE callboard.\(table)",
                "DROP TABLE callboard.\(table)", "SELECT * FROM callboard.\(table) FOR UPDATE",
            ] {
                #expect(
                    ["42501", "42809", "55000", "42P01"].contains(await bridge.refusal(statement)),
                    "\(statement)")
                if statement.hasPrefix("SELECT count") && Self.readable.contains(table) {
                    expect(await reader.refusal(statement), is: nil, "\(statement)")
                } else {
                    #expect(
                        ["42501", "42809", "55000", "42P01"].contains(
                            await reader.refusal(statement)), "\(statement)")
                }
            }
        }
        for statement in [
            "CREATE TABLE callboard.mine ()",
            "CREATE FUNCTION callboard.mine() RETURNS int"
                + " LANGUAGE sql AS 'SELECT 1'", "SELECT callboard.retain(1)",
            "SELECT callboard.forget_history('')", "SELECT callboard.readmit('')",
            "SELECT callboard.make_month('2026-01-01', false)", "SELECT * FROM callboard.find()",
            "SELECT * FROM callboard.oldest()",
            "SELECT callboard.rename_phone(1, '', '', '')", "SELECT callboard.take_out(1, '{}')",
            "ALTER TABLE callboard.notice DISABLE ROW LEVEL SECURITY", "SET ROLE hall",
            "DROP SCHEMA callboard CASCADE",
        ] { expect(await bridge.refusal(statement), is: "42501", "\(statement)") }
    }

    @Test @LoopActor func `no reader sees the token of a history`() async throws {
        let database = try await TestDatabases.database()
        let reader = try await database.client("any_reader")
        for column in ["token", "meeting", "session", "login", "*"] {
            expect(
                await reader.refusal("SELECT \(column) FROM callboard.history"), is: "42501",
                "\(column)")
        }
        expect(await reader.refusal("SELECT id, site FROM callboard.history"), is: nil)
    }

    @Test @LoopActor func `a reader sees what its sites have, by every way`() async throws {
        let database = try await TestDatabases.database()
        for (history, site) in [(1, "berlin"), (2, "paris"), (3, "rome")] {
            let client = try await database.client("any_bridge")
            let notice = SampleNotice(at: sampleMoment + Int64(history)) {
                $0.state = "missed"
                $0.record = site
            }
            try await client.run([.meet(history, site: site), .take(1, [notice])])
            client.close()
        }
        let owner = try await database.client("hall")
        try await owner.run("INSERT INTO callboard.access VALUES ('berlin_reader', 'rome')")
        let readers: [(login: String, sites: [String])] = [
            ("berlin_reader", ["berlin", "rome"]), ("paris_reader", ["paris"]),
            ("any_reader", ["berlin", "paris", "rome"]), ("lonely_reader", []),
        ]
        for (login, sites) in readers {
            let reader = try await database.client(login)
            for view in [
                "notices", "calls", "bridges", "phones", "apps", "find()", "oldest()", "facts()",
            ] {
                expect(
                    try await reader.texts("SELECT site FROM callboard.\(view) ORDER BY 1"),
                    is: sites, "\(login) \(view)")
            }
            for table in ["notice", "phone", "app"] {
                expect(
                    try await reader.number("SELECT count(*) FROM callboard.\(table)"),
                    is: Int64(sites.count), "\(login) \(table)")
            }
            expect(try await reader.number("SELECT callboard.tally()"), is: Int64(sites.count))
            for name in ["query", "literal"] {
                let value: SQLValue = .text(name == "query" ? "'zoe'" : "Zo")
                expect(
                    try await reader.run([.find([(name, value)])]).count, is: sites.count,
                    "\(login) \(name)")
            }
            expect(
                try await reader.run([.find([("sites", .texts(["paris"]))])]).count,
                is: sites.contains("paris") ? 1 : 0, "\(login)")
            expect(
                try await reader.run([.find([("bridges", .texts([sampleHistory(2)]))])]).count,
                is: sites.contains("paris") ? 1 : 0, "\(login)")
            try await reader.run("SET row_security = off")
            #expect(
                await reader.refusal("SELECT * FROM callboard.notice") == "42501", "\(login)")
        }
        let watcher = try await database.client("any_reader")
        try await watcher.run("SET ROLE watch")
        expect(
            await watcher.refusal("SELECT * FROM callboard.find()"), is: "42501", "it is no reader")
        expect(try await owner.number("SELECT count(*) FROM callboard.notices"), is: 3)
    }

    @Test @LoopActor func `what a site's bridge hands in changes nothing that another site has`()
        async throws
    {
        let database = try await TestDatabases.database()
        // The same number, phone and app in both, and as each says of it.
        let notices = ["berlin", "paris"].map { site in
            SampleNotice(at: sampleMoment) {
                $0.title = site
                $0.record = site
            }
        }
        let berlin = try await database.client("berlin_bridge")
        let paris = try await database.client("paris_bridge")
        try await berlin.run([.meet(1), .take(1, [notices[0]])])
        try await paris.run([.meet(2, site: "paris"), .take(1, [notices[1]])])
        let readers = (
            berlin: try await database.client("berlin_reader"),
            paris: try await database.client("paris_reader")
        )
        let all = "SELECT site || ' ' || title || ' ' || phone || ' ' || app FROM callboard.notices"
        let mine = try await readers.paris.texts(all)
        expect(mine, is: ["paris paris Mara Chat"])
        expect(try await readers.berlin.texts(all), is: ["berlin berlin Mara Chat"])

        try await berlin.run([
            .take(2, renamings: [("bond", "Mara", "Nora")]), .take(3, [notices[0].gone]),
        ])
        expect(try await readers.berlin.texts(all), is: [])
        expect(try await readers.paris.texts(all), is: mine)
        expect(await berlin.refusal([.meet(2, site: "paris")]), is: "ZC003")
        expect(
            await berlin.refusal([.meet(2, 1, "first", next: "second")]), is: "ZC003",
            "with what only that bridge knows as well")
        expect(await berlin.refusal([.take(4, [notices[0]])]), is: nil, "it has its own still")
        expect(await paris.refusal([.take(2, [notices[1]])]), is: nil)
        expect(try await readers.paris.texts(all), is: mine)
        for reader in [readers.berlin, readers.paris] {
            for view in ["notices", "calls", "bridges", "phones", "apps"] {
                for statement in [
                    "UPDATE callboard.\(view) SET site = 'rome'", "DELETE FROM callboard.\(view)",
                ] {
                    #expect(
                        ["42501", "55000"].contains(await reader.refusal(statement)),
                        "\(statement)")
                }
            }
        }
    }

    @Test @LoopActor func `objects of a session's own change nothing of what functions do`()
        async throws
    {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        try await bridge.run([
            SQLStatement("CREATE TEMPORARY TABLE history AS SELECT 1 AS number"),
            SQLStatement(
                "CREATE FUNCTION pg_temp.lower(text) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'"
            ),
        ])
        try await bridge.run("SET search_path = pg_temp, callboard")
        try await bridge.run("SET standard_conforming_strings = off")
        try await bridge.run("SET TimeZone = 'Pacific/Kiritimati'")
        try await bridge.run("SET DateStyle = 'German'")
        try await bridge.run("SET default_transaction_isolation = 'serializable'")
        // The first moment of a month.
        let notice = SampleNotice(at: 1_730_419_200_000)
        try await bridge.run([.meet(), .take(1, [notice])])
        let owner = try await database.client("hall")
        expect(
            try await owner.texts("SELECT tableoid::regclass::text FROM callboard.notice"),
            is: ["callboard.notice_2024_11"])
    }
}
