import Expecting
import Support
import Testing
import Waiting

@testable import ANCS

struct SessionObserverTests {
    private static let request = Request.notificationAttributes(
        NotificationUID(rawValue: 7), maximumTextLength: 512)

    @Test("one notification is reported whole, wherever its answer is split")
    func everySplit() throws {
        let answer = Answers.notification(7)
        for split in 0...answer.count {
            var watch = Watch()
            watch.source(.added, 7)
            watch.wrote(Self.request.bytes)
            watch.written()
            watch.data(Array(answer[..<split]))
            watch.data(Array(answer[split...]))
            watch.wrote(Request.appName(appIdentifier: Array("com.apple.MobileSMS".utf8)).bytes)
            watch.data(Answers.app("com.apple.MobileSMS", "Messages"))
            expect(watch.fetched, is: ["7 Zoë Müller (Messages)"], "split at \(split)")
        }
    }

    @Test("an answer that breaks off is reported as what there is of it, however short")
    func everyTruncation() throws {
        let answer = Answers.notification(7)
        for length in 0..<answer.count {
            var watch = Watch()
            watch.source(.added, 7)
            watch.wrote(Self.request.bytes)
            watch.data(Array(answer[..<length]))
            watch.end()
            expect(watch.fetched.count, is: 1, "cut at \(length)")
            expect(watch.isIncomplete, is: [true])
        }
    }

    @Test func `what nobody asks about is reported when it goes, and the rest at the end`() {
        var watch = Watch()
        watch.source(.added, 1)
        watch.source(.added, 2)
        watch.source(.removed, 1)
        expect(watch.story, is: ["ready", "1 - …", "1 gone"])
        watch.end()
        expect(watch.story, is: ["ready", "1 - …", "1 gone", "2 - …", "idle"])
    }

    @Test func `a call is reported in time although nobody has asked about it`() {
        var watch = Watch()
        watch.source(.added, 1, category: 1)
        expect(watch.observer.nextDeadline, is: watch.now + SessionLimits.callPatience)
        watch.wait(.seconds(2))
        expect(watch.fetched, is: ["1 -"])
        watch.source(.removed, 1)
        watch.end()
        expect(watch.story, is: ["ready", "1 - …", "1 gone", "idle"])
    }

    @Test func `words that come after a removal are reported before it`() {
        var watch = Watch()
        watch.source(.added, 7)
        watch.wrote(Self.request.bytes)
        watch.source(.removed, 7)
        expect(watch.story, is: ["ready"])
        watch.data(Answers.notification(7))
        expect(watch.story, is: ["ready", "7 Zoë Müller", "7 gone"])
    }

    @Test func `a host that asked for no name in time is waited for no more`() {
        var watch = Watch()
        watch.source(.added, 7)
        watch.wrote(Self.request.bytes)
        watch.data(Answers.notification(7))
        watch.wait(.seconds(1))
        watch.source(.added, 8)
        watch.wrote(
            Request.notificationAttributes(NotificationUID(rawValue: 8), maximumTextLength: 512)
                .bytes)
        watch.data(Answers.notification(8, app: "org.example"))
        watch.wait(SessionLimits.appName - .seconds(1) - .nanoseconds(1))
        expect(watch.fetched, is: [], "it may still ask")
        watch.wait(.nanoseconds(1))
        expect(watch.fetched, is: ["7 Zoë Müller", "8 Zoë Müller"], "what waited less, too")
        expect(watch.observer.nextDeadline, is: nil)
    }

    @Test(
        arguments: [
            (1, ["7 Zoë Müller"], "a call"), (4, [], "a message"),
        ] as [(UInt8, [String], Comment)])
    func `only what is no call waits for the name of its app`(
        _ category: UInt8, _ fetched: [String], _ why: Comment
    ) {
        var watch = Watch()
        watch.source(.added, 7, category: category)
        watch.wrote(Self.request.bytes)
        watch.data(Answers.notification(7))
        expect(watch.fetched, is: fetched, why)
        expect(watch.observer.counters.answers, is: 1)
        expect(watch.observer.counters.sourceEvents, is: 1)
        expect(watch.observer.counters.timeouts, is: 0)
    }

