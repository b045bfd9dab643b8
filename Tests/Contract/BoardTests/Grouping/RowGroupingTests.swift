import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import Board

struct RowGroupingTests {
    /// A row in short: who, what of, and whether it is gone.
    struct Told: Sendable {
        var who: String
        var app = "Messages"
        var kind = RowOrigin.Kind.other
        var phone = "Anna's iPhone"
        var isGone = false
        var text = ""
    }

    /// Rows, the newest first, numbered from 1.
    private static func rows(_ told: [Told]) -> [BoardRow] {
        told.enumerated().map { index, told in
            BoardRow(
                id: NoticeID(rawValue: UInt64(index + 1)), time: TestDay.noon,
                kind: Category(.social),
                who: told.who, text: told.text, isGone: told.isGone,
                call: told.kind == .missed ? .missed : nil,
                origin: RowOrigin(
                    phone: told.phone, appID: "org.\(told.app)", app: told.app, kind: told.kind))
        }
    }

    /// Folded rows in short: who, and how many where it is more than one.
    private static func words(_ rows: [BoardRow]) -> [String] {
        rows.map { $0.count > 1 ? "\($0.who) \($0.count)" : $0.who }
    }

    private static let zoe = Told(who: "Zoe")
    private static let nina = Told(who: "Nina")
    private static let missed = Told(who: "Ada", app: "Phone", kind: .missed)
    private static let voicemail = Told(who: "Ada", app: "Phone", kind: .voicemail)

    @Test(
        arguments: [
            (.none, [zoe, zoe, zoe, zoe], ["Zoe", "Zoe", "Zoe", "Zoe"], "nothing is folded"),
            (.thread, [zoe, zoe], ["Zoe", "Zoe"], "two are read as fast as one"),
            (.thread, [zoe, zoe, zoe], ["Zoe 3"], "a thread"),
            (
                .thread, [nina, zoe, nina, zoe, zoe], ["Nina", "Zoe 3", "Nina"],
                "others may stand between, and the newest gives the place"
            ),
            (
                .thread, [zoe, zoe, Told(who: "Zoe", app: "Mail")], ["Zoe", "Zoe", "Zoe"],
                "the same name in another app is another thread"
            ),
            (
                .thread, [zoe, zoe, Told(who: "Zoe", phone: "Ben's iPhone")],
                ["Zoe", "Zoe", "Zoe"], "another phone has a thread of its own"
            ),
            (
                .thread, [zoe, zoe, Told(who: "Zoe", isGone: true)], ["Zoe", "Zoe", "Zoe"],
                "what is gone is not counted with what is there"
            ),
            (.thread, [missed, missed], ["Ada 2"], "calls are folded from the second on"),
            (
                .thread, [missed, voicemail, missed, voicemail], ["Ada 2", "Ada 2"],
                "a call and a voicemail are two things"
            ),
            (
                .app, [missed, Told(who: "Ben", app: "Phone", kind: .missed), missed],
                ["Ada 2", "Ben"], "calls go by their caller, however the others are folded"
            ),
            (.app, [zoe, nina], ["Zoe", "Nina"], "two are read as fast as one"),
            (.app, [zoe, nina, zoe], ["Messages 3"], "an app, by its own name"),
            (.app, [zoe, zoe, zoe], ["Zoe 3"], "of one person an app needs no name"),
            (.app, [Told(who: "Messages"), zoe, zoe], ["Messages 3"], "a title that is the app"),
        ] as [(RowGrouping, [Told], [String], String)])
    func `what belongs together is one row`(
        grouping: RowGrouping, told: [Told], folded: [String], why: String
    ) {
        expect(Self.words(grouping.folded(Self.rows(told))), is: folded, "\(why)")
    }

    @Test func `a folded row has the words of the newest, and knows the others`() throws {
        let rows = Self.rows([
            Told(who: "Zoe", text: "now"), Told(who: "Zoe", text: "then"), Self.zoe,
        ])
        let row = try #require(RowGrouping.thread.folded(rows).first)
        expect(row.text, is: "now")
        expect(row.older, is: [2, 3].map { NoticeID(rawValue: $0) })
        #expect(row.has(NoticeID(rawValue: 1)) && row.has(NoticeID(rawValue: 3)))
        #expect(!row.has(NoticeID(rawValue: 4)))
    }

    @Test func `a row of an app says who before what`() throws {
        let rows = Self.rows([Told(who: "Zoe", text: "now"), Self.nina, Self.nina])
        expect(RowGrouping.app.folded(rows).first?.text, is: "Zoe: now")
        let silent = Self.rows([Self.zoe, Self.nina, Self.nina])
        expect(RowGrouping.app.folded(silent).first?.text, is: "Zoe")
    }

    @Test func `a group that is open has all its rows`() throws {
        let rows = Self.rows([Self.zoe, Self.zoe, Self.zoe, Self.nina, Self.nina, Self.nina])
        let folded = RowGrouping.thread.folded(rows)
        let group = try #require(RowGrouping.thread.group(of: folded[0]))
        let open = RowGrouping.thread.folded(rows, open: [group])
        expect(Self.words(open), is: ["Zoe", "Zoe", "Zoe", "Nina 3"])
        expect(RowGrouping.none.group(of: rows[0]), is: nil)
    }

    @Test func `a row of which nobody knows where it came from stands alone`() {
        var rows = Self.rows([Self.zoe, Self.zoe, Self.zoe])
        for index in rows.indices { rows[index].origin = nil }
        for grouping in RowGrouping.allCases { expect(grouping.folded(rows), is: rows) }
    }

    @Test(arguments: RowGrouping.allCases)
    func `folding leaves no notice out and shows none twice`(grouping: RowGrouping) {
        let people = ["Zoe", "Nina", "Ada", "Дмитрий"]
        let rows = Self.rows(
            (0..<DayBoard.rowLimit).map { number in
                Told(
                    who: people[number * 7 % 4], app: number % 3 == 0 ? "Mail" : "Messages",
                    isGone: number % 5 == 0)
            })
        let folded = grouping.folded(rows)
        let ids = folded.flatMap { [$0.id] + $0.older }
        expect(ids.count, is: rows.count)
        expect(Set(ids), is: Set(rows.map(\.id)))
        expect(
            folded.map(\.id), is: rows.map(\.id).filter { id in folded.contains { $0.id == id } })
        expect(grouping.folded(rows), is: folded)
    }

    @Test func `a day folds its rows as its options say`() {
        for (grouping, count) in [(RowGrouping.none, 3), (.thread, 1), (.app, 1)] {
            let day = TestDay(BoardOptions(grouping: grouping))
            for number: UInt64 in 1...3 { day.take(.added, TestDay.notice(number)) }
            expect(day.board.rows.count, is: 3)
            expect(day.board.foldedRows.count, is: count)
        }
    }

    @Test func `the words of calls and voicemail are folded by caller`() {
        let day = TestDay(BoardOptions(grouping: .thread))
        for number: UInt64 in 1...2 { day.take(.missed, TestDay.call(number, .missed)) }
        for number: UInt64 in 3...4 {
            day.take(.added, TestDay.notice(number, .voicemail, "Davidson Ro", "Voicemail"))
        }
        expect(day.board.foldedRows.map(\.count), is: [2, 2])
        expect(day.board.foldedRows.map(\.label), is: ["VMAIL", "MISSED"])
    }
}
