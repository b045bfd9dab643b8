import Expecting
import Testing

@testable import ANCS

/// How real phones behave on the link, one test for each observation.
struct PhoneBehaviourTests {
    @Test func `Q1 the phone does not share its notifications yet`() {
        var phone = TestPhone()
        phone.subscribe()
        phone.refuse(.writeNotPermitted)
        expect(phone.session.state, is: .notShared)
        phone.wait(.milliseconds(4_999))
        #expect(phone.writes.isEmpty)
        for (index, delay) in [5, 10, 20, 40, 60, 60].enumerated() {
            phone.wait(.seconds(index == 0 ? 0 : delay) - .milliseconds(index == 0 ? 0 : 1))
            #expect(phone.writes.isEmpty)
            phone.wait(.milliseconds(1))
            expect(phone.asked, is: ["probe"], "after \(delay) s")
            phone.refuse(.writeNotPermitted)
        }
        phone.wait(.seconds(60))
        phone.refuse(.invalidParameter)
        expect(phone.states, is: [.subscribing, .notShared, .ready])
    }

    @Test func `Q1 a notification that meets the refusal is fetched once sharing is on`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.refuse(.writeNotPermitted)
        expect(phone.session.state, is: .notShared)
        #expect(phone.writes.isEmpty)
        phone.wait(.seconds(5))
        phone.refuse(.invalidParameter)
        expect(phone.asked, is: ["fetch 1"])
        phone.answer(Answers.notification(1, app: ""))
        phone.answer(Answers.notification(2, app: ""))
        expect(phone.fetched, is: ["1 Zoë Müller", "2 Zoë Müller"])
    }

    @Test func `Q2 news from the phone hastens the next try, once a second at most`() {
        var phone = TestPhone()
        phone.subscribe()
        phone.refuse(.writeNotPermitted)
        for uid in 1...100 { phone.source(.added, UInt32(uid)) }
        #expect(phone.writes.isEmpty)
        phone.wait(.seconds(1))
        expect(phone.asked, is: ["probe"])
    }

    @Test func `Q5 a link that is not secure is its own state`() {
        var phone = TestPhone()
        phone.take(phone.session.begin(at: phone.now))
        phone.take(
            phone.session.refused(.dataSource, .insufficientAuthentication, at: phone.now))
        expect(phone.session.state, is: .notSecure)
        phone.links = []
        phone.wait(.seconds(5))
        expect(phone.links, is: [.subscribe(.dataSource)], "tried again")
        phone.take(phone.session.subscribed(to: .dataSource, at: phone.now))
        phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
        phone.refuse(.insufficientEncryption)
        expect(phone.session.state, is: .notSecure)
    }

    @Test func `Q10 the service goes and comes back`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.take(phone.session.end(at: phone.now))
        phone.writes = []
        phone.subscribe()
        phone.refuse(.invalidParameter)
        expect(phone.session.state, is: .ready)
        phone.source(.added, 1)
        expect(phone.asked, is: ["fetch 1"], "the handle means something new")
    }

    @Test func `Q11 after a quarter of an hour without news the phone is probed`() {
        var phone = TestPhone.open()
        phone.wait(.seconds(15 * 60 - 1))
        #expect(phone.writes.isEmpty)
        phone.wait(.seconds(1))
        expect(phone.asked, is: ["probe"])
        phone.refuse(.invalidParameter)
        phone.wait(.seconds(15 * 60))
        expect(phone.asked, is: ["probe"], "and again")
    }

    @Test func `Q11 after six hours without news the subscription is renewed`() {
        var phone = TestPhone.open()
        var probes = 0
        for _ in 0..<6 * 60 where phone.links.isEmpty {
            phone.wait(.seconds(60))
            if phone.asked == ["probe"] {
                probes += 1
                phone.refuse(.invalidParameter)
            }
        }
        #expect((20...24).contains(probes))
        expect(phone.links, is: [.unsubscribe(.notificationSource)])
        #expect(phone.reports.contains(.restarted))
        phone.take(phone.session.unsubscribed(from: .notificationSource, at: phone.now))
        expect(phone.links.last, is: .subscribe(.notificationSource))
        phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
        phone.writes = []
        phone.take(phone.session.written(.invalidParameter, at: phone.now))
        expect(phone.session.state, is: .ready)
        expect(phone.session.counters.renewals, is: 1)
    }

    @Test func `Q16 a phone that stops answering is renewed, then let go`() {
        var phone = TestPhone.open()
        for uid in 1...20 { phone.source(.added, UInt32(uid)) }
        for _ in 0..<3 {
            phone.confirm()
            phone.wait(.seconds(10))
        }
        expect(phone.session.state, is: .unresponsive)
        expect(phone.links, is: [.unsubscribe(.notificationSource)])
        phone.take(phone.session.unsubscribed(from: .notificationSource, at: phone.now))
        phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
        expect(phone.session.state, is: .unresponsive, "subscribing proves nothing")
        expect(phone.asked, is: ["probe"])
        for uid in 1...20 { phone.source(.added, UInt32(uid)) }
        // The phone's stack, or its Control Point alone, answers for what is silent behind it.
        phone.refuse(.invalidParameter)
        expect(phone.session.state, is: .unresponsive, "nor does a confirmation")
        for _ in 0..<3 {
            expect(phone.links.last, is: .subscribe(.notificationSource))
            phone.confirm()
            phone.wait(.seconds(10))
        }
        expect(phone.links.last, is: .close)
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `Q16 a phone that was silent shows by an answer that it is back`() {
        var phone = Self.renewed()
        phone.refuse(.invalidParameter)
        expect(phone.asked, is: ["name com.apple.MobileSMS"], "an app every phone has")
        phone.answer(Answers.app("com.apple.MobileSMS", "Messages"))
        expect(phone.session.state, is: .ready)
        for reply in [nil, WriteError.invalidParameter] {
            phone = Self.renewed()
            phone.refuse(.invalidParameter)
            if let reply { phone.refuse(reply) } else { phone.confirm() }
            phone.wait(.seconds(60))
            expect(phone.session.state, is: (reply == nil ? .unresponsive : .ready))
            #expect(phone.writes.isEmpty)
        }
    }

    /// A phone that was silent and has been subscribed to anew.
    private static func renewed() -> TestPhone {
        var phone = TestPhone.open()
        for uid in 1...3 {
            phone.source(.added, UInt32(uid))
        }
        for _ in 0..<SessionLimits.silences {
            phone.confirm()
            phone.wait(.seconds(10))
        }
        phone.take(phone.session.unsubscribed(from: .notificationSource, at: phone.now))
        phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
        return phone
    }

    @Test func `Q15 a phone that stays silent is let go three times, then left alone`() {
        var phone = TestPhone.open()
        var partings = 0
        var renewals: [Duration] = []
        for _ in 0..<400 {
            if phone.links.last == .close {
                partings += 1
                phone.links = []
                phone.take(phone.session.end(at: phone.now))
                phone.writes = []
                phone.take(phone.session.begin(at: phone.now))
                phone.take(phone.session.subscribed(to: .dataSource, at: phone.now))
                phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
            } else if phone.links.last == .unsubscribe(.notificationSource) {
                renewals.append(phone.now)
                phone.links = []
                phone.take(phone.session.unsubscribed(from: .notificationSource, at: phone.now))
                phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
            }
            for uid in 1...3 { phone.source(.added, UInt32(uid)) }
            if phone.asked.first == "probe" {
                phone.refuse(.invalidParameter)
            } else if !phone.writes.isEmpty {
                phone.confirm()
            }
            phone.wait(.seconds(10))
        }
        expect(partings, is: SessionLimits.partings)
        let pauses = zip(renewals.dropFirst(), renewals).map { $0 - $1 }
        #expect(pauses.suffix(3).allSatisfy { $0 >= SessionLimits.rest })
        expect(phone.session.state, is: .unresponsive)
    }

    @Test func `Q16 a write that is never confirmed lets go of the phone`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.wait(.seconds(10))
        expect(phone.session.state, is: .unresponsive)
        phone.wait(.seconds(29))
        expect(phone.writes.count, is: 1, "no other write may follow an unconfirmed one")
        #expect(phone.links.isEmpty)
        phone.wait(.seconds(1))
        expect(phone.links, is: [.close])
        expect(phone.session.state, is: .unresponsive)
    }

    @Test func `Q16 a subscription that is never confirmed lets go of the phone`() {
        var phone = TestPhone()
        phone.take(phone.session.begin(at: phone.now))
        phone.wait(.seconds(40))
        expect(phone.links, is: [.subscribe(.dataSource), .close])
    }

    @Test func `Q18 what was there before gives way to what is new`() {
        var phone = TestPhone.open()
        for uid in 1...100 {
            phone.source(.added, UInt32(uid), flags: EventFlags.preExisting.rawValue)
        }
        phone.source(.added, 200)
        phone.answer(Answers.notification(1, app: ""))
        expect(phone.asked, is: ["fetch 200"])
    }

    @Test func `Q18 values that come before the subscription is confirmed are not lost`() {
        var phone = TestPhone()
        phone.take(phone.session.begin(at: phone.now))
        phone.take(phone.session.subscribed(to: .dataSource, at: phone.now))
        phone.source(.added, 1, flags: EventFlags.preExisting.rawValue)
        #expect(phone.writes.isEmpty)
        phone.take(phone.session.subscribed(to: .notificationSource, at: phone.now))
        phone.refuse(.invalidParameter)
        expect(phone.asked, is: ["fetch 1"])
    }

    @Test func `Q20 a missed call is a notification of its own, after the ring's removal`() {
        var phone = TestPhone.open()
        phone.source(.added, 1, category: CategoryID.incomingCall.rawValue)
        phone.answer(Answers.notification(1, app: "", title: "Davidson Ro"))
        phone.source(.removed, 1)
        phone.source(.added, 2, category: CategoryID.missedCall.rawValue)
        phone.answer(Answers.notification(2, app: "", title: "Davidson Ro"))
        expect(phone.fetched, is: ["1 Davidson Ro", "2 Davidson Ro"])
        #expect(phone.reports.contains(.removed(NotificationUID(rawValue: 1))))
    }

    @Test func `Q24 a mail says that it is loading, and later what it says`() {
        var phone = TestPhone.open()
        phone.source(.added, 1, category: CategoryID.email.rawValue)
        phone.answer(Answers.notification(1, app: "", title: "Loading…"))
        phone.source(.modified, 1, category: CategoryID.email.rawValue)
        phone.answer(Answers.notification(1, app: "", title: "Invoice"))
        expect(phone.fetched, is: ["1 Loading…", "1 Invoice"])
    }

    @Test func `Q25 empty attributes are legal`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1, (0...7).map { Answers.tuple(UInt8($0), "") }))
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        #expect(!notification.isIncomplete)
        #expect(AttributeID.all.allSatisfy { notification.attributes[$0] == [] })
    }

    @Test func `Q26 a character cut at the byte limit is kept as it came`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        var tuples = Answers.tuples
        tuples[0] = Answers.tuple(0, "")
        tuples[3] = Answers.tuple(3, Array("Zo".utf8) + [0xC3])
        phone.answer(Answers.notification(1, tuples))
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        expect(notification.attributes[.message], is: [0x5A, 0x6F, 0xC3])
    }

    @Test func `Q27 a group's name in the subtitle is kept beside the sender`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        var tuples = Answers.tuples
        tuples[0] = Answers.tuple(0, "")
        tuples[2] = Answers.tuple(2, "To you & Ada")
        phone.answer(Answers.notification(1, tuples))
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        expect(notification.attributes.string(of: .subtitle), is: "To you & Ada")
        expect(notification.attributes.string(of: .title), is: "Zoë Müller")
    }

    @Test func `Q28 there are two actions at most, called what the phone calls them`() {
        var phone = TestPhone.open()
        phone.source(.added, 1, flags: EventFlags.negativeAction.rawValue)
        var tuples = Answers.tuples
        tuples[0] = Answers.tuple(0, "")
        tuples[6] = Answers.tuple(6, "")
        tuples[7] = Answers.tuple(7, "Dismiss")
        phone.answer(Answers.notification(1, tuples))
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        expect(notification.attributes.string(of: .positiveActionLabel)?.isEmpty, is: true)
        expect(notification.attributes.string(of: .negativeActionLabel), is: "Dismiss")
        phone.perform(.negative, on: 1)
        expect(phone.asked, is: ["perform 1 on 1"])
    }

    @Test func `Q29 a missed call comes alone when the ring was kept quiet`() {
        var phone = TestPhone.open()
        phone.source(
            .added, 1, category: CategoryID.missedCall.rawValue, flags: EventFlags.silent.rawValue)
        phone.answer(Answers.notification(1, app: "", title: "Davidson Ro"))
        expect(phone.fetched, is: ["1 Davidson Ro"])
        #expect(!phone.reports.contains(.removed(NotificationUID(rawValue: 1))))
    }

    @Test func `Q32 a message that comes twice is two notifications`() {
        var phone = TestPhone.open()
        for uid in [1, 2] as [UInt32] {
            phone.source(.added, uid)
            phone.answer(Answers.notification(uid, app: ""))
        }
        expect(phone.fetched, is: ["1 Zoë Müller", "2 Zoë Müller"])
    }

    @Test func `an app that is no longer installed answers with nothing`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1, app: "com.example.gone"))
        phone.answer([1] + Array("com.example.gone".utf8) + [0])
        phone.wait(SessionLimits.namePause)
        expect(phone.fetched, is: ["1 Zoë Müller"])
    }
}
