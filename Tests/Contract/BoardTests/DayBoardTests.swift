import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import Board

struct DayBoardTests {
    @Test func `a notice becomes the newest row`() {
        let day = TestDay()
        #expect(day.take(.added, TestDay.notice(1)))
        day.minute = 1
        #expect(
            day.take(.added, TestDay.notice(2, .email, "Print Shop", "Ready.", subtitle: "1042")))
        expect(
            day.board.rows,
            is: [
                BoardRow(
                    id: NoticeID(rawValue: 2), time: day.wall, kind: Category(.email),
                    who: "Print Shop", app: "Messages",
                    text: "1042 — Ready.", origin: TestDay.messages),
                BoardRow(
                    id: NoticeID(rawValue: 1), time: TestDay.noon, kind: Category(.social),
                    who: "Zoe Müller",
                    app: "Messages", text: "See you at eight?", origin: TestDay.messages),
            ])
        expect(day.board.counts, is: BoardCounts(others: 2))
        expect(day.board.news, is: 2)
    }

    @Test(
        "a code stands only where all is shown",
        arguments: [
            (BoardOptions.Detail.full, ["482913 is your code"]), (.names, ["•••••• is your code"]),
            (.counts, []),
        ])
    func code(detail: BoardOptions.Detail, who: [String]) {
        let day = TestDay(BoardOptions(detail: detail, codes: .show))
        day.take(.added, TestDay.notice(1, .social, "482913 is your code", "482913, for one login"))
        expect(day.board.rows.map(\.who), is: who)
        #expect(day.board.rows.allSatisfy { $0.text.contains("482913") == (detail == .full) })
    }

    @Test func `what is announced again changes nothing`() {
        let day = TestDay()
        day.take(.added, TestDay.notice())
        day.minute = 1
        #expect(!day.take(.added, TestDay.notice()))
        expect(day.board.rows.count, is: 1)
        expect(day.board.counts.total, is: 1)
        expect(day.board.news, is: 1)
    }

    @Test func `another text stands in the same place with the same time`() {
        let day = TestDay()
        day.take(.added, TestDay.notice(1))
        day.take(.added, TestDay.notice(2))
        day.minute = 1
        #expect(day.take(.modified, TestDay.notice(1, .social, "Zoe Müller", "At nine?")))
        expect(day.board.rows.map(\.text), is: ["See you at eight?", "At nine?"])
        expect(day.board.rows.last?.time, is: TestDay.noon)
        expect(day.board.news, is: 3)
    }

    @Test func `what is gone stays as gone and is not counted`() {
        let day = TestDay()
        day.take(.added, TestDay.notice(1))
        #expect(day.take(.removed, TestDay.notice(1)))
        #expect(!day.take(.removed, TestDay.notice(1)))
        expect(day.board.rows.map(\.isGone), is: [true])
        expect(day.board.counts, is: BoardCounts())
        expect(day.board.news, is: 1)
    }

    @Test func `what is not followed any more leaves no row and is not counted`() {
        let day = TestDay()
        for number: UInt64 in 1...2 { day.take(.added, TestDay.notice(number)) }
        #expect(day.take(.forgotten, TestDay.notice(1)))
        #expect(!day.take(.forgotten, TestDay.notice(1)))
        expect(day.board.rows.map(\.id.rawValue), is: [2])
        expect(day.board.counts, is: BoardCounts(others: 1))
    }

    @Test func `what was there before the phone came stands where it was sent`() throws {
        let day = TestDay()
        day.take(.added, TestDay.notice(1))
        let local = TestDay.noon.local
        func existing(_ number: UInt64, hour: Int) -> Notice {
            let digits = [local.month, local.day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
            let text = "\(local.year)\(digits)T\(hour < 10 ? "0" : "")\(hour)0000"
            return TestDay.notice(
                number, flags: .preExisting, date: PhoneDate(parsing: Array(text.utf8)[...]))
        }
        day.minute = 5
        for (number, hour) in [(2, 9), (3, 11), (4, 10), (5, 23)] {
            day.take(.added, existing(UInt64(number), hour: hour))
        }
        expect(day.board.rows.map(\.id.rawValue), is: [5, 1, 3, 4, 2])
        // A phone that is ahead of this clock is not believed.
        expect(day.board.rows.map(\.time.local.hour), is: [12, 12, 11, 10, 9])
    }

    @Test func `midnight takes what is gone and of yesterday`() {
        let day = TestDay()
        for number: UInt64 in 1...2 { day.take(.added, TestDay.notice(number)) }
        day.take(.removed, TestDay.notice(1))
        day.minute = 12 * 60 - 1
        #expect(!day.move())
        expect(day.board.rows.map(\.id.rawValue), is: [2, 1])
        day.minute = 12 * 60
        #expect(day.move())
        #expect(!day.move())
        day.take(.added, TestDay.notice(3))
        day.take(.removed, TestDay.notice(3))
        day.minute = 35 * 60
        #expect(!day.move())
        expect(day.board.rows.map(\.id.rawValue), is: [3, 2])
    }

    @Test func `calls are counted by what became of them`() {
        let day = TestDay()
        day.take(.missed, TestDay.call(1, .missed))
        day.take(.added, TestDay.call(2, .missed))
        day.take(.added, TestDay.notice(3, .voicemail, "Zoe", ""))
        day.take(.added, TestDay.notice(4))
        expect(day.board.counts, is: BoardCounts(missed: 2, voicemail: 1, others: 1))
        day.take(.removed, TestDay.call(1, .missed))
        expect(day.board.counts, is: BoardCounts(missed: 1, voicemail: 1, others: 1))
    }

    @Test func `what was there before is no news, nor what comes silently`() {
        let day = TestDay()
        day.minute = 5
        #expect(day.take(.added, TestDay.notice(1, flags: .preExisting)))
        #expect(day.take(.added, TestDay.notice(2, flags: .silent)))
        expect(day.board.news, is: 0)
        expect(day.board.rows.map(\.time), is: [day.wall, TestDay.noon])
    }

    @Test func `rows are bounded, and what is gone goes first`() {
        let day = TestDay()
        day.take(.added, TestDay.notice(1))
        day.take(.added, TestDay.notice(2))
        day.take(.removed, TestDay.notice(2))
        for number in 3...UInt64(DayBoard.rowLimit + 1) { day.take(.added, TestDay.notice(number)) }
        expect(day.board.rows.count, is: DayBoard.rowLimit)
        expect(day.board.rows.last?.id.rawValue, is: 1)
        day.take(.added, TestDay.notice(10_000))
        expect(day.board.rows.last?.id.rawValue, is: 3)
        expect(day.board.counts.total, is: DayBoard.rowLimit + 1)
    }

    @Test func `only categories that are wanted are shown`() {
        let day = TestDay(BoardOptions(categories: [Category(.incomingCall)]))
        #expect(!day.take(.added, TestDay.notice()))
        #expect(day.take(.ringing, TestDay.call()))
        #expect(day.take(.answered, TestDay.call(7, .answered)), "what was shown is followed")
        expect(day.board.calls.map(\.state), is: [.answered])
        #expect(day.take(.ended, TestDay.call(7, .ended)))
        #expect(!day.take(.answered, TestDay.call(8, .answered)))
        #expect(day.board.calls.isEmpty && day.board.rows.map(\.id.rawValue) == [7])
    }

    @Test(arguments: [
        (BoardOptions.Detail.full, "Zoe Müller", "See you at eight?"),
        (.names, "Zoe Müller", "Message"),
    ])
    func `a row says as much as it may`(detail: BoardOptions.Detail, who: String, text: String) {
        let day = TestDay(BoardOptions(detail: detail))
        day.take(.added, TestDay.notice())
        expect(day.board.rows.map(\.who), is: [who])
        expect(day.board.rows.map(\.text), is: [text])
    }

    @Test func `where only counts are shown no name is`() {
        let day = TestDay(BoardOptions(detail: .counts))
        #expect(day.take(.added, TestDay.notice()))
        #expect(!day.take(.modified, TestDay.notice(1, .social, "Zoe Müller", "At nine?")))
        #expect(day.take(.ringing, TestDay.call()))
        #expect(day.board.rows.isEmpty)
        expect(day.board.calls.map(\.who), is: ["Incoming call"])
        expect(day.board.counts, is: BoardCounts(others: 1))
        expect(day.board.news, is: 2)
    }

    @Test func `phones and the radio are told as they change`() {
        let day = TestDay()
        #expect(day.take(.connected))
        #expect(!day.take(.connected))
        #expect(day.take(.ready, "iPad"))
        #expect(day.take(.disconnected))
        expect(day.board.phones.map(\.words), is: ["away", "ready"])
        #expect(day.take(.off))
        #expect(!day.take(.off))
        expect(day.board.radio, is: .off)
        for number in 0..<40 { day.take(.ready, "phone \(number)") }
        expect(day.board.phones.count, is: DayBoard.phoneLimit)
        expect(day.board.news, is: 0)
    }

    @Test func `texts are clean and have an end`() {
        let day = TestDay()
        let long = String(repeating: "x", count: 5_000)
        day.take(.added, TestDay.notice(1, .social, "\u{1B}[31mZoe\u{202E}\n", long))
        expect(day.board.rows.first?.who, is: "[31mZoe")
        expect(day.board.rows.first?.text.count, is: 1_024)
        day.take(.added, TestDay.notice(2, .social, "", "", appID: "", app: nil))
        expect(day.board.rows.first?.who, is: "Message")
    }
}
