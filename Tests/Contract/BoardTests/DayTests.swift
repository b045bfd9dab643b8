import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

struct DayTests {
    /// What a display shows that has heard all of it, and one that came in the end.
    private final class Pair {
        private var first = DayBoard()
        private(set) var state = Day()
        private var time = TestDay.noon

        func take(_ event: (WallTime) -> BridgeEvent) {
            time = time.advanced(by: .seconds(7))
            let event = event(time)
            _ = first.take(event, at: now(event))
            state.take(event)
        }

        func take(_ change: NoticeChange, _ notice: Notice) {
            take { .notice(change, notice, at: $0) }
        }

        var all: [BridgeEvent] { state.events(since: TestDay.noon.midnight) }

        private func now(_ event: BridgeEvent) -> Duration {
            .seconds(100_000) - event.age(at: TestDay.noon)
                + .milliseconds(max(0, event.time.milliseconds - TestDay.noon.milliseconds))
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
            at: TestDay.noon)
        pair.take(.added, TestDay.notice(1))
        pair.take(.added, text)
        expect(pair.all.count, is: 2, "who comes later sees it as well")
        expect(pair.isSame(), is: true)
        pair.take(.removed, text)
        expect(pair.all.count, is: 1)
        expect(pair.state.notice(text.id)?.isGone, is: nil)
        expect(pair.isSame(), is: true)
        let day = TestDay()
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
                pair.take(.ringing, TestDay.call(lastCall))
                live.append(lastCall)
            case 1:
                if let call = live.last { pair.take(.answered, TestDay.call(call, .answered)) }
            case 2:
                if let call = live.popLast() { pair.take(.ended, TestDay.call(call, .ended)) }
            case 3:
                if let call = live.popLast() { pair.take(.missed, TestDay.call(call, .missed)) }
            case 4: pair.take(.removed, TestDay.call(100 + number, .missed))
            case 5: pair.take(.modified, TestDay.notice(number, .email, "New \(pick(3))"))
            case 6: pair.take(.removed, TestDay.notice(number))
            case 7: pair.take(.forgotten, TestDay.notice(number))
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
            default: pair.take(.added, TestDay.notice(number, .social, "Nr \(number)"))
            }
            #expect(pair.isSame())
            if !pair.isSame() { return }
        }
    }

    @Test func `a phone that is renamed keeps its notices, under its new name`() {
        var state = Day()
        let phone = PhoneName("4C:57", bond: "bond")
        var notice = TestDay.notice(1)
        (notice.phone, notice.phoneID) = (phone.name, phone.id)
        state.take(.phone(.ready, phone, at: TestDay.noon))
        state.take(.notice(.added, notice, at: TestDay.noon))
        state.take(.renamed(phone.called("Mara"), was: phone.name, at: TestDay.noon))
        notice.phone = "Mara"
        expect(
            state.events(since: TestDay.noon.midnight),
            is: [
                .phone(.ready, phone.called("Mara"), at: TestDay.noon),
                .notice(.added, notice, at: TestDay.noon),
            ])
        expect(state.notice(notice.id)?.notice.phone, is: "Mara")
        expect(state.phoneCount, is: 1)
    }

    @Test func `a battery level is shown beside its phone until the phone leaves`() {
        let pair = Pair()
        let ann = PhoneName("Ann", bond: "A")
        pair.take { .battery(90, ann, at: $0) }
        expect(pair.all.count, is: 0, "a phone that is not known yet")
        pair.take { .phone(.ready, ann, at: $0) }
        pair.take { .battery(83, ann, at: $0) }
        expect(pair.isSame(), is: true)
        expect(pair.all.count, is: 2)
        let day = TestDay()
        _ = day.take(.phone(.ready, ann, at: TestDay.noon))
        expect(day.take(.battery(83, ann, at: TestDay.noon)), is: true)
        expect(day.take(.battery(83, ann, at: TestDay.noon)), is: false, "no change")
        expect(day.board.sources, is: ["Ann: ready 83 %"])
        _ = day.take(.phone(.unresponsive, ann, at: TestDay.noon))
        expect(day.board.sources, is: ["Ann: no answer"])
        _ = day.take(.phone(.disconnected, ann, at: TestDay.noon))
        _ = day.take(.phone(.ready, ann, at: TestDay.noon))
        expect(day.board.sources, is: ["Ann: ready"], "the level of an earlier link is stale")
    }

    @Test func `what a phone plays is shown until it is paused or the phone leaves`() {
        let ann = PhoneName("Ann", bond: "A")
        var media = PlayedMedia()
        (media.title, media.artist) = (Text("One"), Text("Zoë"))
        media.state = .playing
        let pair = Pair()
        pair.take { .phone(.ready, ann, at: $0) }
        pair.take { [media] in .media(media, ann, at: $0) }
        expect(pair.all.count, is: 2, "who comes later sees it as well")
        for (detail, expected) in [
            (BoardOptions.Detail.full, ["Ann: ready", "♪ One – Zoë"]), (.names, ["Ann: ready"]),
        ] {
            var options = BoardOptions()
            options.detail = detail
            let day = TestDay(options)
            _ = day.take(.phone(.ready, ann, at: TestDay.noon))
            _ = day.take(.media(media, ann, at: TestDay.noon))
            expect(day.board.sources, is: expected)
        }
        let limited = TestDay(BoardOptions(categories: [Category(.incomingCall)]))
        _ = limited.take(.phone(.ready, ann, at: TestDay.noon))
        _ = limited.take(.media(media, ann, at: TestDay.noon))
        expect(limited.board.sources, is: ["Ann: ready"], "it is for calls only")
        expect(limited.board.player?.state, is: .playing, "keys still have a player")
        let day = TestDay()
        _ = day.take(.phone(.ready, ann, at: TestDay.noon))
        expect(day.take(.media(media, ann, at: TestDay.noon)), is: true)
        media.position = .seconds(9)
        expect(day.take(.media(media, ann, at: TestDay.noon)), is: false, "the position alone")
        media.state = .paused
        expect(day.take(.media(media, ann, at: TestDay.noon)), is: true)
        expect(day.board.sources, is: ["Ann: ready"])
        media.state = .playing
        _ = day.take(.media(media, ann, at: TestDay.noon))
        _ = day.take(.phone(.disconnected, ann, at: TestDay.noon))
        expect(day.board.played.isEmpty, is: true)
        pair.take { .media(nil, ann, at: $0) }
        expect(pair.all.count, is: 1)
    }

    @Test func `keys are for the player that plays, else for the latest`() {
        func event(_ phone: String, _ state: PlayedMedia.State?) -> BridgeEvent {
            var media = PlayedMedia()
            (media.title, media.state) = (Text(phone), state)
            return .media(state == nil ? nil : media, PhoneName(phone), at: TestDay.noon)
        }
        for (ann, bob, expected, why) in [
            (.playing, .paused, "Ann", "it plays"), (.paused, .playing, "Bob", "it plays"),
            (.playing, .playing, "Bob", "it came last"), (.paused, .paused, "Bob", "it came last"),
            (.rewinding, .paused, "Ann", "it is no pause"), (.paused, nil, "Ann", "the only one"),
            (nil, nil, nil, "no player"),
        ] as [(PlayedMedia.State?, PlayedMedia.State?, String?, String)] {
            let day = TestDay()
            for (phone, state) in [("Ann", ann), ("Bob", bob)] {
                _ = day.take(.phone(.ready, PhoneName(phone), at: TestDay.noon))
                _ = day.take(event(phone, state))
            }
            expect(day.board.player?.words, is: expected, "\(why)")
            _ = day.take(.phone(.disconnected, PhoneName("Ann"), at: TestDay.noon))
            _ = day.take(.media(nil, PhoneName("Bob"), at: TestDay.noon))
            expect(day.board.player, is: nil, "both are gone")
        }
    }

    @Test func `phones and what they play have shorter forms, unless there is a problem`() {
        let ann = PhoneName("Ann")
        var media = PlayedMedia()
        (media.title, media.state) = (Text("One"), .playing)
        let events = [
            BridgeEvent.phone(.ready, ann, at: TestDay.noon), .battery(83, ann, at: TestDay.noon),
            .media(media, ann, at: TestDay.noon),
        ]
        for (more, expected, why) in [
            (
                nil,
                [["Ann: ready 83 %", "♪ One"], ["ready 83 %", "♪ One"], ["83 %", "♪ One"]],
                "one phone"
            ),
            (
                .media(nil, ann, at: TestDay.noon), [["Ann: ready 83 %"], ["ready 83 %"]],
                "nothing plays"
            ),
            (
                .phone(.unresponsive, ann, at: TestDay.noon),
                [["Ann: no answer", "♪ One"], ["no answer", "♪ One"]], "it stays a problem"
            ),
            (
                .phone(.ready, PhoneName("Bob"), at: TestDay.noon),
                [["Ann: ready 83 %", "Bob: ready", "♪ One"]], "two phones have names"
            ),
            (.radio(.off, at: TestDay.noon), [["Bluetooth is off"]], "the radio"),
        ] as [(BridgeEvent?, [[String]], String)] {
            let day = TestDay()
            for event in events { _ = day.take(event) }
            if let more { _ = day.take(more) }
            expect(day.board.sourceForms, is: expected, "\(why)")
        }
    }

    @Test func `what was gone before today is not told`() {
        var state = Day()
        let yesterday = TestDay.noon.advanced(by: .seconds(-86_400))
        state.take(.notice(.added, TestDay.notice(1), at: yesterday))
        state.take(.notice(.added, TestDay.notice(2), at: yesterday))
        state.take(.notice(.removed, TestDay.notice(1), at: yesterday))
        let told = state.events(since: TestDay.noon.midnight)
        expect(told, is: [.notice(.added, TestDay.notice(2), at: yesterday)])
    }

    @Test func `a call outlives any number of notices`() {
        var state = Day()
        state.take(.notice(.ringing, TestDay.call(5_000), at: TestDay.noon))
        for number in 0..<UInt64(Day.noticeLimit + 5) {
            state.take(.notice(.added, TestDay.notice(number), at: TestDay.noon))
        }
        let told = state.events(since: TestDay.noon.midnight)
        #expect((Day.noticeLimit * 3 / 4...Day.noticeLimit).contains(told.count))
        expect(
            told.last,
            is: .notice(.added, TestDay.notice(UInt64(Day.noticeLimit + 4)), at: TestDay.noon))
        expect(told.first, is: .notice(.ringing, TestDay.call(5_000), at: TestDay.noon))
    }

    @Test func `notices and their texts are bounded, and what is gone goes first`() {
        var state = Day()
        let text = String(repeating: "x", count: 3_000)
        for number in 0..<UInt64(Day.noticeLimit + 50) {
            state.take(.notice(.added, TestDay.notice(number), at: TestDay.noon))
            if number == 60 { state.take(.notice(.removed, TestDay.notice(60), at: TestDay.noon)) }
        }
        let told = state.events(since: TestDay.noon.midnight)
        #expect((Day.noticeLimit * 3 / 4...Day.noticeLimit).contains(told.count))
        #expect(!told.contains { $0 == .notice(.added, TestDay.notice(60), at: TestDay.noon) })
        let last = UInt64(Day.noticeLimit + 49)
        expect(told.last, is: .notice(.added, TestDay.notice(last), at: TestDay.noon))
        for number in 0..<UInt64(1_000) {
            state.take(
                .notice(
                    .added, TestDay.notice(10_000 + number, .social, "Z", text), at: TestDay.noon))
        }
        let count = state.events(since: TestDay.noon.midnight).count
        #expect((200...350).contains(count))
        #expect(count * 3_000 <= Day.byteLimit)
    }
}