    @Test func `a subscription that is confirmed once more changes nothing`() {
        var watch = Watch()
        for _ in 0..<2 {
            watch.take(watch.observer.subscribed(to: .notificationSource, at: watch.now))
        }
        watch.take(watch.observer.refused(.dataSource, .writeNotPermitted, at: watch.now))
        watch.take(watch.observer.subscribed(to: .notificationSource, at: watch.now))
        expect(watch.story, is: ["subscribing", "notShared"])
    }

    @Test func `texts past their bytes are given up, oldest first, and room is counted right`() {
        // Three texts of 60 kB each; the shelf holds some 23 notifications of that size.
        let texts = Answers.header(0).count + 3 * 60_000
        let held = ObservedNotifications.byteLimit / texts
        func told(_ count: Int, removing removed: Int) -> [String] {
            var shelf = ObservedNotifications()
            var surplus: [ObservedNotification] = []
            for uid in 0..<count {
                let uid = NotificationUID(rawValue: UInt32(uid))
                let event = SourceEvent(
                    event: .added, flags: [], category: .other, categoryCount: 0, uid: uid)
                surplus += shelf.announce(event, at: .zero)
                surplus += shelf.update(uid) { $0.attributes = Self.large(uid) }
                // A second answer of the same length takes no more room.
                surplus += shelf.update(uid) { $0.attributes = Self.large(uid) }
                if uid.rawValue < removed { _ = shelf.remove(uid) }
            }
            return surplus.map { "\($0.event.uid.rawValue)" }
        }
        expect(told(held, removing: 0), is: [], "they fit")
        expect(told(held + 2, removing: 0), is: ["0", "1"], "two too many")
        expect(told(held + 2, removing: 2), is: [], "two were taken out")
        expect(told(held + 3, removing: 2), is: ["2"], "and one more came")
    }

    private static func large(_ uid: NotificationUID) -> Attributes {
        let request = Request.notificationAttributes(uid, maximumTextLength: .max)
        guard var accumulator = AnswerAccumulator(answering: request) else { return Attributes() }
        let text = String(repeating: "x", count: 60_000)
        let answer = (0...7).map { Answers.tuple($0, (1...3).contains($0) ? text : "") }
        _ = accumulator.append(Answers.notification(uid.rawValue, answer))
        return accumulator.attributes
    }

    @Test func `an answer without an announcement is reported all the same`() {
        var watch = Watch()
        watch.wrote(Self.request.bytes)
        watch.data(Answers.notification(7))
        watch.end()
        expect(watch.fetched, is: ["7 Zoë Müller"])
    }

    @Test func `answers in two parts are put together`() {
        var watch = Watch()
        watch.source(.added, 7)
        watch.wrote([0, 7, 0, 0, 0, 0])
        watch.data(Answers.header(7) + Answers.tuple(0, "org.example"))
        watch.wrote([0, 7, 0, 0, 0, 1, 0x20, 0, 3, 0x20, 0])
        watch.data(Answers.header(7) + Answers.tuple(1, "Ann") + Answers.tuple(3, "hi"))
        watch.end()
        expect(watch.fetched, is: ["7 -", "7 Ann"])
        expect(watch.isIncomplete, is: [true, false])
    }

    @Test(
        "a refusal tells how the phone is",
        arguments: [
            (WriteError.writeNotPermitted, SessionState.notShared),
            (.insufficientEncryption, .notSecure), (.invalidParameter, .ready),
            (.unknownCommand, .ready), (.invalidCommand, .ready), (.actionFailed, .ready),
        ])
    func refusals(error: WriteError, expected: SessionState) {
        var watch = Watch()
        watch.wrote(Self.request.bytes)
        watch.written(error)
        expect(watch.reports, is: [.state(expected)])
    }

    @Test func `what was gone when it was asked about is not reported`() {
        var watch = Watch()
        watch.source(.added, 7)
        watch.wrote(Self.request.bytes)
        watch.written(.invalidParameter)
        watch.end()
        expect(watch.story, is: ["ready", "idle"])
    }

