@testable import ANCS

/// Plays the owner of a session and a phone that does exactly what a test says.
struct TestPhone {
    var session: Session
    var now: Duration = .seconds(1000)
    /// Requests the session has written and nobody has answered.
    var writes: [[UInt8]] = []
    var reports: [SessionReport] = []
    /// Actions other than writes and reports.
    var links: [SessionAction] = []

    init(_ configuration: Session.Configuration = Session.Configuration()) {
        session = Session(configuration: configuration)
    }

    /// A phone whose session is open and whose first probe is answered.
    static func open() -> TestPhone {
        var phone = TestPhone()
        phone.subscribe()
        phone.refuse(.invalidParameter)
        phone.reports = []
        phone.links = []
        return phone
    }

    mutating func subscribe() {
        take(session.begin(at: now))
        take(session.subscribed(to: .dataSource, at: now))
        take(session.subscribed(to: .notificationSource, at: now))
    }

    mutating func source(
        _ event: EventID, _ uid: UInt32, category: UInt8 = 4, flags: UInt8 = 0
    ) {
        let value = Answers.source(event.rawValue, uid, category: category, flags: flags)
        take(session.received(value, from: .notificationSource, at: now))
    }

    /// Confirms the write under way.
    mutating func confirm() {
        writes.removeFirst()
        take(session.written(nil, at: now))
    }

    /// Refuses the write under way.
    mutating func refuse(_ error: WriteError) {
        writes.removeFirst()
        take(session.written(error, at: now))
    }

    mutating func data(_ fragment: [UInt8]) {
        take(session.received(fragment, from: .dataSource, at: now))
    }

    /// Confirms the write under way and answers it.
    mutating func answer(_ bytes: [UInt8]) {
        confirm()
        for fragment in bytes.pieces(of: 20) { data(fragment) }
    }

    /// Lets time pass, waking the session whenever it asked for that.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = session.nextDeadline, deadline <= end {
            now = max(now, deadline)
            take(session.timePassed(at: now))
        }
        now = end
    }

    mutating func perform(_ action: ActionID, on uid: UInt32) {
        take(session.perform(action, on: NotificationUID(rawValue: uid), at: now))
    }

    mutating func take(_ actions: [SessionAction]) {
        for action in actions {
            switch action {
            case .write(let bytes): writes.append(bytes)
            case .report(let report): reports.append(report)
            default: links.append(action)
            }
        }
    }

    /// The handles and titles of what was reported as fetched, in order.
    var fetched: [String] {
        reports.compactMap { report in
            guard case .fetched(let notification) = report else { return nil }
            let title = notification.attributes[.title].map { String(decoding: $0, as: UTF8.self) }
            return "\(notification.event.uid.rawValue) \(title ?? "-")"
        }
    }

    /// The states that were reported, in order.
    var states: [SessionState] {
        reports.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    /// What the phone has been asked, in words.
    var asked: [String] { writes.map(Self.words) }

    static func words(_ write: [UInt8]) -> String {
        switch write.first {
        case 0: write[1...4] == [0xFF, 0xFF, 0xFF, 0xFF] ? "probe" : "fetch \(write[1])"
        case 1: "name " + String(decoding: write.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        case 2: "perform \(write[5]) on \(write[1])"
        default: "?"
        }
    }
}
