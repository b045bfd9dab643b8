import ANCS
import Central
import Expecting
import Linux
import Notices
import PostgreSQL
import Support
import Testing

/// What other tools read, on a real server.
@Suite(.onLoop) struct ViewTests {
    @Test @LoopActor func `things are called as the rest of the program calls them`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        for number in UInt8.min...UInt8.max {
            expect(
                try await owner.text(
                    "SELECT callboard.category_name($1::smallint)", [.integer(Int64(number))]),
                is: Category(CategoryID(rawValue: number)).name)
        }
        for number in [0, 1, 31, 1 << 20, sampleMoment << 20 | 77, .max] as [Int64] {
            expect(
                try await owner.text("SELECT callboard.notice_id($1)", [.integer(number)]),
                is: NoticeID(rawValue: UInt64(number)).description)
        }
        for state in ["ringing", "answered", "ended", "missed"] {
            for isDeclined in [false, true] {
                for category in [1, 2, 12] as [UInt8] {
                    for talk in [nil, 5_000] as [Int64?] {
                        let call = Call(
                            state: try #require(Call.State(rawValue: state)),
                            talkTime: talk.map { .milliseconds($0) }, isDeclined: isDeclined)
                        let outcome = CallOutcome(
                            of: call, category: Category(CategoryID(rawValue: category)))
                        expect(
                            try await owner.text(
                                "SELECT callboard.call_outcome($1, $2, $3::smallint, $4)",
                                [
                                    .text(state), .bool(isDeclined), .integer(Int64(category)),
                                    .integer(talk),
                                ]), is: outcome?.rawValue,
                            "\(state) \(isDeclined) \(category)")
                    }
                }
            }
        }
    }

    @Test @LoopActor func `views show moments as such, whatever a clock said`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let reader = try await database.client("berlin_reader")
        try await reader.run("SET TimeZone = 'UTC'")
        let rows: [(at: Int64, sent: Int64?, expected: String?)] = [
            (sampleMoment + 5, nil, "2024-11-18 10:06:40.005+00"),
            (0, nil, "1970-01-01 00:00:00+00"),
            (7, -86_400_000, "1969-12-31 00:00:00+00"), (8, .max, nil), (9, .min, nil),
        ]
        try await bridge.run([.meet()])
        try await bridge.run([
            .take(1, rows.map { row in SampleNotice(at: row.at) { $0.sent = row.sent } })
        ])
        for row in rows {
            expect(
                try await reader.text(
                    "SELECT time::text FROM callboard.notices WHERE number = $1",
                    [.integer(row.at << 20)]), is: row.expected)
        }
    }

    @Test @LoopActor func `columns that tools rely on are there`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let views: [(view: String, columns: String)] = [
            (
                "notices",
                "site bridge phone time category app title subtitle message call_state removed_by "
                    + "removed_at received sent moment number id history bond app_id flags hidden "
                    + "incomplete"
            ),
            (
                "calls",
                "site bridge phone time caller outcome call_state ring_seconds talk_seconds declined "
                    + "moment number id history bond"
            ),
            (
                "bridges",
                "site bridge version last_seen is_connected state waiting lost set_aside first_seen "
                    + "last_turn history number"
            ),
            ("phones", "site bridge phone bond history"),
            ("apps", "site bridge app app_id history"),
        ]
        for (view, columns) in views {
            expect(
                try await owner.text(
                    "SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute"
                        + " WHERE attrelid = $1::regclass AND attnum > 0",
                    [.text("callboard.\(view)")]), is: columns)
        }
    }

    @Test @LoopActor func `a condition of a reader is looked up in an index`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let reader = try await database.client("berlin_reader")
        try await bridge.run([.meet()])
        for turn in 1...4 as ClosedRange<Int64> {
            let notices = (1...500).map { SampleNotice(at: sampleMoment + turn * 1_000 + $0) }
            try await bridge.run([.take(turn, notices)])
        }
        try await database.client("hall").run("ANALYZE callboard.notice")
        let plan = try await reader.texts(
            "EXPLAIN SELECT count(*) FROM callboard.notices WHERE moment BETWEEN $1 AND $2",
            [.integer(sampleMoment + 1_000), .integer(sampleMoment + 1_010)])
        #expect(
            plan.contains { $0?.contains("Index Cond: ((moment >=") ?? false }, "\(plan)")
    }
}
