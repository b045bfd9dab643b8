import ANCS
import Expecting
import Linux
import Notices
import Testing

/// Which one-time code is the newest, and for how long.
struct RecentCodesTests {
    private static let wall =
        WallTime(year: 2026, month: 3, day: 2, hour: 12, minute: 0, second: 0)
        ?? WallTime(milliseconds: 0)
    private static let now: Duration = .seconds(10_000)

    private static func message(
        _ number: UInt64, _ code: String, flags: EventFlags = [], sentAgo: Int? = nil,
        date: String? = nil
    ) -> Notice {
        var notice = Notice(
            id: NoticeID(rawValue: number), phone: "Anna's iPhone", category: Category(.social),
            flags: flags, uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text("com.apple.MobileSMS"), title: Text("Bank"),
            message: Text("Your verification code is \(code)."), received: wall)
        notice.sent = sentAgo.map { wall.advanced(by: .seconds(-$0)) }
        notice.date = date.flatMap { PhoneDate(parsing: Array($0.utf8)[...]) }
        return notice
    }

    private static func added(_ notice: Notice, ago: Int = 0) -> BridgeEvent {
        .notice(.added, notice, at: wall.advanced(by: .seconds(-ago)))
    }

    @Test(
        arguments: [
            (message(1, "482913"), 0, "482913", "news"),
            (message(1, "482913", sentAgo: 1_500), 0, "482913", "news counts from its coming"),
            (message(1, "482913"), 119, "482913", "told of late, to who has just begun to listen"),
            (message(1, "482913"), 121, nil, "told of too late"),
            (message(1, "482913", flags: .preExisting, sentAgo: 60), 0, "482913", "a minute old"),
            (message(1, "482913", flags: .preExisting, sentAgo: 3_600), 0, nil, "an hour old"),
            (message(1, "482913", flags: .preExisting), 0, nil, "old, nobody knows how old"),
            (
                message(1, "482913", flags: .preExisting, date: "20260302T115900"), 0, nil,
                "a date that is not believed"
            ),
        ] as [(Notice, Int, String?, Comment)])
    func `what was there before is as old as its message`(
        _ notice: Notice, _ ago: Int, _ code: String?, _ why: Comment
    ) {
        var codes = RecentCodes()
        let news = codes.take(Self.added(notice, ago: ago), at: Self.now, wall: Self.wall)
        expect(codes.newest(at: Self.now)?.code, is: code, why)
        expect((news != nil), is: (code != nil && !notice.flags.contains(.preExisting)), why)
    }

    @Test func `a code of the backlog does not stand before one that has just come`() {
        var codes = RecentCodes()
        _ = codes.take(Self.added(Self.message(1, "111222")), at: Self.now, wall: Self.wall)
        let old = Self.message(2, "333444", flags: .preExisting, sentAgo: 90)
        #expect(codes.take(Self.added(old), at: Self.now, wall: Self.wall) == nil)
        expect(codes.newest(at: Self.now)?.code, is: "111222")
    }

    @Test func `a code is told for two minutes, and a change of its notice makes it no newer`() {
        var codes = RecentCodes()
        let notice = Self.message(1, "482913")
        _ = codes.take(Self.added(notice), at: Self.now, wall: Self.wall)
        let later = Self.now + .seconds(121)
        let wall = Self.wall.advanced(by: .seconds(121))
        expect(codes.newest(at: later - .seconds(1))?.code, is: "482913")
        #expect(codes.newest(at: later) == nil)
        let change = BridgeEvent.notice(.modified, notice, at: wall)
        #expect(codes.take(change, at: later, wall: wall) == nil)
        #expect(codes.newest(at: later) == nil)
        let other = BridgeEvent.notice(.modified, Self.message(1, "555666"), at: wall)
        expect(codes.take(other, at: later, wall: wall)?.code, is: "555666")
    }

    @Test func `a code outlives its message, which may be cleared before it is typed`() {
        var codes = RecentCodes()
        let notice = Self.message(1, "482913")
        _ = codes.take(Self.added(notice), at: Self.now, wall: Self.wall)
        _ = codes.take(
            .notice(.removed, notice, at: Self.wall), at: Self.now, wall: Self.wall)
        expect(codes.newest(at: Self.now)?.code, is: "482913")
    }
}
