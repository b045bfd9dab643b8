package import ANCS

extension NoticeBook {
    /// Returns a notification by identifier while it is on the phone.
    package func notice(_ id: NoticeID) -> Notice? { entries[id]?.notice }

    /// Ringing calls, oldest first.
    package var ringingCalls: [Notice] {
        entries.calls.map(\.notice).filter { $0.call?.state == .ringing }
    }

    /// Number of notifications on the phone.
    package var noticeCount: Int { entries.count }

    /// Returns the phone's UID in the current session; nil if the session has not announced the notification.
    package func uid(of id: NoticeID) -> NotificationUID? {
        guard let uid = entries[id]?.notice.uid, byUID[uid] == id else { return nil }
        return uid
    }
}
