import ANCS
import Board
import Linux
import Notices
import Testing

@Suite struct CallTests {
    @Test func `a ringing call stands before one that goes on, the newest first`() {
        let day = Day()
        day.take(.answered, Day.call(1, .answered, "A"))
        day.take(.ringing, Day.call(2, .ringing, "B"))
        day.take(.ringing, Day.call(3, .ringing, "C"))
        #expect(day.board.calls.map(\.who) == ["C", "B", "A"])
        #expect(day.board.news == 2)
    }

    @Test func `a call has the age of its state`() {
        let day = Day()
        day.take(.ringing, Day.call())
        day.minute = 1
        #expect(day.take(.modified, Day.call(7, .ringing, "Zoe")))
        #expect(day.board.calls.map(\.who) == ["Zoe"])
        #expect(day.board.calls.map(\.began) == [.seconds(1_000)])
        #expect(day.board.news == 1)
        #expect(day.take(.answered, Day.call(7, .answered, "Zoe")))
        #expect(day.board.calls.map(\.began) == [.seconds(1_060)])
        #expect(day.board.calls.map(\.since) == [day.wall])
    }

    @Test func `a call that ends leaves nothing, one that is missed a row`() {
        let day = Day()
        day.take(.ringing, Day.call(1))
        #expect(day.take(.ended, Day.call(1, .ended)))
        #expect(!day.take(.modified, Day.call(1, .ended, "Zoe")))
        #expect(day.board.calls.isEmpty && day.board.rows.isEmpty)
        day.take(.ringing, Day.call(2))
        #expect(day.take(.missed, Day.call(2, .missed)))
        #expect(day.board.calls.isEmpty)
        #expect(day.board.rows.map(\.label) == ["MISSED"])
        #expect(day.board.rows.map(\.isMissed) == [true])
        #expect(day.board.rows.map(\.text) == [""])
    }

    @Test func `calls are bounded`() {
        let day = Day()
        for number in 0..<UInt64(DayBoard.callLimit + 3) { day.take(.ringing, Day.call(number)) }
        #expect(day.board.calls.map(\.id.rawValue) == (3...10).reversed())
    }

    @Test func `an app's call says which app it is`() {
        let day = Day()
        day.take(
            .ringing,
            Day.notice(
                1, .incomingCall, "Zoe", appID: "net.whatsapp.WhatsApp", app: "WhatsApp",
                call: .ringing))
        day.take(.ringing, Day.call(2))
        #expect(day.board.calls.map(\.app) == [nil, "WhatsApp"])
    }
}