    @Test func `fragments of another answer change nothing`() {
        var watch = Watch()
        watch.source(.added, 7)
        watch.data(Answers.notification(9))
        watch.wrote(Self.request.bytes)
        watch.data(Answers.notification(8))
        watch.data(Answers.notification(7))
        watch.data(Answers.notification(7))
        watch.end()
        expect(watch.fetched, is: ["7 Zoë Müller"])
        expect(watch.observer.counters.foreignFragments, is: 3)
    }

    @Test func `an end of the subscription ends the session and another begins`() {
        var watch = Watch()
        watch.source(.added, 1)
        watch.take(watch.observer.unsubscribed(from: .notificationSource, at: watch.now))
        watch.take(watch.observer.subscribed(to: .notificationSource, at: watch.now))
        watch.source(.added, 1)
        watch.end()
        expect(
            watch.story,
            is: ["ready", "1 - …", "restarted", "subscribing", "ready", "1 - …", "idle"])
    }

    @Test func `an action is reported with what became of it`() {
        var watch = Watch()
        watch.wrote(Request.perform(.negative, NotificationUID(rawValue: 3)).bytes)
        watch.written()
        watch.wrote(Request.perform(.positive, NotificationUID(rawValue: 3)).bytes)
        watch.written(.actionFailed)
        expect(
            watch.reports,
            is: [
                .state(.ready), .performed(.negative, NotificationUID(rawValue: 3), .performed),
                .performed(.positive, NotificationUID(rawValue: 3), .refused(.actionFailed)),
            ])
    }

    @Test func `more notifications than can be remembered are given up, oldest first`() {
        var watch = Watch()
        for uid in 0..<UInt32(ObservedNotifications.limit + 10) { watch.source(.added, uid) }
        expect(watch.fetched, is: (0..<10).map { "\($0) -" })
        watch.end()
        expect(watch.fetched.count, is: ObservedNotifications.limit + 10)
    }

    @Test func `what a session reports of a phone, its observer reports too`() {
        for seed in 0..<200 as Range<UInt64> {
            var scene = Scene(seed: seed)
            scene.play()
            expect(scene.bySession, is: scene.byObserver, "seed \(seed)")
            #expect(!scene.bySession.isEmpty)
        }
    }

    @Test func `anything in any order does no harm, and everything announced is told of`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = RepeatableRandom(seed: seed)
            var watch = Watch()
            var announced: Set<UInt32> = []
            for _ in 0..<200 {
                let uid = UInt32.random(in: 0..<6, using: &random)
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    announced.insert(uid)
                    watch.source(.added, uid, category: UInt8.random(in: 0...12, using: &random))
                case 1: watch.source(.removed, uid)
                case 2:
                    watch.wrote(
                        Request.notificationAttributes(
                            NotificationUID(rawValue: uid), maximumTextLength: 40
                        ).bytes)
                case 3: watch.written(Bool.random(using: &random) ? nil : .actionFailed)
                case 4:
                    let answer = Answers.notification(uid)
                    watch.data(Array(answer.prefix(Int.random(in: 0...100, using: &random))))
                case 5:
                    watch.data(
                        (0..<Int.random(in: 0...20, using: &random)).map { _ in
                            UInt8.random(in: 0...3, using: &random)
                        })
                case 6: watch.wait(.milliseconds(Int.random(in: 0...12_000, using: &random)))
                case 7:
                    watch.wrote(
                        (0..<Int.random(in: 0...9, using: &random)).map { _ in
                            UInt8.random(in: 0...3, using: &random)
                        })
                default: watch.take(watch.observer.unsubscribed(from: .dataSource, at: watch.now))
                }
            }
            watch.end()
            let told = Set(watch.fetched.compactMap { UInt32($0.prefix { $0 != " " }) })
            #expect(announced.isSubset(of: told), "seed \(seed)")
            #expect(watch.observer.isSettled && watch.observer.nextDeadline == nil)
        }
    }
}

