import ANCS
import Expecting
import Linux
import Notices
import Testing

/// How long a call was talked, and what became of it.
struct TalkTimeTests {
    /// Davidson Ro rings at a book for three seconds, and is taken as phones tell it.
    private static func taken() -> TestBook {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.wait(.seconds(3))
        book.removed(1)
        book.fetched(2, .activeCall, title: "Davidson Ro")
        return book
    }

    @Test func `a call that was taken has both of its lengths`() {
        var book = Self.taken()
        #expect(book.last?.callOutcome == nil && book.last?.call?.talkTime == nil)
        book.wait(.milliseconds(125_250))
        book.removed(2)
        expect(book.last?.call?.ringTime, is: .seconds(3))
        expect(book.last?.call?.talkTime, is: .milliseconds(125_250))
        expect(book.last?.callOutcome, is: .answered)
        expect(book.noticeCount, is: 1)
    }

    @Test func `of a ring that stopped no more is known until the phone says more`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.wait(.seconds(3))
        book.removed(1)
        #expect(book.last?.callOutcome == .stopped && book.last?.call?.talkTime == nil)
        book.fetched(2, TestBook.missed, title: "Davidson Ro")
        expect(book.last?.callOutcome, is: .missed)
    }

    @Test func `it is talked from when the phone said so, not from when its answer was whole`() {
        var book = TestBook()
        book.wait(.seconds(10))
        book.fetched(1, .activeCall, title: "Davidson Ro", age: .seconds(2))
        book.wait(.seconds(3))
        book.removed(1)
        expect(book.last?.call?.talkTime, is: .seconds(5))
        expect(book.last?.call?.ringTime, is: nil)
    }

    @Test func `of a call that was on when the phone came nobody knows how long it was talked`() {
        var book = TestBook()
        book.fetched(1, .activeCall, title: "Davidson Ro", flags: .preExisting)
        book.wait(.seconds(30))
        book.removed(1)
        #expect(book.last?.callOutcome == .answered && book.last?.call?.talkTime == nil)
    }

    @Test func `a call in which the link was lost for good has no length`() {
        var book = Self.taken()
        book.wait(.seconds(60))
        book.report(.state(.idle))
        book.wait(.seconds(30))
        expect(book.story.last, is: "ended Davidson Ro")
        #expect(book.last?.callOutcome == .answered && book.last?.call?.talkTime == nil)
    }

    @Test func `a call that goes on behind a lost link is talked all the time`() {
        var book = Self.taken()
        book.wait(.seconds(60))
        book.report(.state(.idle))
        book.wait(.seconds(5))
        book.report(.state(.ready))
        book.fetched(9, .activeCall, title: "Davidson Ro", flags: .preExisting)
        book.wait(.seconds(35))
        book.removed(9)
        expect(book.last?.call?.talkTime, is: .seconds(100))
        expect(book.noticeCount, is: 1)
    }

    @Test func `a call that waits while another goes on is another`() {
        var book = Self.taken()
        book.wait(.seconds(10))
        book.fetched(3, TestBook.call, title: "Maya")
        book.wait(.seconds(4))
        book.removed(3)
        book.fetched(4, .activeCall, title: "Maya")
        book.wait(.seconds(20))
        book.removed(4)
        expect(book.last?.call?.ringTime, is: .seconds(4))
        expect(book.last?.call?.talkTime, is: .seconds(20))
        book.removed(2)
        expect(book.last?.title.string, is: "Davidson Ro")
        expect(book.last?.call?.talkTime, is: .seconds(34))
        expect(book.noticeCount, is: 2)
    }

    @Test func `who calls again at once is another call, and the first keeps its length`() {
        var book = Self.taken()
        book.wait(.seconds(10))
        book.removed(2)
        book.wait(.seconds(1))
        book.fetched(3, TestBook.call, title: "Davidson Ro")
        book.wait(.seconds(2))
        book.removed(3)
        book.fetched(4, .activeCall, title: "Davidson Ro")
        book.wait(.seconds(30))
        book.removed(4)
        expect(book.noticeCount, is: 2)
        expect(book.last?.call?.ringTime, is: .seconds(2))
        expect(book.last?.call?.talkTime, is: .seconds(30))
    }

    @Test func `a call that is declined here and missed there was declined`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.report(.performed(.negative, NotificationUID(rawValue: 1), .performed))
        book.removed(1)
        expect(book.last?.callOutcome, is: .declined)
        book.fetched(2, TestBook.missed, title: "Davidson Ro")
        expect(book.last?.callOutcome, is: .declined)
    }
}
