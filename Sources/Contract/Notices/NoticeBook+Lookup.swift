package import ANCS

extension NoticeBook {
    /// A notice by its name, while it is on the phone.
    package func notice(_ id: NoticeID) -> Notice? { entries[id]?.notice }

    /// The calls that ring, oldest first.
    package var ringingCalls: [Notice] {
        entries.calls.map(\.notice).filter { $0.call?.state == .ringing }
    }

    /// How many notices are on the phone.
    package var noticeCount: Int { entries.count }

    /// The handle by which the phone can be asked about a notice in the session of the moment; nil
    /// where that session has not announced it.
    package func handle(of id: NoticeID) -> NotificationUID? {
        guard let uid = entries[id]?.notice.uid, byUID[uid] == id else { return nil }
        return uid
    }
}
