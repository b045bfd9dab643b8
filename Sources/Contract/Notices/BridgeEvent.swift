package import ANCS
package import Linux

/// Event reported to the rest of the program, in chronological order.
package enum BridgeEvent: Hashable, Sendable {
    /// Change of a notification.
    case notice(NoticeChange, Notice, at: WallTime)
    /// Change of a phone's connection.
    case phone(PhoneState, PhoneName, at: WallTime)
    /// New name of a phone, which also applies to all its notifications.
    case renamed(PhoneName, was: String, at: WallTime)
    /// New condition of the radio, with the radio's own description if it has one.
    case radio(RadioCondition, words: String? = nil, at: WallTime)
    /// Notification Source value as received, before decoding.
    case source(SourceEvent, phone: String, at: WallTime)
    /// Event of a beacon, or of a resident's phone used as one.
    case beacon(BeaconNews, at: WallTime)
    /// Battery level of a connected phone in percent.
    case battery(Int, PhoneName, at: WallTime)
    /// What a connected phone plays; nil if it has no player.
    case media(PlayedMedia?, PhoneName, at: WallTime)
    /// The phone has reported all notifications it had when it first connected; not shown by outputs.
    case listed(PhoneName, at: WallTime)
}

extension BridgeEvent {
    package var time: WallTime {
        switch self {
        case .notice(_, _, let time), .phone(_, _, let time), .renamed(_, _, let time),
            .radio(_, _, let time), .source(_, _, let time), .beacon(_, let time),
            .battery(_, _, let time), .media(_, _, let time), .listed(_, let time):
            time
        }
    }

    /// The phone concerned; nil if there is none.
    package var phone: PhoneName? {
        switch self {
        case .notice(_, let notice, _): notice.phoneName
        case .phone(_, let phone, _), .renamed(let phone, _, _), .battery(_, let phone, _),
            .media(_, let phone, _), .listed(let phone, _):
            phone
        case .beacon(let news, _): news.phone
        case .radio, .source: nil
        }
    }

    /// Number of bytes in title, subtitle and message; zero if the event is not about a notification.
    package var wordBytes: Int {
        guard case .notice(_, let notice, _) = self else { return 0 }
        return [notice.title, notice.subtitle, notice.message].reduce(0) { $0 + $1.bytes.count }
    }

    /// Returns the age of the event on the wall clock; zero if the clock was set back.
    package func age(at wall: WallTime) -> Duration {
        max(.zero, time.age(at: wall))
    }
}

/// Display name of a phone and its bond.
package struct PhoneName: Hashable, Sendable {
    package let name: String
    /// Identifier of the bond in the bond store; nil if unknown.
    package let bond: String?
    /// Short identifier of the bond; nil if unknown.
    package let id: PhoneID?

    /// Creates a name with its bond, if known.
    package init(_ name: String, bond: String? = nil) {
        self.init(name, bond: bond, id: bond.map(PhoneID.init(ofBond:)))
    }

    /// Creates a name if only the short identifier of the bond is known.
    package init(_ name: String, id: PhoneID?) {
        self.init(name, bond: nil, id: id)
    }

    /// Key of a phone that survives renames; the name if no bond is known.
    package enum Key: Hashable, Sendable {
        case id(PhoneID)
        case name(String)
    }

    /// Key that survives renames.
    package var key: Key { id.map(Key.id) ?? .name(name) }

    /// Key of the same phone before it was renamed.
    package func formerKey(_ old: String) -> Key { id.map(Key.id) ?? .name(old) }

    /// Whether this is the phone that a user named, by its name or identifier; any phone is if none was named.
    package func isMeant(by word: String?) -> Bool {
        word.map { name == $0 || id?.description == $0 } ?? true
    }

    /// Returns the same phone with another name.
    package func called(_ name: String) -> PhoneName {
        PhoneName(name, bond: bond, id: id)
    }

    fileprivate init(_ name: String, bond: String?, id: PhoneID?) {
        self.name = name
        self.bond = bond
        self.id = id
    }
}

/// Kind of change of a notification.
package enum NoticeChange: String, Hashable, Sendable, CaseIterable {
    case added
    /// Text or category changed.
    case modified
    /// No longer on the phone.
    case removed
    /// No longer tracked, because there were too many.
    case forgotten
    /// A call started to ring.
    case ringing
    case answered
    /// The call stopped ringing or was hung up.
    case ended
    /// The call was not answered.
    case missed
}

/// Condition of the radio, independent of phones.
package enum RadioCondition: String, Hashable, Sendable, CaseIterable {
    /// No Bluetooth service is running.
    case noService = "no_service"
    /// There is no adapter, or not the configured one.
    case noAdapter = "no_adapter"
    /// The adapter is switched off or blocked.
    case off
    /// The adapter does not advertise, so no phone can connect.
    case notAdvertising = "not_advertising"
    /// Phones can find this host and reconnect.
    case listening
}

/// State of a phone's connection.
package enum PhoneState: String, Hashable, Sendable, CaseIterable {
    /// The link is up, but notifications are not available yet.
    case connected
    /// Notifications are received.
    case ready
    /// The user has not allowed this host to see notifications.
    case notShared = "not_shared"
    /// The link is not paired or not encrypted.
    case notSecure = "not_secure"
    /// The phone currently does not offer the notification service.
    case unavailable
    /// The phone no longer answers.
    case unresponsive
    /// The link is down.
    case disconnected
}

extension Notice {
    /// The phone that sent the notification.
    package var phoneName: PhoneName { PhoneName(phone, bond: bond, id: phoneID) }
}
