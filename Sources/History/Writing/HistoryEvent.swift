internal import ANCS
internal import Linux
package import Notices

/// Something that a history keeps.
package struct HistoryEvent: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case notice(NoticeChange, Notice)
        /// Whether notifications come from the phone from now on, or the link has ended.
        case link(isUp: Bool)
        /// The phone announces this again, of which nothing new is to be kept.
        case announced(Notice)
        /// The phone has told all that was on it when it came.
        case listed
        /// The phone was called this before.
        case renamed(was: String)
    }

    let content: Content
    /// The bond's own name for the phone.
    let bond: String
    /// What people call the phone.
    let phone: String
    let at: WallTime

    /// - Parameter bond: the bond's own name for the phone that the event is about.
    /// - Returns: nil for an event that is no part of a history.
    package init?(_ event: BoardEvent, bond: String) {
        switch event {
        case .notice(let change, let notice, let time):
            (content, phone, at) = (.notice(change, notice), notice.phone, time)
        case .phone(.ready, let name, let time):
            (content, phone, at) = (.link(isUp: true), name, time)
        case .phone(.disconnected, let name, let time):
            (content, phone, at) = (.link(isUp: false), name, time)
        case .listed(let name, let time): (content, phone, at) = (.listed, name, time)
        case .renamed(let phone, let old, let time):
            (content, self.phone, at) = (.renamed(was: old), phone.name, time)
        case .phone, .radio, .source: return nil
        }
        self.bond = bond
    }

    /// That a phone has announced again what is not to be kept as it is, so that an earlier run's row of
    /// it is not taken for one that is gone; nothing of it is written.
    ///
    /// - Returns: nil for an event that announces nothing again.
    package init?(announcedBy event: BoardEvent, bond: String) {
        guard case .notice(let change, let notice, let time) = event, change.isComing,
            notice.flags.contains(.preExisting)
        else { return nil }
        (content, phone, at) = (.announced(notice), notice.phone, time)
        self.bond = bond
    }

    /// Whether it says that the phone has told all, which is true only if nothing before it was lost.
    package var isListing: Bool { content == .listed }
}
