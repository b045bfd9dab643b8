import ANCS
import Expecting
import Linux
import Testing

@testable import Notices

/// What a phone's notices are, and when something about them is news.
struct NoticeBookTests {
    @Test func `a notice is added, modified and removed under one name`() {
        var book = TestBook()
        book.fetched(1, title: "Zoë", message: "Loading…")
        book.fetched(1, title: "Zoë", message: "Dinner at 7?")
        book.removed(1)
        expect(book.story, is: ["added Zoë", "modified Zoë", "removed Zoë"])
        expect(book.noticeCount, is: 1)
        expect(book.last?.message.string, is: "Dinner at 7?")
        #expect(book.book.notices.isEmpty)
    }

    @Test func `the same words again are no news, but the flags are kept`() {
        var book = TestBook()
        book.fetched(1)
        book.fetched(1, flags: .important)
        expect(book.story, is: ["added Zoë Müller"])
        expect(book.book.notices.first?.flags, is: .important)
    }

    @Test(arguments: [500, 4000])
    func `a call among thousands is looked for among its caller's alone`(_ count: Int) {
        var book = TestBook()
        for number in 0..<count {
            book.now += .milliseconds(1)
            book.fetched(UInt32(number), TestBook.call, title: "Caller \(number)")
        }
        expect(book.book.entries.calls.count, is: count)
        expect(book.book.entries.calls(named: Text("Caller 7")).count { _ in true }, is: 1)
        expect(book.book.entries.unconfirmedCount, is: 0)
        // The middle one is taken, the others end, and nothing is left of any.
        let taken = UInt32(count / 2)
        book.fetched(taken + 10_000, .activeCall, title: "Caller \(taken)")
        expect(book.last?.call?.state, is: .answered)
        for number in 0..<count where number != taken { book.removed(UInt32(number)) }
        book.removed(taken + 10_000)
        book.wait(.seconds(20))
        #expect(book.book.notices.isEmpty && book.book.entries.calls.isEmpty)
        #expect(book.book.entries.calls(named: Text("Caller 7")).isEmpty)
        expect(book.book.nextDeadline, is: nil)
    }

    @Test func `the removal of something unknown is no news`() {
        var book = TestBook()
        book.removed(9)
        #expect(book.events.isEmpty)
    }

    @Test func `raw events are passed on`() throws {
        var book = TestBook()
        let event = try SourceEvent(parsing: [0, 0, 4, 1, 9, 0, 0, 0])
        book.report(.source(event))
        guard case .source(event, "Mara's iPhone", _) = book.events.last else {
            Issue.record("the raw event is missing")
            return
        }
    }

    @Test func `an answer that did not come whole does not undo one that did`() {
        var book = TestBook()
        book.fetched(1, message: "Dinner at 7?")
        book.fetched(1, title: "", isIncomplete: true)
        expect(book.story, is: ["added Zoë Müller"])
        expect(book.book.notices.first?.message.string, is: "Dinner at 7?")
    }

    @Test func `an app's name that comes late is kept without a word`() {
        var book = TestBook()
        book.fetched(1, app: "com.apple.MobileSMS")
        book.report(
            .named(appIdentifier: Array("com.apple.MobileSMS".utf8), name: Array("Messages".utf8)))
        expect(book.story.count, is: 1)
        book.removed(1)
        expect(book.last?.appName?.string, is: "Messages")
    }

    @Test func `Q18 what is announced again under other handles is the same`() {
        var book = TestBook()
        book.fetched(1, title: "One")
        book.fetched(2, title: "Two")
        book.fetched(3, title: "Two")
        book.report(.state(.idle))
        book.wait(.seconds(3600))
        book.report(.state(.ready))
        book.fetched(101, title: "Two", flags: .preExisting)
        book.fetched(102, title: "One", flags: .preExisting)
        book.fetched(1, title: "New")
        book.fetched(103, title: "Two", flags: .preExisting)
        expect(book.story, is: ["added One", "added Two", "added Two", "added New"])
        book.removed(102)
        expect(book.story.last, is: "removed One")
        book.wait(.seconds(60))
        expect(book.story.last, is: "removed One", "all the others have been confirmed")
        expect(book.book.notices.count, is: 3)
    }

    @Test func `Q18 what is not announced again is gone`() {
        var book = TestBook()
        book.fetched(1, title: "One")
        book.fetched(2, title: "Two")
        book.report(.state(.idle))
        book.report(.state(.ready))
        book.fetched(102, title: "Two", flags: .preExisting)
        book.wait(.seconds(29))
        expect(book.story.count, is: 2)
        book.wait(.seconds(1))
        expect(book.story, is: ["added One", "added Two", "removed One"])
    }

    @Test func `a removal tells by whom it was`() {
        var book = TestBook()
        for uid in 1...5 { book.fetched(UInt32(uid), title: "\(uid)") }
        book.removed(1)
        func perform(_ action: ActionID, _ uid: UInt32, _ outcome: ActionOutcome) {
            book.report(.performed(action, NotificationUID(rawValue: uid), outcome))
        }
        perform(.negative, 2, .performed)
        perform(.positive, 3, .performed)
        perform(.negative, 4, .busy)
        perform(.negative, 5, .performed)
        book.wait(NoticeBook.effectOfAction)
        for uid in 2...4 { book.removed(UInt32(uid)) }
        book.wait(.seconds(1))
        book.removed(5)
        book.fetched(6, title: "6")
        book.report(.restarted)
        book.report(.state(.ready))
        book.wait(.seconds(60))
        let removals = book.events.compactMap { event -> Notice.Removal? in
            guard case .notice(_, let notice, _) = event else { return nil }
            return notice.removal
        }
        expect(removals, is: [.phone, .user, .user, .phone, .phone, .away])
    }