/// Feeds an observer and keeps what it reports.
private struct Watch {
    var observer = SessionObserver()
    var now: Duration = .seconds(5)
    var reports: [SessionReport] = []

    mutating func take(_ reports: [SessionReport]) {
        self.reports += reports
    }

    mutating func source(
        _ event: EventID, _ uid: UInt32, category: UInt8 = 4, flags: UInt8 = 0
    ) {
        let value = Answers.source(event.rawValue, uid, category: category, flags: flags)
        take(observer.received(value, from: .notificationSource, at: now))
    }

    mutating func data(_ fragment: [UInt8]) {
        take(observer.received(fragment, from: .dataSource, at: now))
    }

    mutating func wrote(_ bytes: [UInt8]) {
        take(observer.wrote(bytes, at: now))
    }

    mutating func written(_ error: WriteError? = nil) {
        take(observer.written(error, at: now))
    }

    mutating func wait(_ duration: Duration) {
        now += duration
        take(observer.timePassed(at: now))
    }

    mutating func end() {
        take(observer.end(at: now))
    }

    private var notifications: [FetchedNotification] {
        reports.compactMap { if case .fetched(let notification) = $0 { notification } else { nil } }
    }

    var fetched: [String] { notifications.map(\.line) }

    var isIncomplete: [Bool] { notifications.map(\.isIncomplete) }

    /// Everything but Notification Source values, in words.
    var story: [String] {
        reports.compactMap { report in
            switch report {
            case .state(let state): "\(state)"
            case .restarted: "restarted"
            case .fetched(let notification):
                notification.line + (notification.isIncomplete ? " …" : "")
            case .removed(let uid): "\(uid.rawValue) gone"
            case .source, .named, .performed: nil
            }
        }
    }
}

/// A session and a phone, and an observer that sees all that passes between them.
private struct Scene {
    private var random: RepeatableRandom
    private var phone = TestPhone.open()
    private var watch = Watch()
    private var titles: [UInt32: String] = [:]
    private var nextUID: UInt32 = 1

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed)
    }

    var bySession: [String] {
        phone.reports.compactMap {
            if case .fetched(let notification) = $0 { notification.line } else { nil }
        }.sorted()
    }

    var byObserver: [String] { watch.fetched.sorted() }

    mutating func play() {
        for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: add()
            case 2: answer()
            default: wait(.milliseconds(Int.random(in: 0...400, using: &random)))
            }
        }
        while !phone.writes.isEmpty { answer() }
        phone.take(phone.session.end(at: phone.now))
        watch.end()
    }

    private mutating func add() {
        let uid = nextUID
        nextUID += 1
        titles[uid] = "title \(uid)"
        phone.source(.added, uid)
        watch.source(.added, uid)
    }

    private mutating func answer() {
        guard let request = phone.writes.first else { return }
        watch.wrote(request)
        guard let read = try? ObservedRequest(parsing: request) else { return }
        switch read {
        case .notificationAttributes(let uid, _):
            guard let title = titles[uid.rawValue] else {
                phone.refuse(.invalidParameter)
                watch.written(.invalidParameter)
                return
            }
            let app = "org.example.app\(uid.rawValue % 3)"
            give(Answers.notification(uid.rawValue, app: app, title: title))
        case .appAttributes(let appIdentifier, _):
            give(Answers.app(String(decoding: appIdentifier, as: UTF8.self), "An App"))
        case .perform: break
        }
    }

    private mutating func give(_ answer: [UInt8]) {
        phone.confirm()
        watch.written()
        for fragment in answer.pieces(of: Int.random(in: 1...40, using: &random)) {
            phone.data(fragment)
            watch.data(fragment)
        }
    }

    private mutating func wait(_ duration: Duration) {
        phone.wait(duration)
        watch.wait(duration)
    }
}

extension FetchedNotification {
    /// Handle, title and app name.
    fileprivate var line: String {
        let name = appName.map { " (\(String(decoding: $0, as: UTF8.self)))" } ?? ""
        return "\(event.uid.rawValue) \(attributes.string(of: .title) ?? "-")\(name)"
    }
}
