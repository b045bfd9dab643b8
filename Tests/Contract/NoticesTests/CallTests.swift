import ANCS
import Expecting
import Testing

@testable import Notices

/// A call is one notice from ring to end, however the phone tells it.
struct CallTests {
    @Test func `a call rings, ends and was missed`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro", app: "com.apple.mobilephone")
        book.wait(.seconds(12))
        book.removed(1)
        book.wait(.milliseconds(40))
        book.fetched(2, TestBook.missed, title: "Davidson Ro", app: "com.apple.mobilephone")
        expect(book.story, is: ["ringing Davidson Ro", "ended Davidson Ro", "missed Davidson Ro"])
        expect(book.noticeCount, is: 1)
        expect(book.last?.category.label, is: "MISSED")
        expect(book.last?.call, is: Call(state: .missed, ringTime: .seconds(12)))
        expect(book.last?.uid.rawValue, is: 2)
        book.wait(.seconds(3600))
        book.removed(2)
        expect(book.story.last, is: "removed Davidson Ro")
        expect(book.noticeCount, is: 1)
        #expect(book.book.notices.isEmpty)
    }

    @Test func `a call that is taken rings, is answered and ends`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.wait(.seconds(3))
        book.removed(1)
        book.fetched(2, .activeCall, title: "Davidson Ro")
        book.wait(.seconds(600))
        book.removed(2)
        expect(
            book.story,
            is: [
                "ringing Davidson Ro", "ended Davidson Ro", "answered Davidson Ro",
                "ended Davidson Ro",
            ])
        expect(book.noticeCount, is: 1)
        expect(book.last?.call?.ringTime, is: .seconds(3))
        book.wait(.seconds(8))
        #expect(book.book.notices.isEmpty)
    }

    @Test func `an answer announced before the ring is withdrawn ends nothing`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(2, .activeCall, title: "Davidson Ro")
        book.removed(1)
        expect(book.story, is: ["ringing Davidson Ro", "answered Davidson Ro"])
        book.removed(2)
        expect(book.story.last, is: "ended Davidson Ro")
        expect(book.noticeCount, is: 1)
    }

    @Test func `a missed call announced before the ring is withdrawn is one call`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(2, TestBook.missed, title: "Davidson Ro")
        book.removed(1)
        expect(book.story, is: ["ringing Davidson Ro", "missed Davidson Ro"])
        expect(book.book.notices.count, is: 1)
    }

    @Test func `Q20 a missed call that comes later than seven seconds is its own`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.removed(1)
        book.wait(.milliseconds(7_001))
        book.fetched(2, TestBook.missed, title: "Davidson Ro")
        expect(book.noticeCount, is: 2)
        expect(book.story.last, is: "missed Davidson Ro")
    }

    @Test func `Q20 a call declined from here is not told as missed`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.report(.performed(.negative, NotificationUID(rawValue: 1), .performed))
        book.removed(1)
        book.fetched(2, TestBook.missed, title: "Davidson Ro")
        expect(book.story, is: ["ringing Davidson Ro", "ended Davidson Ro"])
        expect(book.last?.call?.isDeclined, is: true)
        book.removed(2)
        expect(book.story.last, is: "removed Davidson Ro")
        expect(book.noticeCount, is: 1)
    }

    @Test func `a missed call of somebody else is another`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.removed(1)
        book.fetched(2, TestBook.missed, title: "Zoë Müller")
        expect(book.noticeCount, is: 2)
    }

    @Test func `two calls ring at once and end apart`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(2, TestBook.call, title: "Zoë Müller")
        book.removed(1)
        book.fetched(3, TestBook.missed, title: "Davidson Ro")
        expect(
            book.story,
            is: [
                "ringing Davidson Ro", "ringing Zoë Müller", "ended Davidson Ro",
                "missed Davidson Ro",
            ])
        book.removed(2)
        expect(book.story.last, is: "ended Zoë Müller")
        expect(book.noticeCount, is: 2)
    }

    @Test func `the same caller missed twice is missed twice`() {
        var book = TestBook()
        for uid in [UInt32(1), 3] {
            book.fetched(uid, TestBook.call, title: "Davidson Ro")
            book.wait(.seconds(2))
            book.removed(uid)
            book.fetched(
                uid + 1, TestBook.missed, title: "Davidson Ro", date: "2024010\(uid)T120000")
        }
        expect(book.story.filter { $0 == "missed Davidson Ro" }.count, is: 2)
        expect(book.noticeCount, is: 2)
    }

    @Test func `Q21 a ring whose end was lost ends after ninety seconds`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.wait(.milliseconds(89_999))
        expect(book.story, is: ["ringing Davidson Ro"])
        book.wait(.milliseconds(1))
        expect(book.story, is: ["ringing Davidson Ro", "ended Davidson Ro"])
        expect(book.last?.call?.ringTime, is: .seconds(90))
        book.removed(1)
        book.wait(.seconds(100))
        expect(book.story.count, is: 2, "it ends once")
        expect(book.book.nextDeadline, is: nil)
    }

    @Test func `a ring that was ended for its length does not ring again when it changes`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "+49 30 1234567")
        book.wait(.seconds(3600))
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        expect(
            book.story,
            is: [
                "ringing +49 30 1234567", "ended +49 30 1234567", "modified Davidson Ro",
            ])
        book.removed(1)
        expect(book.story.count, is: 3, "it has ended already")
        #expect(book.book.notices.isEmpty)
        expect(book.book.nextDeadline, is: nil)
    }

    @Test func `a handle of a call that is over rings when it becomes a call that comes`() {
        for old in [TestBook.missed, .activeCall] {
            var book = TestBook()
            book.fetched(1, old, title: "Davidson Ro")
            book.fetched(1, TestBook.call, title: "Davidson Ro")
            expect(book.story.last, is: "ringing Davidson Ro")
            expect(book.noticeCount, is: 2)
            expect(book.last?.call?.state, is: .ringing)
            book.removed(1)
            expect(book.story.last, is: "ended Davidson Ro")
        }
    }

    @Test func `a call without its name, told again in the next session, takes the name over`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "", app: "", isIncomplete: true)
        book.report(.restarted)
        book.fetched(9, TestBook.call, title: "Davidson Ro", flags: .preExisting)
        expect(book.story, is: ["ringing ", "modified Davidson Ro"])
        expect(book.noticeCount, is: 1)
        expect(book.last?.isIncomplete, is: false)
    }

    @Test func `a taken call without words keeps those of its ring`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(1, .activeCall, title: "", app: "", isIncomplete: true)
        expect(book.story, is: ["ringing Davidson Ro", "answered Davidson Ro"])
        expect(book.last?.isIncomplete, is: false)
    }

    @Test func `a ring began when the phone announced it, not when it could be told`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "", isIncomplete: true, age: .seconds(2))
        book.wait(.seconds(5))
        book.removed(1)
        expect(book.last?.call?.ringTime, is: .seconds(7))
    }

    @Test func `Q21 marks around a number do not make it another caller`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "\u{202A}+1 (555) 123-4567\u{202C}")
        book.removed(1)
        book.fetched(2, TestBook.missed, title: "+1 (555) 123-4567")
        expect(book.noticeCount, is: 1)
    }

    @Test func `Q22 a call of any app is a call`() {
        for app in ["com.apple.mobilephone", "com.apple.facetime", "net.whatsapp.WhatsApp"] {
            var book = TestBook()
            book.fetched(1, TestBook.call, title: "Davidson Ro", app: app)
            book.removed(1)
            expect(book.story, is: ["ringing Davidson Ro", "ended Davidson Ro"], "\(app)")
        }
    }

    @Test func `a call told again under a new handle in mid-ring rings on`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.wait(.seconds(20))
        book.report(.restarted)
        book.fetched(77, TestBook.call, title: "Davidson Ro", flags: .preExisting)
        expect(book.story, is: ["ringing Davidson Ro"])
        book.wait(.seconds(69))
        expect(book.story.count, is: 1)
        book.wait(.seconds(1))
        expect(book.story.last, is: "ended Davidson Ro", "ninety seconds from the first ring")
    }

    @Test func `a ring ends soon when the phone is gone`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.report(.state(.idle))
        book.wait(.seconds(10))
        expect(book.story, is: ["ringing Davidson Ro", "ended Davidson Ro"])
    }

    @Test func `a call whose name comes late is modified, and missed as one`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "", app: "", isIncomplete: true)
        book.fetched(1, TestBook.call, title: "Davidson Ro", app: "com.apple.mobilephone")
        book.removed(1)
        book.fetched(2, TestBook.missed, title: "Davidson Ro", app: "com.apple.mobilephone")
        expect(
            book.story,
            is: [
                "ringing ", "modified Davidson Ro", "ended Davidson Ro", "missed Davidson Ro",
            ])
        expect(book.noticeCount, is: 1)
    }

    @Test func `a call that is on when the host comes is answered, not ringing`() {
        var book = TestBook()
        book.fetched(1, .activeCall, title: "Davidson Ro", flags: .preExisting)
        expect(book.story, is: ["answered Davidson Ro"])
    }

    @Test func `an old missed call is added, not missed now`() {
        var book = TestBook()
        book.fetched(1, TestBook.missed, title: "Davidson Ro", flags: .preExisting)
        expect(book.story, is: ["added Davidson Ro"])
        expect(book.last?.call?.state, is: .missed)
    }

    @Test func `a call that turns into another kind under its handle stays one`() {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(1, .activeCall, title: "Davidson Ro")
        book.fetched(1, TestBook.missed, title: "Davidson Ro")
        expect(
            book.story, is: ["ringing Davidson Ro", "answered Davidson Ro", "missed Davidson Ro"])
        expect(book.noticeCount, is: 1)
        book.removed(1)
        expect(book.story.last, is: "removed Davidson Ro")
    }

    @Test func `a handle that turns from a message into a call is two notices`() {
        var book = TestBook()
        book.fetched(1, title: "Zoë")
        book.fetched(1, TestBook.call, title: "Davidson Ro")
        book.fetched(1, title: "Zoë")
        expect(
            book.story,
            is: [
                "added Zoë", "removed Zoë", "ringing Davidson Ro", "ended Davidson Ro", "added Zoë",
            ])
        expect(book.noticeCount, is: 3)
    }
}
