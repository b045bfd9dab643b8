import ANCS
import Linux

extension NoticeBook {
    /// A phone removes a notice within this time of the action that was meant to.
    package static let effectOfAction: Duration = .seconds(10)

    mutating func remove(_ id: NoticeID, by removal: Notice.Removal, wall: WallTime) {
        entries[id]?.notice.removal = removal
        report(.removed, id, wall: wall)
        forget(id)
    }

    /// Takes note of what was done from here, which may make the phone remove the notice.
    mutating func performed(
        _ action: ActionID, _ uid: NotificationUID, at now: Duration
    ) {
        if action == .negative { declined(uid) }
        if let id = byUID[uid] { entries[id]?.acted = now }
    }
}

extension NoticeStore.Entry {
    /// Whether an action from this host was performed on it a moment ago.
    func isActedUpon(at now: Duration) -> Bool {
        acted.map { now - $0 <= NoticeBook.effectOfAction } ?? false
    }
}
