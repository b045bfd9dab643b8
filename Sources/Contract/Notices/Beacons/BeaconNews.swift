package import Linux

/// News of a beacon, an item or a resident's phone, such as its arrival or departure.
package struct BeaconNews: Hashable, Sendable {
    package let change: BeaconChange
    package let subject: BeaconSubject
    /// Current zone, or the zone when last heard.
    package var zone: Zone
    /// Estimated distance in metres; nil if unknown.
    package var accuracy: Double?
    /// Smoothed signal strength in dBm; nil if not received.
    package var signal: Int?
    /// The beacon that was heard; nil for a phone, and if none was heard.
    package var beacon: BeaconID?
    /// Time when the subject was last heard, set only if it is away; nil if it was never heard.
    package var lastHeard: WallTime?
    /// Whether this repeats earlier news.
    package var isReminder = false
    /// Whether this is only current state for later clients, which must not draw attention.
    package var isKept = false

    package init(
        _ change: BeaconChange, of subject: BeaconSubject, zone: Zone, accuracy: Double? = nil,
        signal: Int? = nil, beacon: BeaconID? = nil
    ) {
        self.change = change
        self.subject = subject
        self.zone = zone
        self.accuracy = accuracy
        self.signal = signal
        self.beacon = beacon
    }
}

/// Kind of beacon event.
package enum BeaconChange: String, Hashable, Sendable, CaseIterable {
    /// Newly in range.
    case near
    /// Not heard for too long.
    case left
    /// In range again after it had left.
    case back
    /// Held to the host.
    case tap
    /// Distance, sent only on request.
    case range
    /// A resident has arrived or left.
    case presence
    /// No longer tracked, because the subject was changed in or removed from the configuration.
    case withdrawn

    /// Whether the event describes a lasting state.
    package var lasts: Bool { self != .tap && self != .range }
}

/// Subject of beacon news: a region, an item or a resident.
package enum BeaconSubject: Hashable, Sendable {
    /// A named set of beacons.
    case region(String)
    /// An item not to be left behind, and the region of its beacon.
    case item(BeaconItem, region: String)
    /// A resident whose phone is the beacon, and whether the resident is at home.
    case person(String, phone: PhoneName, isHome: Bool)

    /// Kind of subject, as named in the configuration.
    package var kind: String {
        switch self {
        case .region: "beacon"
        case .item: "item"
        case .person: "presence"
        }
    }

    package var name: String {
        switch self {
        case .region(let name), .person(let name, _, _): name
        case .item(let item, _): item.name
        }
    }
}

/// An item with a beacon.
package struct BeaconItem: Hashable, Sendable {
    package let name: String
    /// Emoji of the item; nil if it has none.
    package let picture: String?
    /// Text of the alert if the item is left behind.
    package let words: String

    package init(_ name: String, picture: String? = nil, words: String = Self.usualWords) {
        self.name = name
        self.picture = picture
        self.words = words
    }

    /// Default text of the alert.
    package static let usualWords = "Are you forgetting something?"
}

extension BeaconNews {
    /// The phone concerned; nil if there is none.
    package var phone: PhoneName? {
        if case .person(_, let phone, _) = subject { phone } else { nil }
    }

    /// Whether the subject is here from now on; nil if the event does not say.
    package var isHere: Bool? {
        switch (change, subject) {
        case (.near, _), (.back, _): true
        case (.left, _): false
        case (.presence, .person(_, _, let isHome)): isHome
        case (.presence, _), (.tap, _), (.range, _), (.withdrawn, _): nil
        }
    }
}
