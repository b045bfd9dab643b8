import Central
import Expecting
import Linux
import PostgreSQL
import ServerSupport
import Support
import Testing

/// How a bridge and a centre recognise each other, on a real server.
@Suite(.onLoop) struct MeetTests {
    /// What a bridge says of a history that the centre knows by meeting 5 and the token `five`.
    private static let meetings:
        [(meeting: Int64, token: String, next: String, expected: String?, now: String, why: String)] =
            [
                (5, "five", "six", nil, "6 six", "both agree on what was last"),
                (4, "four", "five", nil, "5 five", "the answer of the last meeting was lost"),
                (6, "six", "seven", nil, "7 seven", "the centre is that of a backup"),
                (90, "far", "on", nil, "91 on", "the centre is that of an old backup"),
                (5, "other", "six", "ZC001", "5 five", "another one met in the meantime"),
                (5, "", "five", "ZC001", "5 five", "its token is gone"),
                (4, "four", "other", "ZC001", "5 five", "a copy of an earlier time"),
                (4, "four", "", "ZC006", "5 five", "there is nothing to agree on"),
                (3, "three", "four", "ZC001", "5 five", "the history is that of a backup"),
                (0, "", "first", "ZC001", "5 five", "it was never handed in, and goes by the name"),
                (-1, "", "first", "ZC006", "5 five", "there is no such meeting"),
                (.max, "", "first", "ZC006", "5 five", "there is no such meeting"),
            ]

