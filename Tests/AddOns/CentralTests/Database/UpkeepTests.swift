import Central
import Expecting
import Linux
import PostgreSQL
import ServerSupport
import Support
import Testing

/// Retention and forgetting, on a real server.
@Suite(.onLoop) struct UpkeepTests {
    @Test @LoopActor func `months past their time are dropped and not taken again`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet()])
        let month: Int64 = 31 * 86_400_000
        let now = try #require(
            try await owner.number("SELECT (extract(epoch FROM now()) * 1000)::bigint"))
        let notices = [now, now - month, now - 3 * month, now - 9 * month, 1_000].map {
            SampleNotice(at: $0)
        }
        try await bridge.run([.take(1, notices)])
        for (months, why) in [(0, "none"), (-1, "fewer than none"), (1_201, "a century")] {
            expect(
                await owner.refusal("SELECT callboard.retain($1)", [.integer(Int64(months))]),
                is: "ZC006", "\(why)")
        }
        expect(try await owner.number("SELECT callboard.retain(1200)"), is: 0)
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 5)
        expect(try await owner.number("SELECT callboard.retain(3)"), is: 2)
        expect(
            try await owner.number("SELECT count(*) FROM callboard.notice"), is: 2,
            "one of 1970 is gone as well")
        let row = try await bridge.run([.take(2, notices)]).first
        expect(try row?.value(1) as Int64?, is: 2)
        expect(try row?.value(3) as Int64?, is: 3, "they are passed over")
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 2)
        try await owner.run("SELECT callboard.retain(12)")
        try await bridge.run([.take(3, notices)])
        expect(
            try await owner.number("SELECT count(*) FROM callboard.notice"), is: 4,
            "more is kept again")
    }

    @Test @LoopActor func `a history is forgotten with all that it had`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("any_bridge")
        let other = try await database.client("any_bridge")
        let owner = try await database.client("hall")
        let notices = [SampleNotice(at: sampleMoment), SampleNotice(at: 5)]
        try await bridge.run([.meet(1), .take(1, notices)])
        try await other.run([.meet(2), .take(1, notices)])
        let forget = "SELECT callboard.forget_history($1)"
        expect(await owner.refusal(forget, [.text(sampleHistory(1))]), is: "ZC002")
        expect(await owner.refusal(forget, [.text(sampleHistory(3))]), is: "ZC010")
        try await bridge.run(CentralStatements.leave)
        expect(try await owner.number(forget, [.text(sampleHistory(1))]), is: 2)
        for table in ["history", "phone", "app"] {
            expect(
                try await owner.number("SELECT count(*) FROM callboard.\(table)"), is: 1, "\(table)"
            )
        }
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 2)
        expect(
            try await bridge.run([.meet(1, 44, "far", next: "on")]).first?.value(0) as Int64?,
            is: 0,
            "it is a new one")
    }

    @Test @LoopActor func `what is forgotten is noted, and gone from the files once written anew`()
        async throws
    {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let owner = try await database.client("hall")
        try await bridge.run([.meet()])
        let secret = SampleNotice(at: sampleMoment) {
            $0.title = "Quetzalcoatlus"
            $0.words = "quetzalcoatlus"
            $0.record = "Quetzalcoatlus"
        }
        let old = SampleNotice(at: 7) { $0.record = "old" }
        try await bridge.run([.take(1, [secret, old, SampleNotice(at: sampleMoment + 1)])])
        try await owner.run("ANALYZE callboard.notice")
        try await bridge.run([.take(2, [secret.gone, old.gone])])
        expect(
            try await owner.texts(
                "SELECT name || ' ' || erased FROM callboard.part WHERE erased > 0 ORDER BY 1"),
            is: ["notice_2024_11 1", "notice_other 1"])
        try database.server.run("CHECKPOINT")
        let isLeft = try await hasBytes("uetzalcoatlus", in: database)
        expect(isLeft, is: true, "a row that nobody sees stays where it was")
        let part = "notice_2024_11"
        // The server itself may be looking at the table, and keeps for that what was there before.
        var isSeen = true
        for _ in 0..<100 where isSeen {
            for statement in CentralStatements.rewriting(part) { try await owner.run(statement) }
            try database.server.run("CHECKPOINT")
            isSeen = try await hasBytes("uetzalcoatlus", in: database)
        }
        expect(isSeen, is: false)
        expect(
            try await owner.texts("SELECT name FROM callboard.part WHERE erased > 0"),
            is: ["notice_other"])
    }

    @LoopActor private func hasBytes(
        _ text: String, in database: TestDatabase
    ) async throws -> Bool {
        let client = try await database.client("postgres")
        return try await client.number(
            "SELECT count(*) FROM pg_class c, LATERAL (SELECT pg_read_binary_file("
                + "pg_relation_filepath(c.oid)) AS file) f WHERE c.relnamespace IN"
                + " ('callboard'::regnamespace, 'pg_toast'::regnamespace)"
                + " AND pg_relation_filepath(c.oid) IS NOT NULL"
                + " AND position($1::bytea IN file) > 0", [.bytes(Array(text.utf8))]) ?? 0 > 0
    }
}
