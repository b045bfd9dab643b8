internal import Linux
package import Notices

/// Something that a history keeps.
package struct HistoryEvent: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case notice(NoticeChange, Notice)
        /// Whether notifications come from the phone from now on, or the link has ended.
        case link(isUp: Bool)
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
        case .phone, .radio, .source: return nil
        }
        self.bond = bond
    }
}
