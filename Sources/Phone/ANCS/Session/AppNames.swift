/// What apps are called, learned once a session, and the notifications that wait to hear it.
struct AppNames: Sendable {
    /// A notification that is reported as soon as its app's name is settled.
    struct Held: Sendable {
        let notification: FetchedNotification
        let appIdentifier: [UInt8]
        let since: Duration
        let deadline: Duration
    }

    private enum Name {
        case asked
        case known([UInt8])
        case givenUp
    }

    private var names: [[UInt8]: Name] = [:]
    private var wanted: [[UInt8]] = []
    private var held: [Held] = []

    /// Whether some app is still to be asked about.
    var hasWanted: Bool { !wanted.isEmpty }

    /// When the first held notification goes without its app's name.
    var deadline: Duration? { held.first?.deadline }

    /// Whether an app's name is known, or known not to come.
    func isSettled(_ appIdentifier: [UInt8]) -> Bool {
        switch names[appIdentifier] {
        case .known, .givenUp: true
        case .asked: false
        case nil: !canAsk(about: appIdentifier)
        }
    }

    /// The name of an app, where it is known.
    subscript(appIdentifier: [UInt8]) -> [UInt8]? {
        if case .known(let name) = names[appIdentifier] { name } else { nil }
    }

    /// Sees to it that the app is asked about, once.
    mutating func want(_ appIdentifier: [UInt8]) {
        guard names[appIdentifier] == nil, canAsk(about: appIdentifier) else { return }
        names[appIdentifier] = .asked
        wanted.append(appIdentifier)
    }

    /// Takes out the next app to ask about.
    mutating func popWanted() -> [UInt8]? {
        wanted.isEmpty ? nil : wanted.removeFirst()
    }

    /// Has an app asked about again, before the others.
    mutating func putBack(_ appIdentifier: [UInt8]) {
        wanted.insert(appIdentifier, at: 0)
    }

    /// Keeps what was learned of an app; no name means that none will come.
    mutating func settle(_ appIdentifier: [UInt8], name: [UInt8]?) {
        names[appIdentifier] = name.map { .known($0) } ?? .givenUp
    }

    /// Keeps a notification until its app's name is settled, at most until the deadline.
    mutating func hold(
        _ notification: FetchedNotification, of app: [UInt8], at now: Duration, until: Duration
    ) {
        held.append(
            Held(notification: notification, appIdentifier: app, since: now, deadline: until))
    }

    /// Takes out, in the order in which they came, the held notifications that need not wait: the
    /// name is settled, the deadline has passed, there are too many, or the caller says so.
    mutating func release(
        at now: Duration, where isRelease: (FetchedNotification) -> Bool = { _ in false }
    ) -> [FetchedNotification] {
        var released: [FetchedNotification] = []
        var kept: [Held] = []
        var bytes = held.reduce(0) { $0 + $1.notification.attributes.byteCount }
        for (index, entry) in held.enumerated() {
            let isOneTooMany =
                held.count - index > SessionLimits.heldForName || bytes > SessionLimits.heldBytes
            bytes -= entry.notification.attributes.byteCount
            if isOneTooMany || isSettled(entry.appIdentifier) || entry.deadline <= now
                || isRelease(entry.notification)
            {
                var notification = entry.notification
                notification.appName = self[entry.appIdentifier]
                notification.heldFor = max(.zero, now - entry.since)
                released.append(notification)
            } else {
                kept.append(entry)
            }
        }
        held = kept
        return released
    }

    private func canAsk(about appIdentifier: [UInt8]) -> Bool {
        // An empty identifier names no app, and a zero byte would end it early in the request.
        names.count < SessionLimits.apps
            && (1...SessionLimits.appIdentifier).contains(appIdentifier.count)
            && !appIdentifier.contains(0)
    }
}
