import Central
import Expecting
import Linux
import PostgreSQL
import ServerSupport
import Support
import Testing

/// In which table a notice is, on a real server.
@Suite(.onLoop) struct MonthTests {
    @Test @LoopActor func `a notice is in the table of its month, an absurd one in that of others`()
        async throws
    {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet()])
        let rows: [(at: Int64, table: String, why: String)] = [
            (1_730_419_200_000, "notice_2024_11", "the first moment of a month"),
            (1_730_419_199_999, "notice_2024_10", "the last moment of the month before"),
            (1_425_168_000_000, "notice_2015_03", "an old one after a new one"),
            (1_356_998_400_000, "notice_2013_01", "before there were such phones, nearly"),
            (1_356_998_399_999, "notice_other", "before there were such phones"),
            (0, "notice_other", "1970"), (1, "notice_other", "1970"),
            (4_102_444_800_000, "notice_other", "2100"),
            (Int64.max >> 20, "notice_other", "the last moment that a number has room for"),
        ]
        for (index, row) in rows.enumerated() {
            let notice = SampleNotice(at: row.at)
            try await bridge.run([.take(Int64(index + 1), [notice])])
            expect(
                try await owner.text(
                    "SELECT tableoid::regclass::text FROM callboard.notice WHERE number = $1",
                    [.integer(notice.number)]), is: "callboard.\(row.table)", "\(row.why)")
        }
        expect(
            try await owner.number("SELECT count(*) FROM callboard.part") ?? 0, is: 6,
            "there are none for absurd numbers; that of the next month is ready")
    }

    @Test @LoopActor func `what came before its month had a table is moved there`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet()])
        // A backup reads all tables.
        try await owner.run([
            SQLStatement("BEGIN"),
            SQLStatement("LOCK TABLE callboard.notice_other IN ACCESS SHARE MODE"),
        ])
        let notice = SampleNotice(at: sampleMoment)
        expect(await bridge.refusal([.take(1, [notice])]), is: nil, "nothing waits for it")
        let table = "SELECT tableoid::regclass::text FROM callboard.notice WHERE number = $1"
        expect(try await owner.text(table, [.integer(notice.number)]), is: "callboard.notice_other")
        try await owner.run("COMMIT")
        try await bridge.run([.take(2, [SampleNotice(at: sampleMoment + 1)])])
        expect(
            try await owner.text(table, [.integer(notice.number)]), is: "callboard.notice_2024_11")
        expect(
            try await bridge.text("SELECT current_setting('lock_timeout')"), is: "0",
            "no setting stays behind")
    }

    @Test @LoopActor func `nobody waits for a table that is made ahead of time`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet(), .take(1, [SampleNotice(at: sampleMoment)])])
        let newest = "SELECT name::text FROM callboard.part ORDER BY first DESC LIMIT 1"
        let next = try #require(try await owner.text(newest))
        try await owner.run("DROP TABLE callboard.\(next)")
        try await owner.run("DELETE FROM callboard.part WHERE name = '\(next)'")
        // A backup reads all tables.
        try await owner.run([
            SQLStatement("BEGIN"),
            SQLStatement("LOCK TABLE callboard.notice_other IN ACCESS SHARE MODE"),
        ])
        let process = try #require(try await bridge.number("SELECT pg_backend_pid()"))
        expect(await bridge.refusal([.take(2, [SampleNotice(at: sampleMoment + 1)])]), is: nil)
        try await owner.run("COMMIT")
        // Whoever needs a table waits for half a second, which would be in the log.
        #expect(!database.server.log.contains("process \(process) still waiting"))
        try await bridge.run([.take(3, [SampleNotice(at: sampleMoment + 2)])])
        expect(try await owner.text(newest), is: next)
    }

    @Test @LoopActor func `who waits while another makes the table of its month goes on there`()
        async throws
    {
        // It takes luck, the less the faster the machine is.
        for attempt in 0..<60 where try await hasMetWhoMakesTheTable(attempt) { return }
        Issue.record("one never waited while another made the table")
    }

    /// Has two bridges begin a month shortly after one another while a backup reads; false where they did not get in each other's
    /// way.
    @LoopActor private func hasMetWhoMakesTheTable(_ attempt: Int) async throws -> Bool {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let watcher = try await database.client("hall")
        let one = try await database.client("berlin_bridge")
        let other = try await database.client("berlin_bridge")
        try await one.run([.meet(1)])
        try await other.run([.meet(2)])
        try await owner.run([
            SQLStatement("BEGIN"),
            SQLStatement("LOCK TABLE callboard.notice_other IN ACCESS SHARE MODE"),
        ])
        async let first = one.refusal([.take(1, [SampleNotice(at: sampleMoment)])])
        // So that it still waits when the first one has given up.
        await pause(.milliseconds([250, 100, 400][attempt % 3]))
        async let second = other.refusal([.take(1, [SampleNotice(at: sampleMoment)])])
        // One has given up and wants to write into the table of all others, the other one is to make the month.
        let waiting =
            "SELECT count(DISTINCT mode) FROM pg_locks WHERE NOT granted AND locktype = 'relation'"
            + " AND relation = 'callboard.notice_other'::regclass"
        let end = EventLoop.now + .seconds(2)
        var hasMet = false
        while !hasMet, EventLoop.now < end {
            hasMet = try await watcher.number(waiting) == 2
            if !hasMet { await pause(.milliseconds(5)) }
        }
        try await owner.run("COMMIT")
        expect(await [first, second], is: [nil, nil])
        guard hasMet else { return false }
        expect(
            try await owner.texts(
                "SELECT DISTINCT tableoid::regclass::text FROM callboard.notice"),
            is: ["callboard.notice_2024_11"])
        return true
    }

    @Test @LoopActor func `every table has what a search needs`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet(), .take(1, [SampleNotice(at: sampleMoment)])])
        let indexes =
            "SELECT count(*) FROM pg_index WHERE indrelid = $1::regclass AND indisvalid"
        expect(
            try await owner.number(
                "SELECT attstattarget FROM pg_attribute WHERE attnum = 1"
                    + " AND attrelid = 'callboard.notice_2024_11_array_to_tsvector_idx'::regclass"),
            is: 1_000, "seldom words are known as such")
        for table in ["notice", "notice_2024_11", "notice_other"] {
            expect(
                try await owner.number(indexes, [.text("callboard.\(table)")]), is: 10, "\(table)")
            expect(
                try await owner.number(
                    "SELECT count(*) FROM pg_attribute WHERE attrelid = $1::regclass"
                        + " AND attname IN ('title', 'subtitle', 'message', 'words', 'record')"
                        + " AND attstattarget = 0", [.text("callboard.\(table)")]), is: 5,
                "no samples of texts are kept of \(table)")
        }
    }
}
