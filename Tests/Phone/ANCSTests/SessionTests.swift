import Expecting
import Testing

@testable import ANCS

/// The session: what it asks, in which order, and what it makes of the answers.
struct SessionTests {
    @Test func `data source is subscribed to before notification source`() {
        var phone = TestPhone()
        phone.take(phone.session.begin(at: phone.now))
        expect(phone.links, is: [.subscribe(.dataSource)])
        phone.take(phone.session.subscribed(to: .dataSource, at: phone.now))
        expect(phone.links, is: [.subscribe(.dataSource), .subscribe(.notificationSource)])
        #expect(phone.writes.isEmpty)
    }

    @Test func `subscribing proves nothing, an answered probe does`() {
        var phone = TestPhone()
        phone.subscribe()
        expect(phone.asked, is: ["probe"])
        expect(phone.session.state, is: .subscribing)
        phone.refuse(.invalidParameter)
        expect(phone.session.state, is: .ready)
        expect(phone.states, is: [.subscribing, .ready])
    }

    @Test func `a notification is fetched and its app's name learned`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        expect(phone.asked, is: ["fetch 1"])
        phone.answer(Answers.notification(1))
        #expect(phone.fetched.isEmpty, "it waits for the app's name")
        expect(phone.asked, is: ["name com.apple.MobileSMS"])
        phone.answer(Answers.app("com.apple.MobileSMS", "Messages"))
        expect(phone.fetched, is: ["1 Zoë Müller"])
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        expect(notification.appName, is: Array("Messages".utf8))
        #expect(!notification.isIncomplete)
        phone.source(.added, 2)
        phone.answer(Answers.notification(2))
        expect(phone.fetched, is: ["1 Zoë Müller", "2 Zoë Müller"], "the name is known by now")
        #expect(phone.writes.isEmpty)
    }

    @Test func `one request at a time, however much waits`() {
        var phone = TestPhone.open()
        for uid in 1...50 { phone.source(.added, UInt32(uid)) }
        expect(phone.writes.count, is: 1)
        for uid in 1...50 {
            expect(phone.asked, is: ["fetch \(uid)"])
            phone.confirm()
            #expect(phone.writes.isEmpty, "confirmed is not answered")
            phone.data(Answers.notification(UInt32(uid)))
        }
    }

    @Test func `an answer that overtakes the confirmation does not start another write`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.data(Answers.notification(1))
        expect(phone.asked, is: ["fetch 1"], "the write is not confirmed yet")
        phone.confirm()
        expect(phone.asked, is: ["fetch 2"])
    }

    @Test func `the order is actions, calls, fresh, app names, pre-existing`() {
        var phone = TestPhone.open()
        phone.source(.added, 9)
        phone.source(.added, 1, flags: EventFlags.preExisting.rawValue)
        phone.source(.added, 2)
        phone.source(.added, 3, category: CategoryID.incomingCall.rawValue)
        phone.perform(.negative, on: 7)
        phone.answer(Answers.notification(9))
        var order: [String] = []
        for _ in 0..<5 {
            order += phone.asked
            switch phone.asked.first {
            case "perform 1 on 7": phone.confirm()
            case "fetch 3": phone.answer(Answers.notification(3, app: "com.apple.MobileSMS"))
            case "fetch 2": phone.answer(Answers.notification(2))
            case "fetch 1": phone.answer(Answers.notification(1))
            default: phone.answer(Answers.app("com.apple.MobileSMS", "Messages"))
            }
        }
        expect(
            order,
            is: [
                "perform 1 on 7", "fetch 3", "fetch 2", "name com.apple.MobileSMS", "fetch 1",
            ])
    }

    @Test func `a call does not wait for its app's name`() {
        var phone = TestPhone.open()
        phone.source(.added, 1, category: CategoryID.incomingCall.rawValue)
        phone.answer(Answers.notification(1, app: "com.apple.mobilephone", title: "Davidson Ro"))
        expect(phone.fetched, is: ["1 Davidson Ro"])
        expect(phone.asked, is: ["name com.apple.mobilephone"])
        phone.answer(Answers.app("com.apple.mobilephone", "Phone"))
        let id = Array("com.apple.mobilephone".utf8)
        expect(phone.reports.last, is: .named(appIdentifier: id, name: Array("Phone".utf8)))
    }

    @Test func `without progress for ten seconds a request is made once more, then reported bare`()
    {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        phone.wait(.milliseconds(9_999))
        #expect(phone.writes.isEmpty)
        phone.wait(.milliseconds(1))
        expect(phone.asked, is: ["fetch 1"], "once more")
        phone.confirm()
        phone.data(Array(Answers.notification(1, app: "").prefix(24)))
        phone.wait(.seconds(10))
        expect(phone.fetched, is: ["1 Zoë Müller"], "what had come of it")
        guard case .fetched(let notification) = phone.reports.last else { return }
        #expect(notification.isIncomplete)
        expect(notification.attributes[.message], is: nil)
        expect(phone.session.counters.timeouts, is: 2)
    }

    @Test func `bytes of the answer extend the deadline, others do not`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        phone.wait(.seconds(9))
        phone.data(Array(Answers.notification(1)[..<2]))
        phone.wait(.seconds(9))
        phone.data(Answers.notification(2))
        phone.data([])
        expect(phone.session.counters.foreignFragments, is: 1)
        #expect(phone.writes.isEmpty)
        phone.wait(.seconds(1))
        expect(phone.asked, is: ["fetch 1"], "ten seconds after the last byte of ours")
    }

    @Test func `the phone has all the time it needs to take a request`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.wait(.seconds(25))
        expect(phone.session.state, is: .unresponsive, "which is said after ten seconds")
        expect(phone.session.counters.timeouts, is: 0)
        phone.confirm()
        phone.wait(.seconds(9))
        phone.data(Answers.notification(1, app: ""))
        expect(phone.fetched, is: ["1 Zoë Müller"])
        expect(phone.session.state, is: .ready)
        expect(phone.states, is: [.unresponsive, .ready])
    }

    @Test func `an answer that leaves an attribute out is reported soon, and not asked for again`()
    {
        for missing in 0..<8 {
            var phone = TestPhone.open()
            phone.source(.added, 1)
            phone.source(.added, 2)
            var tuples = Answers.tuples
            tuples[0] = Answers.tuple(0, "")
            tuples.remove(at: missing)
            phone.answer(Answers.notification(1, tuples))
            phone.wait(SessionLimits.pause - .milliseconds(1))
            #expect(phone.writes.isEmpty)
            #expect(phone.fetched.isEmpty)
            phone.wait(.milliseconds(1))
            expect(phone.asked, is: ["fetch 2"])
            guard case .fetched(let notification) = phone.reports.last else {
                Issue.record("nothing was fetched without attribute \(missing)")
                continue
            }
            #expect(notification.isIncomplete)
            for id in AttributeID.all {
                expect((notification.attributes[id] == nil), is: (id.rawValue == missing))
            }
            expect(phone.session.state, is: .ready)
        }
    }

    @Test func `a phone that drips is given as much time as it has taken so far`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        for byte in Answers.notification(1, [Answers.tuples[1]]) {
            phone.data([byte])
            phone.wait(.seconds(2))
        }
        phone.wait(.milliseconds(1_999))
        #expect(phone.fetched.isEmpty, "twice two seconds after the last byte")
        phone.wait(.milliseconds(1))
        expect(phone.fetched, is: ["1 Zoë Müller"])
    }

    @Test func `a handle used anew in flight is two notifications`() {
        var phone = TestPhone.open()
        let uid = NotificationUID(rawValue: 1)
        phone.source(.added, 1)
        phone.source(.removed, 1)
        phone.source(.added, 1)
        phone.answer(Answers.notification(1, app: "", title: "One"))
        phone.answer(Answers.notification(1, app: "", title: "Two"))
        expect(phone.fetched, is: ["1 One", "1 Two"])
        let index = phone.reports.firstIndex(of: .removed(uid))
        let last = phone.reports.lastIndex { if case .fetched = $0 { true } else { false } }
        #expect(index != nil && last != nil && index ?? 0 < last ?? 0)
    }

    @Test func `what was removed before anything of it came is not shown`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        phone.source(.removed, 1)
        phone.wait(.seconds(10))
        #expect(phone.fetched.isEmpty)
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 1)))
        #expect(phone.writes.isEmpty)
    }

    @Test func `texts that wait for an app's name are bounded by bytes`() {
        var phone = TestPhone(Session.Configuration(maximumTextLength: 65535))
        phone.subscribe()
        phone.refuse(.invalidParameter)
        let long = String(repeating: "x", count: 60_000)
        let count = SessionLimits.heldBytes / 60_000 + 5
        for uid in 1...count { phone.source(.added, UInt32(uid)) }
        for uid in 1...count {
            expect(phone.asked, is: ["fetch \(uid)"])
            phone.answer(Answers.notification(UInt32(uid), app: "app\(uid)", title: long))
        }
        #expect((5...6).contains(phone.fetched.count), "the oldest go without")
        expect(phone.fetched.first?.hasPrefix("1 "), is: true)
    }

    @Test func `an answer that breaks off inside an attribute is asked for once more`() {
        let answer = Answers.notification(1, app: "")
        for length in 5..<answer.count {
            var phone = TestPhone.open()
            phone.source(.added, 1)
            phone.answer(Array(answer.prefix(length)))
            phone.wait(.seconds(10))
            let isBetween = phone.fetched.count == 1
            expect(phone.asked, is: (isBetween ? [] : ["fetch 1"]), "cut after \(length) bytes")
        }
    }

    @Test func `a dripping answer cannot hold up the others for more than a minute`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.confirm()
        let start = phone.now
        for byte in Answers.notification(1) where phone.writes.isEmpty {
            phone.data([byte])
            phone.wait(.seconds(9))
        }
        expect(phone.asked, is: ["fetch 2"])
        #expect(phone.now - start <= .seconds(70))
    }

    @Test func `a notification that is gone is dropped alone`() {
        var phone = TestPhone.open()
        for uid in 1...3 { phone.source(.added, UInt32(uid)) }
        phone.refuse(.invalidParameter)
        expect(phone.session.counters.retracted, is: 1)
        expect(phone.asked, is: ["fetch 2"])
        phone.answer(Answers.notification(2))
        expect(phone.asked, is: ["fetch 3"])
        expect(phone.session.state, is: .ready)
    }

    @Test(
        "other refusals cost one notification at most",
        arguments: [
            (0xA0, 1, "unknown command: trying again is no use"),
            (0xA1, 1, "invalid command: trying again is no use"),
            (0x0E, 2, "unlikely error: tried once more"),
            (0x81, 2, "a code nobody knows: tried once more"),
        ] as [(UInt8, Int, String)])
    func refusals(code: UInt8, tries: Int, why: String) {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        for _ in 0..<tries {
            expect(phone.asked, is: ["fetch 1"], "\(why)")
            phone.refuse(WriteError(rawValue: code))
        }
        #expect(phone.writes.isEmpty, "\(why)")
        expect(phone.fetched, is: ["1 -"], "it is reported without its attributes: \(why)")
        expect(phone.session.counters.refusals, is: tries, "\(why)")
    }

    @Test func `an answer about another notification is discarded`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.confirm()
        for fragment in Answers.notification(2, app: "x", title: "Mallory").pieces(of: 20) {
            phone.data(fragment)
        }
        #expect(phone.reports.allSatisfy { if case .fetched = $0 { false } else { true } })
        for fragment in Answers.notification(1).pieces(of: 20) { phone.data(fragment) }
        phone.answer(Answers.app("com.apple.MobileSMS", "Messages"))
        expect(phone.fetched, is: ["1 Zoë Müller"])
    }

    @Test func `an answer nobody asked for is discarded`() {
        var phone = TestPhone.open()
        phone.data(Answers.notification(1))
        phone.data(Answers.app("com.apple.mobilemail", "Mail"))
        #expect(phone.reports.isEmpty)
        expect(phone.session.counters.foreignFragments, is: 2)
    }

    @Test func `an answer that comes after its deadline is not taken for the next one`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.confirm()
        phone.data(Array(Answers.notification(1).prefix(30)))
        phone.wait(.seconds(10))
        expect(phone.asked, is: ["fetch 2"])
        phone.confirm()
        for fragment in Array(Answers.notification(1).dropFirst(30)).pieces(of: 20) {
            phone.data(fragment)
        }
        for fragment in Answers.notification(2, app: "b", title: "Two").pieces(of: 20) {
            phone.data(fragment)
        }
        expect(phone.asked, is: ["fetch 1"])
        phone.answer(Answers.notification(1, app: "b", title: "One"))
        phone.answer(Answers.app("b", "B"))
        expect(phone.fetched, is: ["2 Two", "1 One"])
    }

    @Test func `a notification removed while it waits is never asked for`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.source(.removed, 2)
        phone.answer(Answers.notification(1, app: ""))
        #expect(phone.writes.isEmpty)
        expect(phone.fetched, is: ["1 Zoë Müller"])
        #expect(phone.reports.contains(.removed(NotificationUID(rawValue: 2))))
    }

    @Test func `a notification removed in flight is reported, then its removal`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.removed, 1)
        #expect(!phone.reports.contains(.removed(NotificationUID(rawValue: 1))))
        phone.answer(Answers.notification(1))
        expect(phone.fetched, is: ["1 Zoë Müller"], "at once, not waiting for the app's name")
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 1)))
    }

    @Test func `a notification removed in flight and refused leaves only its removal`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.removed, 1)
        phone.refuse(.invalidParameter)
        #expect(phone.fetched.isEmpty)
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 1)))
        #expect(phone.writes.isEmpty)
    }

    @Test func `a notification removed while it waits for its app's name is reported first`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1))
        phone.source(.removed, 1)
        expect(phone.fetched, is: ["1 Zoë Müller"])
        expect(phone.reports.last, is: .removed(NotificationUID(rawValue: 1)))
    }

    @Test func `a modified notification is fetched again`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1, app: "", title: "Loading…"))
        phone.source(.modified, 1)
        expect(phone.asked, is: ["fetch 1"])
        phone.answer(Answers.notification(1, app: "", title: "Invoice"))
        expect(phone.fetched, is: ["1 Loading…", "1 Invoice"])
    }

    @Test func `a notification modified in flight is fetched again after its answer`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.modified, 1)
        phone.source(.modified, 1)
        phone.answer(Answers.notification(1, app: "", title: "Loading…"))
        expect(phone.asked, is: ["fetch 1"])
        phone.answer(Answers.notification(1, app: "", title: "Invoice"))
        expect(phone.fetched, is: ["1 Loading…", "1 Invoice"])
        #expect(phone.writes.isEmpty)
    }

    @Test func `a notification modified while it waits is fetched once`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.source(.modified, 2, flags: EventFlags.important.rawValue)
        phone.source(.added, 2, flags: EventFlags.important.rawValue)
        phone.answer(Answers.notification(1, app: ""))
        phone.answer(Answers.notification(2, app: ""))
        #expect(phone.writes.isEmpty)
        guard case .fetched(let notification) = phone.reports.last else {
            Issue.record("nothing was fetched")
            return
        }
        expect(notification.event.flags, is: .important, "the last flags hold")
    }

    @Test func `a modification of something unknown is fetched like something new`() {
        var phone = TestPhone.open()
        phone.source(.modified, 5)
        phone.answer(Answers.notification(5, app: ""))
        expect(phone.fetched, is: ["5 Zoë Müller"])
    }

    @Test func `an app's name is asked for once and given up after five seconds`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.source(.added, 2)
        phone.answer(Answers.notification(1))
        phone.answer(Answers.notification(2))
        expect(phone.asked, is: ["name com.apple.MobileSMS"])
        phone.confirm()
        phone.wait(.milliseconds(4_999))
        #expect(phone.fetched.isEmpty)
        phone.wait(.milliseconds(1))
        expect(phone.fetched, is: ["1 Zoë Müller", "2 Zoë Müller"])
        phone.source(.added, 3)
        phone.answer(Answers.notification(3))
        expect(phone.fetched.count, is: 3)
        #expect(phone.writes.isEmpty, "it is not asked for again")
    }

    @Test(
        "apps nobody can be asked about go by their identifier at once",
        arguments: [
            ([], "no identifier"), ([0x61, 0x00, 0x62], "a zero byte inside"),
            ([UInt8](repeating: 0x61, count: 256), "longer than any real one"),
        ] as [([UInt8], String)])
    func unaskable(identifier: [UInt8], why: String) {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        var tuples = Answers.tuples
        tuples[0] = Answers.tuple(0, identifier)
        phone.answer(Answers.notification(1, tuples))
        expect(phone.fetched.count, is: 1, "\(why)")
        #expect(phone.writes.isEmpty, "\(why)")
    }

    @Test func `an app's name that is refused or empty leaves the identifier`() {
        for answer in [nil, Answers.app("com.apple.MobileSMS", "")] {
            var phone = TestPhone.open()
            phone.source(.added, 1)
            phone.answer(Answers.notification(1))
            if let answer { phone.answer(answer) } else { phone.refuse(.invalidParameter) }
            expect(phone.fetched, is: ["1 Zoë Müller"])
            expect(phone.session.counters.retracted, is: 0)
        }
    }

    @Test func `actions report what became of them`() {
        var phone = TestPhone.open()
        let uid = NotificationUID(rawValue: 1)
        phone.perform(.positive, on: 1)
        expect(phone.writes, is: [[2, 1, 0, 0, 0, 0]])
        phone.confirm()
        expect(phone.reports.last, is: .performed(.positive, uid, .performed))
        phone.perform(.negative, on: 1)
        phone.refuse(.actionFailed)
        expect(phone.reports.last, is: .performed(.negative, uid, .refused(.actionFailed)))
        phone.perform(.negative, on: 1)
        phone.wait(SessionLimits.confirmation)
        expect(phone.links, is: [.close])
        phone.take(phone.session.end(at: phone.now))
        #expect(phone.reports.contains(.performed(.negative, uid, .unanswered)))
    }

    @Test func `too many actions are refused, not queued`() {
        var phone = TestPhone.open()
        for _ in 0...SessionLimits.actions { phone.perform(.negative, on: 1) }
        #expect(!phone.reports.contains(.performed(.negative, NotificationUID(rawValue: 1), .busy)))
        phone.perform(.negative, on: 2)
        expect(phone.reports.last, is: .performed(.negative, NotificationUID(rawValue: 2), .busy))
    }

    @Test func `an action outside a session is answered`() {
        var phone = TestPhone()
        phone.perform(.positive, on: 1)
        expect(
            phone.reports, is: [.performed(.positive, NotificationUID(rawValue: 1), .unanswered)])
    }

    @Test func `the waiting list is bounded and gives up the oldest pre-existing first`() {
        var phone = TestPhone.open()
        phone.source(.added, 0xFF)
        let flood = UInt32(SessionLimits.waiting) + 1000
        for uid in 1000..<1000 + flood {
            phone.source(.added, uid, flags: EventFlags.preExisting.rawValue)
        }
        expect(phone.session.waitingCount, is: SessionLimits.waiting)
        expect(phone.session.counters.evicted, is: 1000)
        for uid in 1...10 { phone.source(.added, UInt32(uid)) }
        expect(phone.session.waitingCount, is: SessionLimits.waiting)
        phone.answer(Answers.notification(0xFF, app: ""))
        for uid in 1...10 {
            expect(phone.asked, is: ["fetch \(uid)"])
            phone.answer(Answers.notification(UInt32(uid), app: ""))
        }
    }

    @Test func `nothing is left after the end but the counts`() {
        var phone = TestPhone.open()
        phone.source(.added, 1)
        phone.answer(Answers.notification(1))
        for uid in 2...20 { phone.source(.added, UInt32(uid)) }
        phone.perform(.positive, on: 2)
        let counters = phone.session.counters
        phone.take(phone.session.end(at: phone.now))
        #expect(
            phone.reports.contains(
                .performed(.positive, NotificationUID(rawValue: 2), .unanswered)))
        expect(phone.session.state, is: .idle)
        expect(phone.session.nextDeadline, is: nil)
        expect(phone.session.counters, is: counters)
        var fresh = Session()
        fresh.counters = counters
        expect("\(phone.session)", is: "\(fresh)")
    }

    @Test func `values after the end are ignored`() {
        var phone = TestPhone.open()
        phone.take(phone.session.end(at: phone.now))
        phone.reports = []
        phone.source(.added, 1)
        phone.data(Answers.notification(1))
        phone.take(phone.session.written(nil, at: phone.now))
        phone.take(phone.session.timePassed(at: phone.now + .seconds(1_000_000)))
        #expect(phone.reports.isEmpty)
        #expect(phone.writes.isEmpty)
    }

    @Test(
        "the text length asked for is the one configured", arguments: [0, 1, 40, 2048, 65535])
    func textLength(length: UInt16) {
        var phone = TestPhone(Session.Configuration(maximumTextLength: length))
        phone.subscribe()
        expect(phone.writes.first?.count, is: 19)
        expect(phone.writes.first?[8], is: UInt8(length >> 8))
        expect(phone.writes.first?[7], is: UInt8(length & 0xFF))
    }

    @Test(
        "Notification Source values that are none are counted and ignored",
        arguments: [[], [0], [0, 0, 4, 1, 1, 0, 0], [0, 0, 4, 1, 1, 0, 0, 0, 0]] as [[UInt8]])
    func malformedSource(value: [UInt8]) {
        var phone = TestPhone.open()
        phone.take(phone.session.received(value, from: .notificationSource, at: phone.now))
        expect(phone.session.counters.malformedSourceEvents, is: 1)
        #expect(phone.writes.isEmpty)
    }

    @Test func `an event nobody knows is passed on raw and does nothing`() {
        var phone = TestPhone.open()
        phone.source(EventID(rawValue: 7), 1)
        #expect(phone.writes.isEmpty)
        guard case .source(let event) = phone.reports.last else {
            Issue.record("the raw event is missing")
            return
        }
        expect(event.event.rawValue, is: 7)
    }
}
