import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

/// Quiet from ten past noon to half past.
struct QuietHoursTests {
    private static func day(quietCalls: Bool = false) -> TestDay {
        TestDay(BoardOptions(quietHours: Hours(from: 730, to: 750), quietCalls: quietCalls))
    }

    @Test func `what comes in quiet hours is shown when they are over, and wakes then`() {
        let day = Self.day()
        day.take(.added, TestDay.notice(1))
        day.minute = 10
        #expect(!day.take(.added, TestDay.notice(2)))
        expect(day.board.rows.map(\.id.rawValue), is: [1])
        expect(day.board.counts.total, is: 1)
        expect(day.board.news, is: 1)
        day.minute = 29
        #expect(!day.move())
        day.minute = 30
        #expect(day.move())
        expect(day.board.rows.map(\.id.rawValue), is: [2, 1])
        expect(day.board.counts.total, is: 2)
        expect(day.board.news, is: 2)
        #expect(!day.move())
    }

    @Test func `a row keeps its words in quiet hours, but goes with its notice`() {
        let day = Self.day()
        day.take(.added, TestDay.notice(1))
        day.take(.added, TestDay.notice(2))
        day.minute = 15
        #expect(!day.take(.modified, TestDay.notice(1, .social, "Zoe Müller", "At nine?")))
        #expect(day.take(.removed, TestDay.notice(2)))
        expect(day.board.rows.map(\.text), is: ["See you at eight?", "See you at eight?"])
        expect(day.board.rows.map(\.isGone), is: [true, false])
        day.minute = 40
        #expect(day.move())
        expect(day.board.rows.last?.text, is: "At nine?")
    }

    @Test func `what came and went in quiet hours is no change`() {
        let day = Self.day()
        day.minute = 15
        #expect(!day.take(.added, TestDay.notice(1)))
        #expect(!day.take(.removed, TestDay.notice(1)))
        #expect(day.board.rows.isEmpty && day.board.counts.total == 0)
    }

    @Test func `calls come through, and what was missed with them`() {
        let day = Self.day()
        day.minute = 15
        #expect(day.take(.ringing, TestDay.call()))
        #expect(day.board.calls.count == 1 && day.board.news == 1)
        #expect(day.take(.missed, TestDay.call(7, .missed)))
        #expect(day.board.rows.count == 1 && day.board.counts.missed == 1)
    }

    @Test func `calls that are to be quiet are`() {
        let day = Self.day(quietCalls: true)
        day.take(.answered, TestDay.call(1, .answered))
        day.minute = 15
        #expect(day.move())
        #expect(!day.take(.ringing, TestDay.call(7)))
        #expect(day.board.calls.isEmpty && day.board.news == 0)
        #expect(!day.take(.missed, TestDay.call(7, .missed)))
        #expect(day.board.rows.isEmpty && day.board.counts.missed == 0)
        day.minute = 31
        #expect(day.take(.ready), "the phone's event comes after quiet hours")
        #expect(day.board.calls.count == 1 && day.board.counts.missed == 1)
        expect(day.board.news, is: 1)
    }
}
