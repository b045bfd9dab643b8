internal import ANCS
internal import Linux
package import Notices

/// Event stored in a history.
package struct HistoryEvent: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case notice(NoticeChange, Notice)
        /// Start or end of the notifications on a link.
        case link(isUp: Bool)
        /// Repeated announcement, of which nothing new is stored.
        case announced(Notice)
        /// End of the phone's list of existing notifications.
        case listed
        /// New name of a phone; `was` is the previous one.
        case renamed(was: String)
        /// Event of a beacon, or of a resident's phone as a beacon.
        case sighting(BeaconNews)
        /// Battery level of a phone in percent.
        case battery(Int)
    }

    let content: Content
    /// The bond of the phone; empty if the event is not about a phone.
    let bond: String
    /// Name of the phone; empty if the event is not about a phone.
    let phone: String
    let at: WallTime

    /// Creates the stored form of an event.
    ///
    /// - Parameter bond: the bond of the phone, if the event does not contain it
    /// - Returns: nil for an event that is not stored
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
        case .battery(let level, _, _): content = .battery(level)
        case .phone, .media, .radio, .source: return nil
        }
        guard let phone = event.phone else { return nil }
        (self.phone, self.bond, at) = (phone.name, phone.bond ?? bond ?? phone.name, event.time)
    }

    /// Creates a repeated announcement of a notification that is not stored in its present form.
    ///
    /// The row of an earlier run is therefore not marked as removed.
    ///
    /// - Returns: nil for an event that is not a repeated announcement
    package init?(announcedBy event: BridgeEvent, bond: String? = nil) {
        guard case .notice(let change, let notice, let time) = event, change.isComing,
            notice.isPreExisting
        else { return nil }
        (content, phone, at) = (.announced(notice), notice.phone, time)
        self.bond = notice.bond ?? bond ?? phone
    }

    /// Whether the event is from a phone, which is identified by its bond and name.
    var isAboutPhone: Bool {
        if case .sighting = content { false } else { true }
    }

    /// Whether the event ends the phone's list; valid only if no earlier event was lost.
    package var isListing: Bool { content == .listed }
}

extension BeaconNews {
    /// Whether this is a change instead of a current state, a distance or a changed configuration.
    fileprivate var isForHistory: Bool { change != .range && change != .withdrawn && !isKept }
}