    @Test @LoopActor func `a history is recognised by its last meeting`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let bridge = try await database.client("berlin_bridge")
        expect(try await bridge.run([.meet()]).first?.value(0) as Int64?, is: 0)
        try await bridge.run([.take(7)])
        for row in Self.meetings {
            try await bridge.run(CentralStatements.leave)
            try await owner.run("UPDATE callboard.history SET meeting = 5, token = 'five'")
            let meet = SQLStatement.meet(1, row.meeting, row.token, next: row.next)
            expect(await bridge.refusal([meet]), is: row.expected, "\(row.why)")
            expect(
                try await owner.text("SELECT meeting || ' ' || token FROM callboard.history"),
                is: row.now, "\(row.why)")
            if row.expected != nil {
                expect(await bridge.refusal([.take(8)]), is: "ZC004", "\(row.why)")
            } else {
                expect(
                    try await bridge.run([meet]).first?.value(0) as Int64?, is: 7, "\(row.why)")
            }
        }
        let refusal = await bridge.words(
            "SELECT callboard.meet($1, 0, '', 'x', 'berlin', 'b', '')",
            [
                .text(sampleHistory(1))
            ])
        #expect(refusal.contains("copy of a history that was handed in from elsewhere, as hall of"))
    }

    @Test @LoopActor func `one connection alone hands a history in`() async throws {
        let database = try await TestDatabases.database()
        let first = try await database.client("berlin_bridge")
        let second = try await database.client("berlin_bridge")
        try await first.run([.meet()])
        expect(await second.refusal([.meet(1, 1, "first", next: "second")]), is: "ZC002")
        expect(await second.refusal([.take(1)]), is: "ZC004", "it was refused")
        expect(await first.refusal([.take(1)]), is: nil, "nothing was taken from it")
        first.close()
        let meet = SQLStatement.meet(1, 1, "first", next: "second")
        expect(
            await answersEventually({ await second.refusal([meet]) == nil }), "the first is gone")
        expect(await second.refusal([.take(2)]), is: nil)
    }

    @Test @LoopActor func `of many that come at once one gets each history`() async throws {
        let database = try await TestDatabases.database()
        var clients: [CentralClient] = []
        for _ in 0..<12 { clients.append(try await database.client("any_bridge")) }
        let attempts = clients.indices.map { index in
            let client = clients[index]
            return Task { @LoopActor in
                await client.refusal([.meet(index % 3, next: "from \(index)")])
            }
        }
        var met: [Int] = []
        for (index, attempt) in attempts.enumerated() where await attempt.value == nil {
            met.append(index)
        }
        expect(Set(met.map { $0 % 3 }), is: [0, 1, 2])
        expect(met.count, is: 3, "one each")
        for index in clients.indices {
            expect(
                await clients[index].refusal([.take(1, [SampleNotice(at: sampleMoment)])]),
                is: met.contains(index) ? nil : "ZC004")
        }
        let owner = try await database.client("hall")
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 3)
    }

    @Test @LoopActor func `whoever leaves lets another one hand in`() async throws {
        let database = try await TestDatabases.database()
        let first = try await database.client("berlin_bridge")
        let second = try await database.client("berlin_bridge")
        try await first.run([.meet()])
        try await first.run(CentralStatements.leave)
        expect(await first.refusal([.take(1)]), is: "ZC004")
        expect(
            await first.refusal(
                CentralStatements.report, [.integer(0), .integer(0), .integer(0), .text("x")]),
            is: "ZC004")
        expect(await second.refusal([.meet(1, 1, "first", next: "second")]), is: nil)
        expect(await first.refusal(CentralStatements.leave), is: nil, "again")
        expect(await second.refusal([.take(1)]), is: nil)
    }

    @Test @LoopActor func `a connection hands one history in at a time`() async throws {
        let database = try await TestDatabases.database()
        let first = try await database.client("berlin_bridge")
        let second = try await database.client("berlin_bridge")
        try await first.run([.meet(1)])
        try await first.run([.meet(2)])
        expect(await second.refusal([.meet(1, 1, "first", next: "second")]), is: nil)
        try await first.run([.take(1, [SampleNotice(at: sampleMoment)])])
        let owner = try await database.client("hall")
        expect(
            try await owner.text(
                "SELECT h.id FROM callboard.notice n JOIN callboard.history h ON h.number = n.history"
            ),
            is: sampleHistory(2))
    }

    @Test @LoopActor func `a meeting that is undone is none`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        expect(await bridge.refusal([.meet(), SQLStatement("SELECT 1 / 0")]), is: "22012")
        expect(await bridge.refusal([.take(1)]), is: "ZC004")
        expect(await bridge.refusal([.meet()]), is: nil)
        expect(await bridge.refusal([.take(1)]), is: nil)
    }

    @Test @LoopActor func `a bridge hands in for its own site`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let berlin = try await database.client("berlin_bridge")
        let paris = try await database.client("paris_bridge")
        expect(await berlin.refusal([.meet(site: "paris")]), is: "ZC003")
        expect(await berlin.refusal([.meet(site: "*")]), is: "ZC006", "that is no site")
        expect(await berlin.refusal([.meet(site: "")]), is: "ZC006", "that is no site")
        try await berlin.run([.meet()])
        try await berlin.run(CentralStatements.leave)
        expect(
            await paris.refusal([.meet(1, 1, "first", next: "second", site: "paris")]),
            is: "ZC003", "the history belongs to another site")
        expect(await berlin.refusal([.meet(1, 1, "first", next: "second")]), is: nil)
        try await owner.run("DELETE FROM callboard.access WHERE role = 'berlin_bridge'")
        expect(await berlin.refusal([.take(1)]), is: "ZC003", "it has lost its site")
        expect(await berlin.refusal([.meet(1, 2, "second", next: "third")]), is: "ZC003")
    }

    @Test @LoopActor func `a history is readmitted by whoever owns the database`() async throws {
        let database = try await TestDatabases.database()
        let owner = try await database.client("hall")
        let bridge = try await database.client("berlin_bridge")
        try await bridge.run([.meet(), .take(9)])
        try await bridge.run(CentralStatements.leave)
        expect(await bridge.refusal([.meet(next: "again")]), is: "ZC001")
        try await owner.run("SELECT callboard.readmit($1)", [.text(sampleHistory(1))])
        expect(try await bridge.run([.meet(next: "again")]).first?.value(0) as Int64?, is: 9)
        expect(await owner.refusal("SELECT callboard.readmit('nobody')"), is: "ZC010")
    }

    @Test @LoopActor func `a bridge whose network is gone does not hold its history for long`()
        async throws
    {
        let database = try await TestDatabases.database()
        var plan = database.plan("berlin_bridge")
        plan.places = [.host("127.0.0.1", port: database.server.port)]
        let bridge = CentralClient(plan)
        try await bridge.open()
        try await bridge.run([.meet()])
        for (setting, value) in [
            ("tcp_keepalives_idle", "30"), ("tcp_keepalives_interval", "10"),
            ("tcp_keepalives_count", "3"), ("tcp_user_timeout", "60000"),
            ("idle_in_transaction_session_timeout", "1min"),
        ] { expect(try await bridge.text("SHOW \(setting)"), is: value, "\(setting)") }
    }
}
