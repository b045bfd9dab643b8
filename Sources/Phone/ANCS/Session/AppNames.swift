/// Names of apps, requested once per session, and the notifications that wait for them.
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

    /// Whether the name of an app is still to be requested.
    var hasWanted: Bool { !wanted.isEmpty }

    /// Time at which the first held notification is reported without its app's name.
    var deadline: Duration? { held.first?.deadline }

    /// Returns whether an app's name is known, or known to be unavailable.
    func isSettled(_ appIdentifier: [UInt8]) -> Bool {
        switch names[appIdentifier] {
        case .known, .givenUp: true
        case .asked: false
        case nil: !canAsk(about: appIdentifier)
        }
    }

    /// Name of an app, if it is known.
    subscript(appIdentifier: [UInt8]) -> [UInt8]? {
        if case .known(let name) = names[appIdentifier] { name } else { nil }
    }

    /// Queues a request for the app's name, once per app.
    mutating func want(_ appIdentifier: [UInt8]) {
        guard names[appIdentifier] == nil, canAsk(about: appIdentifier) else { return }
        names[appIdentifier] = .asked
        wanted.append(appIdentifier)
    }

    /// Removes and returns the next app to request.
    mutating func popWanted() -> [UInt8]? {
        wanted.isEmpty ? nil : wanted.removeFirst()
    }

    /// Queues an app again, before all others.
    mutating func putBack(_ appIdentifier: [UInt8]) {
        wanted.insert(appIdentifier, at: 0)
    }

    /// Stores the name of an app; nil means that it is unavailable.
    mutating func settle(_ appIdentifier: [UInt8], name: [UInt8]?) {
        names[appIdentifier] = name.map { .known($0) } ?? .givenUp
    }

    /// Holds a notification until its app's name is settled, at most until the deadline.
    mutating func hold(
        _ notification: FetchedNotification, of app: [UInt8], at now: Duration, until: Duration
    ) {
        held.append(
            Held(notification: notification, appIdentifier: app, since: now, deadline: until))
    }

    /// Removes and returns, in order of arrival, the held notifications that need not wait.
    ///
    /// A notification need not wait if its app's name is settled, its deadline has passed, a limit
    /// is exceeded, or `isRelease` selects it.
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
