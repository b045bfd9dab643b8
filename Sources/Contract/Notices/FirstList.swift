internal import ANCS

/// Tracker of the first complete list of notifications from a phone; completes once, in the first session without losses.
struct FirstList: Sendable {
    /// Most announced notifications tracked; beyond that the list counts as incomplete.
    private static let limit = 4096

    /// Whether a session has delivered the complete list.
    private(set) var isOver = false
    /// Notifications announced as pre-existing and not delivered yet.
    private var unheard: Set<NotificationUID> = []
    private var hasLost = false
    /// Number of notifications dropped for lack of room before the session.
    private var leftOut = 0

    /// Restarts the tracking for a new session.
    mutating func begin(leftOut: Int) {
        unheard = []
        hasLost = false
        self.leftOut = leftOut
    }

    /// Records an announcement of the phone.
    mutating func announced(_ event: SourceEvent) {
        guard !isOver, event.flags.contains(.preExisting), event.event != .removed else { return }
        if unheard.count < Self.limit { unheard.insert(event.uid) } else { hasLost = true }
    }

    /// Records that a notification was delivered or removed.
    mutating func heard(_ uid: NotificationUID) {
        unheard.remove(uid)
    }

    /// Checks the list once the phone announces nothing more; returns true once, when the list is first complete.
    mutating func end(leftOut: Int) -> Bool {
        guard !isOver, !hasLost, unheard.isEmpty, leftOut == self.leftOut else { return false }
        isOver = true
        return true
    }
}
