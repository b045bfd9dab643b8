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
