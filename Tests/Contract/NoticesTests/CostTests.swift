import ANCS
import Expecting
import Linux
import Support
import Testing

@testable import Notices

/// What an event costs does not grow with what a phone lists.
struct CostTests {
    /// Names and kinds of calls that may be looked at for one event.
    private static let limit = 64
    private static let counts = [256, 2_048]

    /// Does something and expects that it costs no more than the events that it is made of may.
    private func expectBounded(
        _ book: inout TestBook, _ events: Int, _ why: Comment, _ act: (inout TestBook) -> Void
    ) {
        let before = book.book.steps
        act(&book)
        let steps = book.book.steps - before
        #expect(steps > 0, why)
        #expect(steps <= Self.limit * events, "\(steps) for \(events) events: \(why.rawValue)")
    }

    @Test(arguments: counts)
    func `calls of one caller ring, are announced again, are taken and end`(_ count: Int) {
        var book = TestBook()
        let calls = 0..<UInt32(count)
        for uid in calls { book.fetched(uid, TestBook.call, title: "Anton") }
        book.report(.state(.idle))
        book.report(.state(.ready))
        expectBounded(&book, count, "announced again") { book in
            for uid in calls { book.fetched(uid, TestBook.call, title: "Anton") }
        }
        expect(book.book.entries.unconfirmedCount, is: 0)
        expectBounded(&book, count, "taken") { book in
            for uid in calls { book.fetched(100_000 + uid, .activeCall, title: "Anton") }
        }
        expect(book.book.ringingCalls.count, is: 0)
        expectBounded(&book, count, "missed by others") { book in
            for uid in calls { book.fetched(200_000 + uid, .missedCall, title: "Berta") }
        }
        expect(book.book.noticeCount, is: 2 * count)
    }

    @Test(arguments: counts)
    func `calls without a name are taken, missed and named late`(_ count: Int) {
        var book = TestBook()
        let calls = 0..<UInt32(count)
        for uid in calls { book.fetched(uid, TestBook.call, title: "", isIncomplete: true) }
        book.report(.state(.idle))
        book.report(.state(.ready))
        expectBounded(&book, 2 * count, "some wait for their words, others ring") { book in
            for uid in calls {
                book.fetched(100_000 + uid, TestBook.call, title: "", isIncomplete: true)
            }
            for uid in calls { book.removed(100_000 + uid) }
        }
        expectBounded(&book, count, "missed with a name") { book in
            for uid in calls { book.fetched(200_000 + uid, .missedCall, title: "Anton \(uid)") }
        }
        for uid in calls {
            book.fetched(
                uid, TestBook.call, title: "Anton \(uid)", isGone: true)
        }
    }

    @Test(arguments: counts)
    func `notices are recognised by all their words and by some of them`(_ count: Int) {
        var book = TestBook()
        let uids = 0..<UInt32(count)
        for uid in uids {
            book.fetched(
                uid, title: "Anton", message: uid % 2 == 0 ? "\(uid)" : "",
                isIncomplete: uid % 2 == 1)
        }
        book.report(.state(.idle))
        book.report(.state(.ready))
        book.events = []
        expectBounded(&book, 2 * count, "without words first, and with them then") { book in
            for uid in uids {
                book.fetched(100_000 + uid, title: "", isIncomplete: true)
                book.fetched(100_000 + uid, title: "Anton", message: "\(uid)")
            }
        }
        #expect(!book.story.contains { $0.hasPrefix("added") }, "all were there before")
        expect(book.book.entries.unconfirmedCount, is: 0)
        expect(book.book.noticeCount, is: count)
    }

    @Test func `who waits to be announced again is found as by a comparison with each`() {
        var random = RepeatableRandom(seed: 5)
        for round in 0..<300 {
            var ids = NoticeIDSource()
            var wall: [(Notice, Bool)] = []
            func notice() -> Notice {
                func word() -> Text { Text(["", "a", "b"][Int(random.next() % 3)]) }
                var book = TestBook()
                book.fetched(1)
                var notice = book.book.notices[0]
                (notice.title, notice.message, notice.appID) = (word(), word(), word())
                notice.isIncomplete = random.next() % 2 == 0
                notice.id = ids.next(at: .now)
                return notice
            }
            let all = (0..<Int(random.next() % 12)).map { _ in notice() }
            wall = all.map { ($0, true) }
            var unconfirmed = UnconfirmedNotices(all)
            for _ in 0..<20 {
                let wanted = notice()
                func waits(_ id: NoticeID) -> Bool {
                    wall.contains { $0.0.id == id && $0.1 }
                }
                let waiting = wall.filter(\.1).map(\.0)
                let contains = unconfirmed.contains(wanted.words, where: waits)
                expect(
                    contains, is: waiting.contains { wanted.isFragment(of: $0) }, "round \(round)")
                let expected =
                    waiting.first { !$0.isIncomplete && $0.words == wanted.words }
                    ?? waiting.first { $0.isIncomplete && $0.isFragment(of: wanted) }
                let found = unconfirmed.take(wanted.words, where: waits)
                expect(found, is: expected?.id, "round \(round)")
                if let index = wall.firstIndex(where: { $0.0.id == found }) {
                    wall[index].1 = false
                }
            }
        }
    }
}

extension Notice {
    /// Whether this has only words that another has as well.
    fileprivate func isFragment(of other: Notice) -> Bool {
        guard category == other.category, date == nil || date == other.date else { return false }
        return zip(words.texts, other.words.texts).allSatisfy { $0.isEmpty || $0 == $1 }
    }
}