    @Test func `Q18 a long flood is waited for before anything counts as gone`() {
        var book = TestBook()
        for uid in 1...100 { book.fetched(UInt32(uid), title: "\(uid)") }
        book.report(.restarted)
        for uid in 1...100 {
            book.wait(.seconds(5))
            book.fetched(UInt32(uid) + 1000, title: "\(uid)", flags: .preExisting)
        }
        expect(book.story.count, is: 100)
    }

    @Test func `Q19 an empty or impossible date is none`() {
        var book = TestBook()
        for (uid, date) in ["", "20231399T000000", "yesterday"].enumerated() {
            book.fetched(UInt32(uid), title: "\(uid)", date: date)
            expect(book.last?.date, is: nil)
        }
    }

    @Test(
        "Q22 calls of every app are calls",
        arguments: [
            "com.apple.mobilephone", "com.apple.facetime", "net.whatsapp.WhatsApp",
            "ph.telegra.Telegraph", "org.whispersystems.signal",
        ])
    func callApps(app: String) {
        var book = TestBook()
        book.fetched(1, TestBook.call, title: "Davidson Ro", app: app)
        expect(book.last?.category.label, is: "CALL")
        expect(book.last?.call?.state, is: .ringing)
    }

    @Test func `Q23 a voicemail without a text is one all the same`() {
        var book = TestBook()
        book.fetched(1, .voicemail, title: "Davidson Ro", message: "")
        expect(book.story, is: ["added Davidson Ro"])
        expect(book.last?.category.label, is: "VMAIL")
    }

    @Test func `Q24 a mail that was still loading is modified, not added again`() {
        var book = TestBook()
        book.fetched(1, .email, title: "Ada", message: "This message has no content.")
        book.fetched(1, .email, title: "Ada", message: "The minutes of Tuesday")
        expect(book.story, is: ["added Ada", "modified Ada"])
        expect(book.noticeCount, is: 1)
    }

    @Test func `Q32 two equal messages on the phone at once are two`() {
        var book = TestBook()
        book.fetched(1, message: "Hi")
        book.fetched(2, message: "Hi")
        expect(book.noticeCount, is: 2)
    }

    @Test func `the oldest is forgotten when there are too many`() {
        var book = TestBook()
        for uid in 0...NoticeBook.limit { book.fetched(UInt32(uid), title: "\(uid)") }
        expect(book.book.notices.count, is: NoticeBook.limit)
        expect(book.book.notices.first?.title.string, is: "1")
        expect(book.story.suffix(2), is: ["added \(NoticeBook.limit)", "forgotten 0"])
        book.removed(0)
        expect(book.story.last, is: "forgotten 0")
    }

    @Test func `a ringing call is not forgotten for messages`() {
        var book = TestBook()
        book.fetched(0, TestBook.call, title: "Davidson Ro")
        for uid in 1...NoticeBook.limit + 10 { book.fetched(UInt32(uid), title: "\(uid)") }
        expect(book.book.notices.count, is: NoticeBook.limit)
        expect(book.book.notices.first?.title.string, is: "Davidson Ro")
        book.removed(0)
        expect(book.story.last, is: "ended Davidson Ro")
        let calls = (1...NoticeBook.limit + 1).map { 100_000 + UInt32($0) }
        for uid in calls { book.fetched(uid, TestBook.call, title: "\(uid)") }
        expect(book.book.notices.count, is: NoticeBook.limit)
        expect(book.story.last, is: "forgotten \(calls[0])", "where all are calls the oldest")
    }

    @Test func `long texts are bounded together, and one alone is kept`() {
        var book = TestBook()
        let long = String(repeating: "x", count: NoticeBook.byteLimit / 10)
        for uid in 0..<20 { book.fetched(UInt32(uid), title: "\(uid)", message: long) }
        expect(book.book.notices.map(\.title.string), is: (11..<20).map(String.init))
        expect(book.story.filter { $0.hasPrefix("forgotten") }.count, is: 11)
        book.fetched(5, title: "changed", message: long)
        expect(book.story.suffix(2), is: ["added changed", "forgotten 11"])
        book.fetched(19, title: "short")
        book.fetched(6, title: "fits", message: long)
        expect(book.story.last, is: "added fits", "what is said anew makes room")
        book.fetched(7, title: "huge", message: String(repeating: long, count: 11))
        expect(book.book.notices.map(\.title.string), is: ["huge"])
    }

    @Test func `names of notices are unique, sort by time and survive a clock set back`() {
        var ids = NoticeIDSource()
        let walls = [5_000, 5_000, 4_000, 6_000].map { WallTime(milliseconds: $0) }
        let made = walls.map { ids.next(at: $0) }
        expect(Set(made).count, is: 4)
        expect(made.map(\.description), is: made.map(\.description).sorted())
        #expect(made.allSatisfy { $0.description.count == 13 })
    }
}
