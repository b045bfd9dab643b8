import Central
import Expecting
import Linux
import PostgreSQL
import Support
import Testing

/// What readers find, on a real server.
@Suite(.onLoop) struct FindTests {
    /// Two bridges of Berlin and one of Paris; records tell the notices apart.
    @LoopActor private func filled() async throws -> TestDatabase {
        let database = try await TestDatabases.database()
        let day: Int64 = 86_400_000
        let places = [(1, "berlin", "hall"), (2, "berlin", "Kitchen"), (3, "paris", "hall")]
        for (history, site, bridge) in places {
            let client = try await database.client("any_bridge")
            try await client.run([.meet(history, site: site, bridge: bridge)])
            func notice(
                _ name: String, _ days: Int64, _ change: (inout SampleNotice) -> Void = { _ in }
            ) -> SampleNotice {
                var notice = SampleNotice(at: sampleMoment + days * day)
                notice.record = "\(history)\(name)"
                change(&notice)
                return notice
            }
            try await client.run([
                .take(
                    1,
                    [
                        notice("new", 0) { $0.words = "see you at the shop" },
                        // It came last, and was sent long ago.
                        notice("late", 1) {
                            $0.sent = sampleMoment - 50 * day
                            $0.words = "you see müller"
                        },
                        notice("call", -20) {
                            ($0.category, $0.state, $0.app) = (1, "missed", "Phone")
                            $0.appID = "com.apple.phone"
                            $0.words = "jonas phone"
                        },
                        notice("talk", -21) {
                            ($0.category, $0.state, $0.talk) = (12, "ended", 5_000)
                            $0.phone = "Jonas"
                            $0.words = "mara"
                        },
                        notice("old", -400) { $0.words = "%_\\ shop" },
                        // By a wrong clock.
                        notice("zero", -sampleMoment / day) {
                            $0.words = "zero"
                            $0.message = "?! %"
                        },
                    ])
            ])
            client.close()
        }
        return database
    }

    private func query(_ text: String) -> (name: String, value: SQLValue) { ("query", .text(text)) }

    @Test @LoopActor func `lists have what was asked for, the newest first`() async throws {
        let database = try await filled()
        let reader = try await database.client("any_reader")
        func list(
            _ name: String, _ value: SQLValue, _ expected: String, _ why: String
        ) -> (name: String, value: SQLValue, expected: String, why: String) {
            (name, value, expected, why)
        }
        let all = "new call talk late old zero"
        let rows = [
            list("most", .integer(100), all, "everything, by when it was sent"),
            list("by_sent", .bool(false), "late new call talk old zero", "by when it came"),
            list("most", .integer(3), "new call talk", "the newest"),
            list("most", .integer(0), "", "nothing"),
            list("most", .integer(-1), "", "nothing"),
            list("only_calls", .bool(true), "call talk", "calls"),
            list("only_missed", .bool(true), "call", "calls that nobody took"),
            list("categories", .integers([1]), "call talk", "a call that is over is one"),
            list("categories", .integers([12]), "talk", "what goes on"),
            list("categories", .integers([1, 4]), all, "several kinds"),
            list("categories", .integers([9]), "", "of this kind there is none"),
            list("categories", .integers([]), all, "no kind chooses nothing"),
            list("apps", .texts(["PHONE"]), "call", "an app by its name"),
            list(
                "apps", .texts(["com.Example.chat"]), "new talk late old zero", "by its identifier"),
            list("apps", .texts(["none"]), "", "there is no such app"),
            list("apps", .texts([]), all, "no app chooses nothing"),
            list("phones", .texts(["jonas"]), "talk", "a phone by its name"),
            list("phones", .texts(["Bond", "x"]), all, "by its bond"),
            list("phones", .texts(["%"]), "", "there is no such phone"),
            list("since", .integer(sampleMoment), "new", "from a moment on"),
            list("since", .integer(.min), all, "from the first on"),
            list("since", .integer(.max), "", "from the last on"),
            list("until", .integer(sampleMoment), "call talk late old zero", "before a moment"),
            list("until", .integer(0), "", "before the first"),
            list("until", .integer(.max), all, "before the last"),
            list("query", .text("'see' & 'you'"), "new late", "two words"),
            list("query", .text("'sho':*"), "new old", "a word that is begun"),
            list("query", .text("'müller'"), "late", "a word of other letters"),
            list("query", .text("'jonas' | 'mara'"), "call talk", "one word or the other"),
            list("query", .text("'nothing'"), "", "a word that nobody wrote"),
            list("query", .text(nil), all, "no word chooses nothing"),
            list("parts", .texts([" see you "]), "new", "words in a row"),
            list("parts", .texts(["see", "ho"]), "new", "parts of words"),
            list("parts", .texts(["%_"]), "old", "signs of a pattern are signs"),
            list("parts", .texts(["\\"]), "old", "a sign that is none by itself"),
            list("parts", .texts([]), all, "no part chooses nothing"),
            list("literal", .text("?! %"), "zero", "signs in the texts"),
            list("literal", .text("ë"), all, "signs in the titles"),
        ]
        for row in rows {
            for (history, filter) in [
                (1, ("bridges", SQLValue.texts([sampleHistory(1)]))),
                (3, ("sites", .texts(["PARIS"]))),
            ] {
                let found = try await reader.run([.find([(row.name, row.value), filter])])
                let expected = row.expected.split(separator: " ").map { "\(history)\($0)" }
                expect(try found.map { try $0.value(0) as String }, is: expected, "\(row.why)")
            }
            let found = try await reader.run([.find([(row.name, row.value)])])
            if row.name != "most" {
                expect(found.count, is: 3 * row.expected.split(separator: " ").count, "\(row.why)")
                let tally = "SELECT callboard.tally(\(row.name) => $1)"
                expect(
                    try await reader.number(tally, [row.value]), is: Int64(found.count),
                    "\(row.why)")
                let facts = "SELECT count(*) FROM callboard.facts(\(row.name) => $1)"
                expect(
                    try await reader.number(facts, [row.value]), is: Int64(found.count),
                    "\(row.why)")
            }
        }
        expect(try await reader.number("SELECT callboard.tally(most => 2)"), is: 2)
    }

