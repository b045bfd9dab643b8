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
        /// Something happened around a beacon, or to a person's phone as one.
        case sighting(BeaconNews)
    }

    let content: Content
    /// The bond's own name for the phone; empty where it is about none.
    let bond: String
    /// What people call the phone; empty where it is about none.
    let phone: String
    let at: WallTime

    /// - Parameter bond: the bond's own name for the phone, where the event does not say.
    /// - Returns: nil for an event that is no part of a history.
    package init?(_ event: BridgeEvent, bond: String? = nil) {
        switch event {
        case .notice(let change, let notice, _): content = .notice(change, notice)
        case .phone(.ready, _, _): content = .link(isUp: true)
        case .phone(.disconnected, _, _): content = .link(isUp: false)
        case .listed: content = .listed
        case .renamed(_, let old, _): content = .renamed(was: old)
        case .beacon(let news, let time):
            guard news.isForHistory else { return nil }
            (content, self.bond, phone, at) = (.sighting(news), "", "", time)
            return
        case .phone, .radio, .source: return nil
        }
        guard let phone = event.phone else { return nil }
        (self.phone, self.bond, at) = (phone.name, phone.bond ?? bond ?? phone.name, event.time)
    }

    /// That a phone has announced again what is not to be kept as it is, so that an earlier run's row of
    /// it is not taken for one that is gone; nothing of it is written.
    ///
    /// - Returns: nil for an event that announces nothing again.
    package init?(announcedBy event: BridgeEvent, bond: String? = nil) {
        guard case .notice(let change, let notice, let time) = event, change.isComing,
            notice.flags.contains(.preExisting)
        else { return nil }
        (content, phone, at) = (.announced(notice), notice.phone, time)
        self.bond = notice.bond ?? bond ?? phone
    }

    /// Whether it is one of a phone's own, so that the phone is known by its bond and name.
    var isAboutPhone: Bool {
        if case .sighting = content { false } else { true }
    }

    /// Whether it says that the phone has told all, which is true only if nothing before it was lost.
    package var isListing: Bool { content == .listed }
}

extension BeaconNews {
    /// Whether it is news of what has happened, and not only how things are, how near something is, or a configuration that changed.
    fileprivate var isForHistory: Bool { change != .range && change != .withdrawn && !isKept }
}
