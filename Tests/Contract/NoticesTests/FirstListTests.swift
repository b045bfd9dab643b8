import ANCS
import Expecting
import Notices
import Testing

/// The moment at which a phone has told all that was on it when it came.
struct FirstListTests {
    private func source(_ uid: UInt32, _ event: EventID = .added) -> SessionReport {
        .source(
            SourceEvent(
                event: event, flags: .preExisting, category: .social, categoryCount: 1,
                uid: NotificationUID(rawValue: uid)))
    }

    private func lists(_ book: TestBook) -> Int {
        book.events.filter { if case .listed = $0 { true } else { false } }.count
    }

    @Test func `it comes once, some time after the last that was there before`() {
        var book = TestBook()
        book.report(.state(.ready))
        book.wait(.seconds(20))
        book.report(source(1))
        book.fetched(1, flags: .preExisting)
        book.wait(.seconds(29))
        expect(lists(book), is: 0)
        book.wait(.seconds(1))
        expect(lists(book), is: 1)
        for _ in 1...2 {
            book.report(.state(.idle))
            book.report(.state(.ready))
            book.wait(.seconds(100))
        }
        expect(lists(book), is: 1)
        expect(book.book.nextDeadline, is: nil)
    }

    @Test func `it comes of a phone with nothing on it`() {
        var book = TestBook()
        book.report(.state(.ready))
        book.wait(.seconds(30))
        expect(lists(book), is: 1)
    }

    @Test func `a phone that goes away before has not told all, one that comes back may`() {
        var book = TestBook()
        book.report(.state(.ready))
        book.wait(.seconds(29))
        book.report(.state(.idle))
        book.wait(.seconds(1000))
        expect(lists(book), is: 0)
        book.report(.state(.ready))
        book.wait(.seconds(30))
        expect(lists(book), is: 1)
    }

    @Test func `what was announced and never told is missing from the list`() {
        var book = TestBook()
        book.report(.state(.ready))
        book.report(source(1))
        book.report(source(2))
        book.report(source(3))
        book.fetched(1, flags: .preExisting)
        book.removed(2)
        book.wait(.seconds(1000))
        expect(lists(book), is: 0)
        book.report(.restarted)
        book.report(.state(.ready))
        book.report(source(1))
        book.fetched(1, flags: .preExisting)
        book.wait(.seconds(30))
        expect(lists(book), is: 1)
    }

    @Test func `what came without its words and may be another notice keeps the list open`() {
        var book = TestBook()
        book.report(.state(.ready))
        book.report(source(1))
        book.fetched(1, title: "Ada", flags: .preExisting)
        book.report(.restarted)
        book.report(.state(.ready))
        book.report(source(8))
        book.fetched(8, title: "", app: "", flags: .preExisting, isIncomplete: true)
        book.report(source(9))
        book.fetched(9, title: "Ada", flags: .preExisting)
        book.wait(.seconds(1000))
        expect(lists(book), is: 0)
    }

    @Test func `a phone with more than there is room for has not told all`() {
        var book = TestBook()
        book.report(.state(.ready))
        for uid in 0...UInt32(NoticeBook.limit) {
            book.fetched(uid, title: "\(uid)", flags: .preExisting)
        }
        book.wait(.seconds(1000))
        expect(lists(book), is: 0)
    }
}
