internal import ANCS

/// Whether a phone has told all that was on it when it came: true once, of the first session in which
/// nothing of it got lost.
struct FirstList: Sendable {
    /// Announced notifications that are waited for; past that it is not known what is missing.
    private static let limit = 4096

    /// Whether a session has told all there was.
    private(set) var isOver = false
    /// What was announced as having been there before, and was not told yet.
    private var unheard: Set<NotificationUID> = []
    private var hasLost = false
    /// How many notices there was no room for when the session began.
    private var leftOut = 0

    /// Begins anew with a session.
    mutating func begin(leftOut: Int) {
        unheard = []
        hasLost = false
        self.leftOut = leftOut
    }

    /// Takes what the phone announces.
    mutating func announced(_ event: SourceEvent) {
        guard !isOver, event.flags.contains(.preExisting), event.event != .removed else { return }
        if unheard.count < Self.limit { unheard.insert(event.uid) } else { hasLost = true }
    }

    /// Takes note that the phone has told of a notification, or that it is gone.
    mutating func heard(_ uid: NotificationUID) {
        unheard.remove(uid)
    }

    /// Takes note that the phone says nothing more, and says whether its list has just become whole.
    mutating func end(leftOut: Int) -> Bool {
        guard !isOver, !hasLost, unheard.isEmpty, leftOut == self.leftOut else { return false }
        isOver = true
        return true
    }
}
