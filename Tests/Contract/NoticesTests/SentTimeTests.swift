import ANCS
import Expecting
import Linux
import Notices
import Testing

/// When a notice was sent, as far as its date can be believed.
struct SentTimeTests {
    /// A moment, and the date that a phone of this machine's zone gives it.
    private static let received = WallTime(milliseconds: 1_772_442_242_000)

    private static func date(_ moved: Duration) -> PhoneDate? {
        let local = received.advanced(by: moved).local
        let number = String(
            local.year * 10_000_000_000 + local.month * 100_000_000 + local.day * 1_000_000
                + local.hour * 10_000 + local.minute * 100 + local.second)
        return PhoneDate(parsing: Array((number.prefix(8) + "T" + number.dropFirst(8)).utf8)[...])
    }

    @Test(
        arguments: [
            (Duration.zero, [], CategoryID.social, true, "it came at once"),
            (.seconds(-20), [], .social, true, "it took a moment"),
            (.seconds(-29 * 60), [], .email, true, "mail is looked for from time to time"),
            (.seconds(-30 * 60), [], .social, false, "half an hour can be a zone"),
            (.seconds(-3600), [], .social, false, "so can an hour"),
            (.seconds(1), [], .social, false, "nothing is sent after it came"),
            (.seconds(7200), [], .social, false, "the phone is in another zone"),
            (.seconds(-3600), .preExisting, .social, true, "it was there before the phone came"),
            (.seconds(-8 * 86_400), .preExisting, .missedCall, true, "for a week"),
            (.seconds(-366 * 86_400), .preExisting, .social, false, "no phone keeps it so long"),
            (.seconds(60), .preExisting, .social, false, "nor is an old one sent after it came"),
            (.seconds(-3600), .preExisting, .schedule, false, "an entry's date is its own"),
            (.seconds(-60), [], .schedule, false, "whenever it is"),
        ] as [(Duration, EventFlags, CategoryID, Bool, Comment)])
    func `a date is believed where it can be right`(
        _ moved: Duration, _ flags: EventFlags, _ category: CategoryID, _ isBelieved: Bool,
        _ why: Comment
    ) {
        let sent = SentTime.judged(
            Self.date(moved), received: Self.received, category: category, flags: flags)
        expect(sent, is: (isBelieved ? Self.received.advanced(by: moved) : nil), why)
    }

    @Test func `a date is read in the zone of its phone`() {
        let here = Self.received.local.offsetMinutes
        for (moved, zone, why) in [
            (Duration.zero, here, "the zone of the host"), (.zero, nil, "an unknown zone"),
            (.seconds(-7200), here - 120, "two hours west"),
            (.seconds(5 * 3600 + 2700), here + 345, "far east"),
        ] as [(Duration, Int?, String)] {
            expect(
                SentTime.judged(
                    Self.date(moved), received: Self.received, category: .social, flags: [],
                    offsetMinutes: zone), is: Self.received, "\(why)")
        }
    }

    @Test func `once the zone is known, earlier notifications get their time`() throws {
        var book = TestBook()
        let wall = WallTime(milliseconds: 1_700_000_000_000).advanced(by: .seconds(1000))
        // Two hours east of the host, at the moment of the reception.
        let zone = wall.local.offsetMinutes + 120
        let there = wall.advanced(by: .seconds(7200)).local
        let date = String(
            numbers: [
                (there.year, 4, nil), (there.month, 2, nil), (there.day, 2, "T"),
                (there.hour, 2, nil), (there.minute, 2, nil), (there.second, 2, nil),
            ])
        book.fetched(1, title: "Zoe", date: date)
        book.fetched(2, title: "Al")
        expect(book.book.notices.map(\.sent), is: [nil, nil], "a date in the future")
        let events = book.book.setZone(zone, wall: wall)
        expect(events.count, is: 1)
        guard case .notice(.modified, let notice, _) = try #require(events.first) else {
            Issue.record("no change")
            return
        }
        expect(notice.sent, is: WallTime(milliseconds: wall.milliseconds / 1000 * 1000))
        expect(notice.dateOffset, is: zone)
        expect(book.book.setZone(zone, wall: wall), is: [], "the same zone again")
        expect(book.book.setZone(zone - 60, wall: wall), is: [], "a date keeps its first zone")
        book.fetched(3, title: "Mo", date: date)
        expect(book.last?.dateOffset, is: zone - 60, "later ones have the new zone")
        book.book.forgetZone()
        book.fetched(4, title: "Lu", date: date)
        expect(book.last?.dateOffset, is: nil, "the zone of the next link is not known yet")
        _ = book.book.setZone(zone, wall: wall)
        expect(book.book.notices.last?.dateOffset, is: zone)
    }

    @Test func `a zone that changes no time causes no event`() {
        var book = TestBook()
        book.fetched(1, title: "Zoe", message: "a", date: "20200101T100000")
        let wall = WallTime(milliseconds: 1_700_000_000_000).advanced(by: .seconds(1000))
        expect(book.book.setZone(wall.local.offsetMinutes, wall: wall), is: [])
    }

    @Test func `a machine whose clock is at its beginning believes no phone`() {
        let sent = SentTime.judged(
            Self.date(.zero), received: WallTime(milliseconds: 5_000), category: .social,
            flags: .preExisting)
        expect(sent, is: nil)
    }

    @Test func `what was judged stays so when a phone announces it again`() {
        var book = TestBook()
        book.fetched(1, title: "Zoe", message: "a", date: "20200101T100000")
        let sent = book.last?.sent
        expect(sent, is: nil)
        book.report(.state(.idle))
        book.report(.state(.ready))
        book.fetched(
            7, title: "Zoe", message: "a", date: "20200101T100000", flags: .preExisting)
        expect(book.book.notices.map(\.sent), is: [sent])
    }
}