    @Test @LoopActor func `a list goes on where it ended, whatever its portions`() async throws {
        let database = try await filled()
        let reader = try await database.client("any_reader")
        for isSent in [true, false] {
            let all = try await reader.run([.find([("by_sent", .bool(isSent))])])
            for portion in 1...7 {
                var read: [String] = []
                var place: [(name: String, value: SQLValue)] = []
                for _ in 0..<20 {
                    let rows = try await reader.run(
                        "SELECT record, moment, number, history FROM callboard.find(most => $1,"
                            + " by_sent => $2, before_moment => $3, before_number => $4,"
                            + " before_history => $5)",
                        [.integer(Int64(portion)), .bool(isSent)]
                            + (place.isEmpty ? [.null, .null, .null] : place.map(\.value)))
                    read += try rows.map { try $0.value(0) as String }
                    guard let last = rows.last else { break }
                    place = [
                        ("moment", .integer(try last.value(1) as Int64)),
                        ("number", .integer(try last.value(2) as Int64)),
                        ("history", .text(try last.value(3) as String)),
                    ]
                }
                expect(read, is: try all.map { try $0.value(0) }, "portions of \(portion)")
            }
        }
    }

    @Test @LoopActor func `names of several bridges are told apart by site`() async throws {
        let database = try await filled()
        let reader = try await database.client("any_reader")
        let rows: [(sites: [String], bridges: [String], expected: Int, why: String)] = [
            ([], [], 18, "all"), (["berlin"], [], 12, "a site"),
            ([], ["hall"], 12, "bridges of a name"),
            (["berlin"], ["hall"], 6, "a bridge of a site"),
            (["paris"], ["kitchen"], 0, "there is none"),
            (
                ["Paris", "BERLIN"], ["KITCHEN", sampleHistory(3)], 12,
                "names in any case, and a history's"
            ),
        ]
        for row in rows {
            let found = try await reader.run([
                .find([("sites", .texts(row.sites)), ("bridges", .texts(row.bridges))])
            ])
            expect(found.count, is: row.expected, "\(row.why)")
        }
    }

    @Test @LoopActor func `what somebody types is never a part of a statement`() async throws {
        let database = try await filled()
        let reader = try await database.client("any_reader")
        let evil = "x'); DELETE FROM callboard.notice; --$1 %s %I"
        for name in ["literal", "before_history"] {
            expect(await reader.refusal([.find([(name, .text(evil))])]), is: nil, "\(name)")
        }
        for name in ["parts", "sites", "bridges", "phones", "apps"] {
            expect(
                await reader.refusal([.find([(name, .texts([evil, nil]))])]), is: nil, "\(name)")
        }
        expect(await reader.refusal([.find([query("& 'x")])]), is: "42601")
        expect(try await reader.run([.find()]).count, is: 18)
    }

    @Test @LoopActor func `statistics get facts, and titles of calls alone`() async throws {
        let database = try await filled()
        let reader = try await database.client("paris_reader")
        let rows = try await reader.run(
            CentralStatements.facts, CentralStatements.filters.map { _ in .null })
        let facts = try rows.map { row in
            "\(try row.value(1) as String) \(try row.optional(7) as String? ?? "-")"
                + " \(try row.optional(8) as String? ?? "-")"
        }
        expect(
            facts.sorted(),
            is: [
                "paris - -", "paris - -", "paris - -", "paris - -", "paris Zoë ended",
                "paris Zoë missed",
            ])
    }

    @Test @LoopActor func `parts of words have an index where one is wanted`() async throws {
        let database = try await filled()
        try await database.make(hasSubstrings: true)
        try await database.make(hasSubstrings: true)
        let owner = try await database.client("hall")
        expect(
            try await owner.number(
                "SELECT count(*) FROM pg_indexes WHERE schemaname = 'callboard'"
                    + " AND indexdef LIKE '%gin_trgm_ops%'"),
            is: try await owner.number("SELECT count(*) + 1 FROM callboard.part"))
        expect(
            try await owner.number(
                "SELECT count(*) FROM pg_stats s JOIN pg_indexes i"
                    + " ON s.schemaname = i.schemaname AND s.tablename = i.indexname"
                    + " WHERE i.tablename = 'notice_2024_11' AND indexdef LIKE '%gin_trgm_ops%'"),
            is: 1, "the planner knows at once how seldom they are")
        try await owner.run("SET enable_seqscan = off")
        let plan = try await owner.texts(
            "EXPLAIN SELECT FROM callboard.notice_2024_11 n"
                + " WHERE (' ' || n.words || ' ') LIKE '%hop%'")
        #expect(plan.contains { $0?.contains("gin") ?? false || $0?.contains("expr") ?? false })
    }
}
