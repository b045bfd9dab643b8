import Central
import Expecting
import Linux
import PostgreSQL
import Support
import Testing

/// What a centre makes of batches, on a real server.
@Suite(.onLoop) struct TakeTests {
    @LoopActor private func met() async throws -> (owner: CentralClient, bridge: CentralClient) {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        try await bridge.run([.meet()])
        return (try await database.client("hall"), bridge)
    }

    @Test @LoopActor func `a batch is taken once, and none that is older`() async throws {
        let (owner, bridge) = try await met()
        let first = SampleNotice(at: sampleMoment)
        let steps:
            [(turn: Int64, notices: [SampleNotice], expected: [Int64]?, count: Int64, why: String)] =
                [
                    (3, [first], [1, 0, 0], 1, "the first batch may have any number"),
                    (
                        3, [SampleNotice(at: sampleMoment + 1)], nil, 1,
                        "the same number again is the same batch"
                    ),
                    (4, [first], [1, 0, 0], 1, "the same notice again is the same notice"),
                    (5, [first.gone], [0, 1, 0], 0, "a notice is gone"),
                    (6, [first.gone], [0, 0, 0], 0, "it is gone already"),
                    (9, [], [0, 0, 0], 0, "there may be nothing in a batch, and numbers left out"),
                ]
        for step in steps {
            let row = try await bridge.run([.take(step.turn, step.notices)]).first
            expect(try row?.value(0) as Bool?, is: step.expected == nil, "\(step.why)")
            if let expected = step.expected {
                expect(
                    try (1...3).map { try row?.value($0) as Int64? }, is: expected, "\(step.why)")
            }
            expect(
                try await owner.number("SELECT count(*) FROM callboard.notice"), is: step.count,
                "\(step.why)")
        }
        expect(await bridge.refusal([.take(8, [first])]), is: "ZC005")
        expect(await bridge.refusal([.take(-1, [first])]), is: "ZC005")
        expect(try await owner.number("SELECT last_turn FROM callboard.history"), is: 9)
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 0)
    }

    @Test @LoopActor func `a notice that changed is one row, and the same again none`() async throws
    {
        let (owner, bridge) = try await met()
        var notice = SampleNotice(at: sampleMoment)
        try await bridge.run([.take(1, [notice, SampleNotice(at: sampleMoment + 1)])])
        let version = "SELECT string_agg(ctid::text, ' ') FROM callboard.notice"
        let before = try await owner.text(version)
        try await bridge.run([.take(2, [notice])])
        expect(try await owner.text(version), is: before, "nothing was written")
        notice.title = "Someone else"
        notice.state = "missed"
        notice.sent = sampleMoment - 7
        notice.app = nil
        notice.record = "{\"changed\":true}"
        try await bridge.run([.take(3, [notice])])
        expect(
            try await owner.texts(
                "SELECT concat_ws('|', n.title, n.call_state, n.moment, a.name, n.record)"
                    + " FROM callboard.notice n JOIN callboard.app a ON a.number = n.app"
                    + " ORDER BY n.number"),
            is: [
                "Someone else|missed|\(sampleMoment - 7)|{\"changed\":true}",
                "Zoë|\(sampleMoment + 1)|Chat|{\"number\":\((sampleMoment + 1) << 20)}",
            ])
    }

    @Test @LoopActor func `a batch is taken as a whole or not at all`() async throws {
        let (owner, bridge) = try await met()
        let good = SampleNotice(at: sampleMoment)
        func bad(_ change: (inout SampleNotice) -> Void) -> SampleNotice {
            SampleNotice(at: sampleMoment + 1, change)
        }
        let batches: [(notices: [SampleNotice], expected: String, why: String)] = [
            ([good, good], "ZC006", "a notice is in it twice"),
            ([good, bad { $0.number = -1 }], "ZC006", "there is no such number"),
            ([good, bad { $0.category = 256 }], "ZC006", "there is no such category"),
            ([good, bad { $0.category = -1 }], "ZC006", "there is no such category"),
            (
                (0...Int64(CentralStatements.batchLimit)).map {
                    SampleNotice(at: sampleMoment + $0)
                },
                "ZC006", "there are too many"
            ),
        ]
        for batch in batches {
            expect(
                await bridge.refusal([.take(1, batch.notices)]), is: batch.expected, "\(batch.why)")
        }
        var uneven = SQLStatement.take(1, [good])
        for index in 4..<uneven.values.count {
            let before = uneven.values[index]
            uneven.values[index] = index == 4 ? .integers([]) : .texts([])
            expect(
                await bridge.refusal([uneven]), is: "ZC006",
                "\(CentralStatements.takeColumns[index])")
            uneven.values[index] = .null
            expect(
                await bridge.refusal([uneven]), is: "ZC006",
                "\(CentralStatements.takeColumns[index])")
            uneven.values[index] = before
        }
        for index in 1..<4 {
            var batch = SQLStatement.take(1, [good], renamings: [("bond", "a", "b")])
            batch.values[index] = .texts([])
            expect(
                await bridge.refusal([batch]), is: "ZC006",
                "\(CentralStatements.takeColumns[index])"
            )
            batch.values[index] = .texts([nil])
            expect(
                await bridge.refusal([batch]), is: "ZC006",
                "\(CentralStatements.takeColumns[index])"
            )
        }
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 0)
        expect(try await owner.number("SELECT last_turn FROM callboard.history"), is: 0)
        expect(await bridge.refusal([.take(1, [good])]), is: nil)
    }

    @Test @LoopActor func `a refusal quotes nothing of what was handed in`() async throws {
        let (_, bridge) = try await met()
        var notice = SampleNotice(at: sampleMoment)
        notice.category = 4000
        notice.title = "secret"
        let batch = SQLStatement.take(1, [notice])
        let words = await bridge.words(batch.words, batch.values)
        #expect(words.contains("the batch makes no sense") && !words.contains("secret"))
    }

    @Test @LoopActor func `texts are kept as they come`() async throws {
        let (owner, bridge) = try await met()
        let texts: [(text: String, why: String)] = [
            ("", "nothing"), ("\n\t\u{1}\u{7F}", "control characters"), ("👩‍👩‍👧‍👦 يوم", "emoji, Arabic"),
            ("'; DROP TABLE callboard.notice; --", "SQL"), ("{a,\"b\",NULL}", "a list"),
            ("NULL", "a word of SQL"),
            ("\\ \\\\ \"", "signs of a list"), ("$1 $$ %s %I", "signs of a statement"),
            (String(repeating: "ß ", count: 200_000), "a very long text"),
            ("\u{FFFF}\u{10FFFF}", "no characters"),
        ]
        for (index, row) in texts.enumerated() {
            let turn = Int64(index + 1)
            var notice = SampleNotice(at: sampleMoment + turn)
            notice.title = row.text
            notice.message = row.text
            notice.words = row.text
            notice.record = row.text
            notice.bond = row.text
            notice.phone = row.text
            notice.appID = row.text
            notice.app = row.text
            expect(await bridge.refusal([.take(turn, [notice])]), is: nil, "\(row.why)")
            let found = try await owner.run(
                "SELECT title, message, record FROM callboard.notice WHERE number = $1",
                [.integer(notice.number)])
            for column in 0..<3 {
                expect(try found.first?.value(column) as String?, is: row.text, "\(row.why)")
            }
        }
        var notice = SampleNotice(at: sampleMoment)
        notice.title = "a\0b"
        #expect(await bridge.refusal([.take(90, [notice])]) != nil, "no text has a zero")
        expect(
            try await owner.number("SELECT last_turn FROM callboard.history"),
            is: Int64(texts.count))
    }

    @Test @LoopActor func `words of any length and form are taken and found`() async throws {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let reader = try await database.client("berlin_reader")
        try await bridge.run([.meet()])
        let long = String(repeating: "x", count: 5_000)
        let wide = String(repeating: "\u{1F600}", count: 3_000)
        let words: [(words: String, found: String?, why: String)] = [
            ("", nil, "there are none"), ("  two   words ", "two", "there are too many spaces"),
            (" ", nil, "a space alone"), ("before \(long) behind", "behind", "one is too long"),
            (wide, String(wide.unicodeScalars.prefix(511)), "one is too long in bytes alone"),
            ("a'b c\\d \"e\" f:g*h", "c\\d", "signs of a query"),
            ((0..<60_000).map { "w\($0)" }.joined(separator: " "), "w77", "there are very many"),
        ]
        for (index, row) in words.enumerated() {
            let turn = Int64(index + 1)
            var notice = SampleNotice(at: sampleMoment + turn)
            notice.words = row.words
            notice.record = "\(index)"
            expect(await bridge.refusal([.take(turn, [notice])]), is: nil, "\(row.why)")
            guard let found = row.found else { continue }
            let quoted = String(found.flatMap { "\\'".contains($0) ? [$0, $0] : [$0] })
            let rows = try await reader.run([.find([("query", .text("'\(quoted)'"))])])
            expect(try rows.map { try $0.value(0) as String }, is: ["\(index)"], "\(row.why)")
        }
    }

    @Test @LoopActor func `a phone that is renamed is renamed for all that it sent`() async throws {
        let (owner, bridge) = try await met()
        func phones() async throws -> [String?] {
            try await owner.texts(
                "SELECT concat_ws(' ', p.bond, p.name, (SELECT count(*) FROM callboard.notice n"
                    + " WHERE n.phone = p.number)) FROM callboard.phone p ORDER BY 1")
        }
        func notice(_ number: Int64, _ phone: String) -> SampleNotice {
            SampleNotice(at: sampleMoment + number) { $0.phone = phone }
        }
        try await bridge.run([
            .take(1, [notice(1, "Mara"), notice(2, "Mara"), notice(3, "Jonas")])
        ])
        expect(try await phones(), is: ["bond Jonas 1", "bond Mara 2"])
        try await bridge.run([.take(2, [notice(4, "Mia")], renamings: [("bond", "Mara", "Mia")])])
        expect(
            try await phones(), is: ["bond Jonas 1", "bond Mia 3"], "before the notices are taken")
        try await bridge.run([
            .take(
                3,
                renamings: [("bond", "Mia", "Ann"), ("bond", "Ann", "Eve"), ("other", "Eve", "x")])
        ])
        expect(try await phones(), is: ["bond Eve 3", "bond Jonas 1"], "one after the other")
        try await bridge.run([.take(4, renamings: [("bond", "Eve", "Jonas")])])
        expect(try await phones(), is: ["bond Jonas 4"], "to a name that it had before")
        try await bridge.run([.take(5, renamings: [("bond", "Jonas", "Jonas")])])
        expect(try await phones(), is: ["bond Jonas 4"], "to its own name")
        try await bridge.run([.take(6, [notice(9, "Mara")])])
        expect(try await phones(), is: ["bond Jonas 4", "bond Mara 1"], "an old name is a new one")
    }

    @Test @LoopActor func `the name of a phone or an app goes with the last of its notices`()
        async throws
    {
        let (owner, bridge) = try await met()
        func names() async throws -> [String?] {
            try await owner.texts(
                "SELECT name FROM callboard.phone UNION ALL SELECT name FROM callboard.app ORDER BY 1"
            )
        }
        let mara = SampleNotice(at: sampleMoment)
        let jonas = (1...2).map { number in
            SampleNotice(at: sampleMoment + Int64(number)) {
                $0.phone = "Jonas"
                $0.appID = "com.example.doctor"
                $0.app = "Doctor"
            }
        }
        try await bridge.run([.take(1, [mara] + jonas)])
        try await bridge.run([.take(2, [jonas[0].gone])])
        expect(try await names(), is: ["Chat", "Doctor", "Jonas", "Mara"], "one is left")
        try await bridge.run([.take(3, [jonas[1].gone])])
        expect(try await names(), is: ["Chat", "Mara"])
        try await bridge.run([.take(4, jonas)])
        expect(try await names(), is: ["Chat", "Doctor", "Jonas", "Mara"], "they come back")
    }

    @Test @LoopActor func `what is handed in is told to whoever listens, without a word of it`()
        async throws
    {
        let database = try await TestDatabases.database()
        let bridge = try await database.client("berlin_bridge")
        let reader = try await database.client("berlin_reader")
        try await reader.run([.listen(to: CentralStatements.channel)])
        try await bridge.run([.meet()])
        let notices = (1...400).map { SampleNotice(at: sampleMoment + $0) }
        try await bridge.run([.take(1, notices), .take(2), .take(2)])
        _ = await eventually { reader.notifications.count == 2 }
        let number = try await database.client("hall").number(
            "SELECT number FROM callboard.history")
        expect(
            reader.notifications.map(\.payload),
            is: ["\(number ?? 0) \((sampleMoment + 400) << 20)", "\(number ?? 0) 0"])
    }

    @Test @LoopActor func `how handing in goes is told`() async throws {
        let (owner, bridge) = try await met()
        let rows: [(values: [SQLValue], expected: String)] = [
            ([.integer(1), .integer(2), .integer(3), .text("fine")], "1 2 3 fine"),
            ([.integer(-1), .integer(.max), .integer(0), .text(nil)], "0 9223372036854775807 0 "),
            (
                [.integer(0), .integer(0), .integer(0), .text(String(repeating: "x", count: 300))],
                "0 0 0 " + String(repeating: "x", count: 200)
            ),
        ]
        for row in rows {
            try await bridge.run(CentralStatements.report, row.values)
            expect(
                try await owner.text(
                    "SELECT concat_ws(' ', waiting, lost, set_aside, state) FROM callboard.bridges"),
                is: row.expected)
        }
        expect(try await owner.text("SELECT is_connected FROM callboard.bridges"), is: "t")
        bridge.close()
        expect(
            try await answersEventually({
                try await owner.text("SELECT is_connected FROM callboard.bridges") == "f"
            }))
    }

    @Test @LoopActor func `many histories are handed in at once`() async throws {
        let database = try await TestDatabases.database()
        var bridges: [CentralClient] = []
        for _ in 0..<8 { bridges.append(try await database.client("any_bridge")) }
        for (index, bridge) in bridges.enumerated() {
            try await bridge.run([.meet(index, site: "site \(index % 2)")])
        }
        // Over the border of months, each batch, so that all make tables at the same time.
        let handings = bridges.map { bridge in
            Task { @LoopActor in
                var refusals: [String?] = []
                for turn in 1...5 as ClosedRange<Int64> {
                    let notices = (0..<40 as Range<Int64>).map {
                        SampleNotice(at: 1_700_000_000_000 + ($0 * 5 + turn) * 864_000_000)
                    }
                    refusals.append(await bridge.refusal([.take(turn, notices)]))
                }
                return refusals
            }
        }
        for handing in handings { expect(await handing.value, is: [nil, nil, nil, nil, nil]) }
        let owner = try await database.client("hall")
        expect(try await owner.number("SELECT count(*) FROM callboard.notice"), is: 8 * 200)
        expect(
            try await owner.number(
                "SELECT count(*) FROM callboard.notice_other WHERE number > 1 << 20"),
            is: try await owner.number(
                "SELECT count(*) FROM callboard.notice WHERE number >= callboard.first_number(("
                    + "date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months')::date)")
        )
    }
}
