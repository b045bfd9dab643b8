import Expecting
import Testing

@testable import ANCS

/// A call that rings now is told of in time, whatever the phone does about its words.
struct LiveCallTests {
    private static let incoming = CategoryID.incomingCall.rawValue
    private static let words = Answers.notification(
        2, app: "com.apple.mobilephone", title: "Davidson Ro")

    /// A phone that is silent about one message while a call comes.
    private static func stuck() -> TestPhone {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        phone.source(.added, 2, category: incoming)
        return phone
    }

    @Test func `a call that waits behind a stuck answer is reported without its words`() {
        var phone = Self.stuck()
        phone.wait(SessionLimits.callPatience - .milliseconds(1))
        #expect(phone.fetched.isEmpty)
        phone.wait(.milliseconds(1))
        expect(phone.fetched, is: ["2 -"])
        phone.wait(.seconds(10))
        expect(phone.asked, is: ["fetch 2"], "it is the next")
        phone.answer(Self.words)
        expect(phone.fetched, is: ["2 -", "2 Davidson Ro"], "once without, once with")
    }

    @Test func `a call whose own answer does not come is reported without its words, once`() {
        var phone = TestPhone.open()
        phone.source(.added, 2, category: Self.incoming)
        phone.confirm()
        phone.wait(SessionLimits.callPatience)
        expect(phone.fetched, is: ["2 -"])
        phone.wait(.seconds(9))
        expect(phone.asked, is: ["fetch 2"])
        expect(phone.fetched, is: ["2 -"])
        phone.answer(Self.words)
        expect(phone.fetched, is: ["2 -", "2 Davidson Ro"])
    }

    @Test func `a call tells how long ago the phone announced it`() {
        var phone = Self.stuck()
        phone.wait(SessionLimits.callPatience)
        guard case .fetched(let bare) = phone.reports.last else {
            Issue.record("the call was not reported")
            return
        }
        expect(bare.age, is: SessionLimits.callPatience)
        phone.source(.added, 3, category: Self.incoming)
        phone.wait(.milliseconds(700))
        phone.source(.removed, 3)
        let ages = phone.reports.compactMap { report in
            if case .fetched(let call) = report { call.age } else { nil }
        }
        expect(ages.last, is: .milliseconds(700))
    }

    @Test func `a call that ends while it waits has rung all the same`() {
        var phone = Self.stuck()
        phone.source(.removed, 2)
        expect(phone.fetched, is: ["2 -"])
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 2)))
    }

    @Test func `a call that was reported without its words ends when the phone says so`() {
        var phone = TestPhone.open()
        phone.source(.added, 2, category: Self.incoming)
        phone.confirm()
        phone.wait(.seconds(2))
        phone.source(.removed, 2)
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 2)))
        phone.data(Self.words)
        guard case .fetched(let late) = phone.reports.last else {
            Issue.record("the words were lost")
            return
        }
        #expect(late.isGone, "nothing rings again")
        expect(late.attributes.string(of: .title), is: "Davidson Ro")
    }

    @Test func `a call that ends in flight is given a moment for its words`() {
        for isAnswered in [true, false] {
            var phone = TestPhone.open()
            phone.source(.added, 2, category: Self.incoming)
            phone.confirm()
            phone.source(.removed, 2)
            #expect(phone.fetched.isEmpty)
            if isAnswered { phone.data(Self.words) } else { phone.wait(.seconds(2)) }
            expect(phone.fetched, is: [isAnswered ? "2 Davidson Ro" : "2 -"])
            expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 2)))
            phone.wait(.seconds(60))
            expect(phone.fetched.count, is: 1)
        }
    }

    @Test func `a call that comes while the phone refuses is reported without its words`() {
        for error in [WriteError.writeNotPermitted, .insufficientAuthentication] {
            var phone = TestPhone.open()
            phone.source(.added, 1)
            phone.refuse(error)
            phone.source(.added, 2, category: Self.incoming)
            phone.wait(SessionLimits.callPatience)
            expect(phone.fetched, is: ["2 -"])
            phone.source(.removed, 2)
            expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 2)))
        }
    }

    @Test func `a call that the phone no longer knows has rung and ended`() {
        var phone = TestPhone.open()
        phone.source(.added, 2, category: Self.incoming)
        phone.refuse(.invalidParameter)
        expect(phone.fetched, is: ["2 -"])
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 2)))
    }

    @Test func `a request without progress gives way to a call`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1))
        phone.confirm()
        phone.source(.added, 2, category: Self.incoming)
        phone.wait(SessionLimits.yield)
        expect(phone.asked, is: ["fetch 2"], "before an app's name")
        phone.answer(Self.words)
        expect(phone.fetched, is: ["2 Davidson Ro"])
        expect(phone.asked, is: ["name com.apple.MobileSMS"], "which is asked for again")
        phone.answer(Answers.app("com.apple.MobileSMS", "Messages"))
        phone.answer(Answers.app("com.apple.mobilephone", "Phone"))
        phone.source(.added, 3)
        phone.confirm()
        phone.wait(.seconds(5))
        phone.source(.added, 4, category: Self.incoming)
        phone.wait(.milliseconds(1))
        expect(phone.asked, is: ["fetch 4"], "before a message that was silent for long")
        phone.answer(Answers.notification(4, app: "com.apple.mobilephone", title: "Ada"))
        expect(phone.asked, is: ["fetch 3"])
        phone.answer(Answers.notification(3))
        expect(phone.fetched.suffix(2), is: ["4 Ada", "3 Zoë Müller"])
    }

    @Test func `a call does not give way to a call`() {
        var phone = TestPhone.open()
        phone.source(.added, 1, category: Self.incoming)
        phone.confirm()
        phone.source(.added, 2, category: Self.incoming)
        phone.wait(.seconds(9))
        #expect(phone.writes.isEmpty)
    }

    @Test func `a call that waits when the link ends is reported before that`() {
        var phone = Self.stuck()
        phone.take(phone.session.end(at: phone.now))
        expect(phone.fetched, is: ["2 -"])
        expect(phone.reports.last, is: .state(.idle))
    }

    @Test func `a call that is taken while it waits is reported as taken`() {
        var phone = Self.stuck()
        phone.wait(.seconds(1))
        phone.source(.modified, 2, category: CategoryID.activeCall.rawValue)
        phone.wait(SessionLimits.callPatience)
        guard case .fetched(let call) = phone.reports.last else {
            Issue.record("the call was not reported")
            return
        }
        expect(call.event.category, is: .activeCall)
    }

    @Test func `news about a waiting call does not make it wait longer`() {
        var phone = Self.stuck()
        for _ in 0..<3 {
            phone.wait(.milliseconds(500))
            phone.source(.modified, 2, category: Self.incoming)
        }
        expect(phone.fetched, is: ["2 -"])
    }

    @Test func `a handle used anew for another call, in flight, brings both`() {
        var phone = TestPhone.open()
        phone.source(.added, 2, category: Self.incoming)
        phone.confirm()
        phone.wait(.seconds(2))
        phone.source(.removed, 2)
        phone.source(.added, 2, category: Self.incoming)
        phone.wait(.seconds(2))
        expect(phone.fetched, is: ["2 -", "2 -"])
        phone.source(.removed, 2)
        let removals = phone.reports.filter { $0 == .removed(NotificationUID(rawValue: 2)) }
        expect(removals.count, is: 2)
    }
}
