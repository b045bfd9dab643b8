import ANCS
import Linux

extension NoticeBook {
    /// Time within which a phone removes a notification after an action that should remove it.
    package static let effectOfAction: Duration = .seconds(10)

    mutating func remove(_ id: NoticeID, by removal: Notice.Removal, wall: WallTime) {
        entries[id]?.notice.removal = removal
        report(.removed, id, wall: wall)
        forget(id)
    }

    /// Records an action from this host, which may cause the phone to remove the notification.
    mutating func performed(
        _ action: ActionID, _ uid: NotificationUID, at now: Duration
    ) {
        if action == .negative { declined(uid) }
        if let id = byUID[uid] { entries[id]?.acted = now }
    }
}

extension NoticeStore.Entry {
    /// Returns whether an action from this host was performed a moment ago.
    func isActedUpon(at now: Duration) -> Bool {
        acted.map { now - $0 <= NoticeBook.effectOfAction } ?? false
    }
}
