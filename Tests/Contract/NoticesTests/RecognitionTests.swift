import ANCS
import Expecting
import Testing

@testable import Notices

/// What is the same notice when a phone comes back, and what must not be taken for it.
struct RecognitionTests {
    /// A book after the end of a session in which these were shown.
    private static func afterSession(_ prepare: (inout TestBook) -> Void) -> TestBook {
        var book = TestBook()
        prepare(&book)
        book.report(.state(.idle))
        book.wait(.seconds(2))
        book.report(.state(.ready))
        book.events = []
        return book
    }

    @Test func `two callers keep their names when the phone comes back without words`() {
        var book = Self.afterSession { book in
            book.fetched(1, TestBook.call, title: "Anton")
            book.fetched(2, TestBook.call, title: "Berta")
        }
        for uid in [7, 8] as [UInt32] {
            book.fetched(uid, TestBook.call, title: "", app: "", isIncomplete: true)
        }
        #expect(book.story.isEmpty, "people know that it rings")
        book.fetched(7, TestBook.call, title: "Anton")
        book.fetched(8, TestBook.call, title: "Berta")
        #expect(book.story.isEmpty)
        book.removed(8)
        book.removed(7)
        expect(book.story, is: ["ended Berta", "ended Anton"])
    }

    @Test func `another caller than before rings, and the one before ends`() {
        var book = Self.afterSession { $0.fetched(1, TestBook.call, title: "Anton") }
        book.fetched(7, TestBook.call, title: "", app: "", isIncomplete: true)
        book.wait(.seconds(3))
        book.fetched(7, TestBook.call, title: "Berta")
        expect(book.story, is: ["ringing Berta"])
        book.wait(.seconds(10))
        expect(book.story, is: ["ringing Berta", "ended Anton"])
        book.removed(7)
        expect(book.story.last, is: "ended Berta")
    }

    @Test func `a caller whose name never comes rings after a while`() {
        var book = Self.afterSession { $0.fetched(1, TestBook.call, title: "Anton") }
        book.fetched(7, TestBook.call, title: "", app: "", isIncomplete: true)
        book.wait(.seconds(10))
        expect(book.story, is: ["ended Anton", "ringing "])
        book.removed(7)
        expect(book.story.last, is: "ended ")
    }

    @Test func `the only ring ends with the handle that can have been nothing else`() {
        var book = Self.afterSession { $0.fetched(1, TestBook.call, title: "Anton") }
        book.fetched(7, TestBook.call, title: "", app: "", isIncomplete: true)
        book.removed(7)
        expect(book.story, is: ["ended Anton"])
    }

    @Test func `rings without names get the names that come`() {
        var book = Self.afterSession { book in
            for uid in [1, 2] as [UInt32] {
                book.fetched(uid, TestBook.call, title: "", app: "", isIncomplete: true)
            }
        }
        book.fetched(7, TestBook.call, title: "Anton")
        book.fetched(8, TestBook.call, title: "Berta")
        expect(book.story, is: ["modified Anton", "modified Berta"])
    }

