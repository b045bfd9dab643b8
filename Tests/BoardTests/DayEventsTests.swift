import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

struct DayEventsTests {
    /// What a display shows that has heard all of it, and one that came in the end.
    private final class Pair {
        private var first = DayBoard()
        private(set) var events = DayEvents()
        private var time = Day.noon

        func take(_ event: (WallTime) -> BoardEvent) {
            time = time.advanced(by: .seconds(7))
            let event = event(time)
            _ = first.take(event, at: now(event))
            events.take(event)
        }

        func take(_ change: NoticeChange, _ notice: Notice) {
            take { .notice(change, notice, at: $0) }
        }

        var all: [BoardEvent] { events.all(since: Day.noon.midnight) }

        private func now(_ event: BoardEvent) -> Duration {
            .seconds(100_000) - event.age(at: Day.noon)
                + .milliseconds(max(0, event.time.milliseconds - Day.noon.milliseconds))
        }

        func isSame() -> Bool {
            var second = DayBoard()
            for event in all { _ = second.take(event, at: now(event)) }
            let isSameList =
                second.rows.sorted { $0.id.rawValue < $1.id.rawValue }
                == first.rows.sorted { $0.id.rawValue < $1.id.rawValue }
            return isSameList && second.calls == first.calls && second.counts == first.counts
                && second.phones == first.phones && second.radio == first.radio
        }
    }

    @Test func `a text of the host's own leaves nothing once it is gone`() {
        let pair = Pair()
        let text = Notice(
            showing: "Tea is ready", id: NoticeID(rawValue: 3), on: "hall", flags: [],
            at: Day.noon)
        pair.take(.added, Day.notice(1))
        pair.take(.added, text)
        expect(pair.all.count, is: 2, "who comes later sees it as well")
        expect(pair.isSame(), is: true)
        pair.take(.removed, text)
        expect(pair.all.count, is: 1)
        expect(pair.events.notice(text.id)?.isGone, is: nil)
        expect(pair.isSame(), is: true)
        let day = Day()
        day.take(.added, text)
        expect(day.board.rows.map(\.who), is: ["Tea is ready"])
        expect(day.board.counts.others, is: 1)
        expect(day.take(.removed, text), is: true)
        #expect(day.board.rows.isEmpty && day.board.counts.total == 0)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `a display that comes late shows what one shows that was always there`(_ seed: UInt64) {
        var random = seed &* 0x9E37_79B9_7F4A_7C15
        func pick(_ count: UInt64) -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random % count
        }
        let pair = Pair()
        var (live, lastCall): ([UInt64], UInt64) = ([], 100)
        for _ in 0..<60 {
            let number = pick(12)
            switch pick(13) {
            case 0:
                lastCall += 1
                pair.take(.ringing, Day.call(lastCall))
                live.append(lastCall)
            case 1:
                if let call = live.last { pair.take(.answered, Day.call(call, .answered)) }
            case 2:
                if let call = live.popLast() { pair.take(.ended, Day.call(call, .ended)) }
            case 3:
                if let call = live.popLast() { pair.take(.missed, Day.call(call, .missed)) }
            case 4: pair.take(.removed, Day.call(100 + number, .missed))
            case 5: pair.take(.modified, Day.notice(number, .email, "New \(pick(3))"))
            case 6: pair.take(.removed, Day.notice(number))
            case 7: pair.take(.forgotten, Day.notice(number))
            case 8:
                let state = PhoneState.allCases[Int(pick(UInt64(PhoneState.allCases.count)))]
                pair.take { .phone(state, PhoneName("Phone \(number % 3)"), at: $0) }
            case 9:
                let all = RadioCondition.allCases
                let condition = all[Int(pick(UInt64(all.count)))]
                pair.take { .radio(condition, at: $0) }
            case 10:
                let names = (pick(3), pick(3))
                pair.take {
                    .renamed(PhoneName("Phone \(names.0)"), was: "Phone \(names.1)", at: $0)
                }
            default: pair.take(.added, Day.notice(number, .social, "Nr \(number)"))
            }
            #expect(pair.isSame())
            if !pair.isSame() { return }
        }
    }

    @Test func `what was gone before today is not told`() {
        var events = DayEvents()
        let yesterday = Day.noon.advanced(by: .seconds(-86_400))
        events.take(.notice(.added, Day.notice(1), at: yesterday))
        events.take(.notice(.added, Day.notice(2), at: yesterday))
        events.take(.notice(.removed, Day.notice(1), at: yesterday))
        let told = events.all(since: Day.noon.midnight)
        expect(told, is: [.notice(.added, Day.notice(2), at: yesterday)])
    }

    @Test func `a call outlives any number of notices`() {
        var events = DayEvents()
        events.take(.notice(.ringing, Day.call(5_000), at: Day.noon))
        for number in 0..<UInt64(DayEvents.noticeLimit + 5) {
            events.take(.notice(.added, Day.notice(number), at: Day.noon))
        }
        let told = events.all(since: Day.noon.midnight)
        #expect((DayEvents.noticeLimit * 3 / 4...DayEvents.noticeLimit).contains(told.count))
        expect(
            told.last,
            is: .notice(.added, Day.notice(UInt64(DayEvents.noticeLimit + 4)), at: Day.noon))
        expect(told.first, is: .notice(.ringing, Day.call(5_000), at: Day.noon))
    }

    @Test func `notices and their texts are bounded, and what is gone goes first`() {
        var events = DayEvents()
        let text = String(repeating: "x", count: 3_000)
        for number in 0..<UInt64(DayEvents.noticeLimit + 50) {
            events.take(.notice(.added, Day.notice(number), at: Day.noon))
            if number == 60 { events.take(.notice(.removed, Day.notice(60), at: Day.noon)) }
        }
        let told = events.all(since: Day.noon.midnight)
        #expect((DayEvents.noticeLimit * 3 / 4...DayEvents.noticeLimit).contains(told.count))
        #expect(!told.contains { $0 == .notice(.added, Day.notice(60), at: Day.noon) })
        let last = UInt64(DayEvents.noticeLimit + 49)
        expect(told.last, is: .notice(.added, Day.notice(last), at: Day.noon))
        for number in 0..<UInt64(1_000) {
            events.take(
                .notice(.added, Day.notice(10_000 + number, .social, "Z", text), at: Day.noon))
        }
        let count = events.all(since: Day.noon.midnight).count
        #expect((200...350).contains(count))
        #expect(count * 3_000 <= DayEvents.byteLimit)
    }
}
