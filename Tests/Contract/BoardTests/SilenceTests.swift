import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

/// What a phone delivers in silence, as with Focus.
struct SilenceTests {
    private static func day(_ silence: Silence) -> TestDay {
        TestDay(BoardOptions(silence: silence))
    }

    private static func call(_ number: UInt64 = 7, _ state: Call.State = .ringing) -> Notice {
        var call = TestDay.call(number, state)
        call.flags = .silent
        return call
    }

    @Test(arguments: [
        (Silence.hide, 0, 0, 0), (.quiet, 1, 0, 1), (.show, 1, 1, 1),
    ])
    func `a notice is left out, calls for nobody, or is like all others`(
        _ silence: Silence, _ rows: Int, _ news: UInt64, _ count: Int
    ) {
        let day = Self.day(silence)
        day.take(.added, TestDay.notice(flags: .silent))
        expect(day.board.rows.count, is: rows)
        expect(day.board.news, is: news)
        expect(day.board.counts.total, is: count)
    }

    @Test(arguments: Silence.allCases)
    func `what was there before its phone is shown, and calls for nobody`(_ silence: Silence) {
        let day = Self.day(silence)
        day.take(.added, TestDay.notice(flags: [.silent, .preExisting]))
        #expect(day.board.rows.count == 1 && day.board.news == 0)
    }

    @Test func `a quiet call is a row for as long as it lasts`() {
        let day = Self.day(.quiet)
        #expect(day.take(.ringing, Self.call()))
        #expect(day.board.calls.isEmpty && day.board.news == 0)
        expect(day.board.rows.map(\.label), is: ["CALL"])
        expect(day.board.rows.map(\.who), is: ["Davidson Ro"])
        expect(day.board.counts.total, is: 0)
        #expect(day.take(.answered, Self.call(7, .answered)))
        #expect(day.board.calls.isEmpty && day.board.rows.map(\.label) == ["ACTIVE"])
        #expect(day.take(.ended, Self.call(7, .ended)))
        #expect(day.board.rows.map(\.isGone) == [true] && day.board.counts.total == 0)
        #expect(!day.take(.modified, Self.call(7, .ended)))
    }

    @Test func `a quiet call that is missed is a missed call, and wakes nothing`() {
        let day = Self.day(.quiet)
        day.take(.ringing, Self.call())
        #expect(day.take(.missed, Self.call(7, .missed)))
        expect(day.board.rows.map(\.label), is: ["MISSED"])
        #expect(day.board.counts.missed == 1 && day.board.news == 0)
    }

    @Test func `a call that rang aloud stays loud, and a quiet one quiet`() {
        let day = Self.day(.quiet)
        day.take(.ringing, TestDay.call(1))
        day.take(.modified, Self.call(1))
        expect(day.board.calls.map(\.id.rawValue), is: [1])
        day.take(.ringing, Self.call(2))
        day.take(.modified, TestDay.call(2))
        expect(day.board.calls.map(\.id.rawValue), is: [1])
        expect(day.board.rows.map(\.id.rawValue), is: [2])
    }

    @Test func `a call is left out, or rings like all others`() {
        let (hidden, shown) = (Self.day(.hide), Self.day(.show))
        for day in [hidden, shown] { day.take(.ringing, Self.call()) }
        #expect(hidden.board.calls.isEmpty && hidden.board.rows.isEmpty)
        #expect(shown.board.calls.count == 1 && shown.board.news == 1)
        for day in [hidden, shown] { day.take(.missed, Self.call(7, .missed)) }
        #expect(hidden.board.counts.total == 0 && hidden.board.rows.isEmpty)
        expect(shown.board.counts.missed, is: 1)
    }

    @Test func `quiet calls are bounded, and none where there are only counts`() {
        let day = Self.day(.quiet)
        for number in 0..<UInt64(DayBoard.callLimit + 3) {
            day.take(.ringing, Self.call(number))
        }
        expect(day.board.rows.map(\.id.rawValue), is: (3...10).reversed())
        let counts = TestDay(BoardOptions(detail: .counts))
        #expect(!counts.take(.ringing, Self.call()))
        #expect(counts.board.rows.isEmpty && counts.board.calls.isEmpty)
    }
}