    @Test func `a taken call of another waits for its name`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Anton")
        book.fetched(2, .activeCall, title: "", app: "", isIncomplete: true)
        expect(book.story, is: ["ringing Anton"])
        book.fetched(2, .activeCall, title: "Berta")
        expect(book.story, is: ["ringing Anton", "answered Berta"])
        expect(book.noticeCount, is: 2)
    }

    @Test(
        "what became of a call goes to the right one of two",
        arguments: [
            ("Unknown", "Unknown", false, "Unknown", 0, "the one that has ended"),
            ("Berta", "", true, "Berta", 0, "the one of that name"),
            ("", "Berta", false, "Berta", 1, "the one of that name, though it rings"),
            ("Anton", "", true, "Berta", nil, "none: the nameless one still rings"),
            ("", "Anton", true, "Berta", 0, "the nameless one that has ended"),
        ] as [(String, String, Bool, String, Int?, Comment)])
    func outcome(
        first: String, second: String, endsFirst: Bool, missed: String, expected: Int?,
        why: Comment
    ) {
        var book = TestBook()
        var ids: [NoticeID?] = []
        for (uid, title) in [(1, first), (2, second)] as [(UInt32, String)] {
            book.fetched(uid, TestBook.call, title: title, isIncomplete: title.isEmpty)
            ids.append(book.last?.id)
        }
        if endsFirst || first == second { book.removed(1) }
        book.fetched(3, TestBook.missed, title: missed)
        expect(book.story.last, is: "missed \(missed)")
        expect(ids.firstIndex(of: book.last?.id), is: expected, why)
    }

    @Test func `a missed call without a name is nobody's`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Anton")
        book.removed(1)
        book.fetched(2, TestBook.missed, title: "", app: "", isIncomplete: true)
        expect(book.story, is: ["ringing Anton", "ended Anton", "missed "])
        book.fetched(2, TestBook.missed, title: "Xaver")
        expect(book.story.last, is: "modified Xaver")
        expect(book.noticeCount, is: 2)
    }

    @Test func `words that come after the end of a call are its own`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "", app: "", isIncomplete: true)
        book.removed(1)
        book.fetched(1, TestBook.call, title: "Anton", isGone: true)
        expect(book.story, is: ["ringing ", "ended ", "modified Anton"])
        book.wait(.seconds(8))
        book.fetched(1, TestBook.call, title: "Anton", isGone: true)
        expect(book.story.count, is: 3, "later they are nobody's")
    }

    @Test func `a notice whose words do not come is neither new nor gone`() {
        var book = Self.afterSession { $0.fetched(1, title: "Zoë", message: "Hi") }
        book.fetched(7, title: "", app: "", isIncomplete: true)
        book.wait(.seconds(120))
        #expect(book.story.isEmpty)
        book.fetched(7, title: "Zoë", message: "Hi")
        book.wait(.seconds(120))
        #expect(book.story.isEmpty)
        book.removed(7)
        expect(book.story, is: ["removed Zoë"])
    }

    @Test func `what goes without having been known is gone in the end`() {
        var book = Self.afterSession { $0.fetched(1, title: "Zoë", message: "Hi") }
        book.fetched(7, title: "", app: "", isIncomplete: true)
        book.removed(7)
        book.wait(.seconds(60))
        expect(book.story, is: ["removed Zoë"])
    }

    @Test func `a notice without words never takes over another's`() {
        var book = Self.afterSession { book in
            book.fetched(1, title: "Zoë", message: "Hi")
            book.fetched(2, title: "", app: "", isIncomplete: true)
        }
        book.fetched(7, title: "", app: "", isIncomplete: true)
        book.fetched(8, title: "Ada", message: "Tea?")
        expect(book.story, is: ["modified Ada"], "the one without words gets them")
        book.fetched(7, title: "Zoë", message: "Hi")
        book.wait(.seconds(120))
        expect(book.story, is: ["modified Ada"])
    }

    @Test func `a part of the words is enough to wait for the rest`() {
        var book = Self.afterSession { $0.fetched(1, title: "Zoë", message: "Hi") }
        book.fetched(7, title: "Zoë", message: "", isIncomplete: true)
        #expect(book.story.isEmpty)
        book.fetched(8, title: "Ada", message: "", isIncomplete: true)
        expect(book.story, is: ["added Ada"], "that is somebody else")
    }

    @Test func `a phone with more notices than there is room for doubles none of them`() {
        var book = TestBook()
        let count = UInt32(NoticeBook.limit + 500)
        for uid in 0..<count { book.fetched(uid, title: "\(uid)", flags: .preExisting) }
        expect(book.story.count, is: NoticeBook.limit)
        expect(book.book.leftOut, is: 500)
        book.report(.restarted)
        for uid in 0..<count { book.fetched(uid, title: "\(uid)", flags: .preExisting) }
        expect(book.story.count, is: NoticeBook.limit)
        book.fetched(count, title: "fresh")
        expect(book.story.suffix(2), is: ["added fresh", "forgotten 0"])
    }
}
