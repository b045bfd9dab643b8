import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

struct CallTests {
    @Test func `a ringing call stands before one that goes on, the newest first`() {
        let day = TestDay()
        day.take(.answered, TestDay.call(1, .answered, "A"))
        day.take(.ringing, TestDay.call(2, .ringing, "B"))
        day.take(.ringing, TestDay.call(3, .ringing, "C"))
        expect(day.board.calls.map(\.who), is: ["C", "B", "A"])
        expect(day.board.news, is: 2)
    }

    @Test func `a call has the age of its state`() {
        let day = TestDay()
        day.take(.ringing, TestDay.call())
        day.minute = 1
        #expect(day.take(.modified, TestDay.call(7, .ringing, "Zoe")))
        expect(day.board.calls.map(\.who), is: ["Zoe"])
        expect(day.board.calls.map(\.began), is: [.seconds(1_000)])
        expect(day.board.news, is: 1)
        #expect(day.take(.answered, TestDay.call(7, .answered, "Zoe")))
        expect(day.board.calls.map(\.began), is: [.seconds(1_060)])
        expect(day.board.calls.map(\.since), is: [day.wall])
    }

    @Test func `a call is one row once it is over, whatever is told of it before`() {
        let day = TestDay()
        day.take(.ringing, TestDay.call(1))
        #expect(day.board.rows.isEmpty)
        #expect(day.take(.ended, TestDay.call(1, Call(state: .ended, ringTime: .seconds(3)))))
        #expect(day.board.calls.isEmpty)
        expect(day.board.rows.map(\.text), is: ["stopped ringing after 3 s"])
        // The phone withdraws the ring before it says that somebody took it.
        let taken = Call(state: .answered, ringTime: .seconds(3))
        #expect(day.take(.answered, TestDay.call(1, taken, category: .activeCall)))
        #expect(day.board.calls.map(\.state) == [.answered] && day.board.rows.isEmpty)
        let over = Call(state: .ended, ringTime: .seconds(3), talkTime: .seconds(125))
        #expect(day.take(.ended, TestDay.call(1, over, category: .activeCall)))
        #expect(day.board.calls.isEmpty)
        let row = day.board.rows.first
        #expect(row?.label == "CALL" && row?.call == .answered && row?.isGone == true)
        expect(row?.text, is: "answered after 3 s, talked 2 min 5 s")
        expect(row?.shortText, is: "talked 2 min 5 s")
        #expect(day.board.rows.count == 1 && day.board.counts.total == 0)
        expect(day.board.news, is: 1)
    }

    @Test func `a call whose caller is learnt late stays one row`() {
        let day = TestDay()
        day.take(.ringing, TestDay.call(1))
        day.take(.ended, TestDay.call(1, .ended))
        #expect(day.take(.modified, TestDay.call(1, .ended, "Zoe")))
        #expect(day.board.rows.map(\.who) == ["Zoe"] && day.board.news == 1)
    }

    @Test func `a call that was missed is a row that stays`() {
        let day = TestDay()
        day.take(.ringing, TestDay.call(2))
        #expect(day.take(.missed, TestDay.call(2, .missed)))
        #expect(day.board.calls.isEmpty)
        expect(day.board.rows.map(\.label), is: ["MISSED"])
        expect(day.board.rows.map(\.isMissed), is: [true])
        expect(day.board.rows.map(\.text), is: [""])
    }

    @Test func `calls are bounded`() {
        let day = TestDay()
        for number in 0..<UInt64(DayBoard.callLimit + 3) {
            day.take(.ringing, TestDay.call(number))
        }
        expect(day.board.calls.map(\.id.rawValue), is: (3...10).reversed())
    }

    @Test func `an app's call says which app it is`() {
        let day = TestDay()
        day.take(
            .ringing,
            TestDay.notice(
                1, .incomingCall, "Zoe", appID: "net.whatsapp.WhatsApp", app: "WhatsApp",
                call: .ringing))
        day.take(.ringing, TestDay.call(2))
        expect(day.board.calls.map(\.app), is: [nil, "WhatsApp"])
    }
}
