package import Linux

/// What is told of a beacon, a thing or a person's phone: where it is, or that it went.
package struct BeaconNews: Hashable, Sendable {
    /// What happened.
    package let change: BeaconChange
    /// What it happened to.
    package let subject: BeaconSubject
    /// How near it is, or was when it was heard last.
    package var zone: Zone
    /// How far away that may be, in metres; nil where nobody can say.
    package var accuracy: Double?
    /// How strong it arrives, smoothed, in dBm; nil where it does not.
    package var signal: Int?
    /// Which beacon was heard; nil for a phone, and where none was.
    package var beacon: BeaconID?
    /// When it was heard last, where that is not now.
    package var lastHeard: WallTime?
    /// Whether this was told before, and is told again.
    package var isReminder = false
    /// Whether nobody is to be disturbed: it is only what holds, for those who come later.
    package var isKept = false

    /// News of a subject.
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

/// What happened around a beacon.
package enum BeaconChange: String, Hashable, Sendable, CaseIterable {
    /// It is here, and nobody knew of it.
    case near
    /// It has not been heard for too long.
    case left
    /// It is here again, after it had left.
    case back
    /// It was held to the host.
    case tap
    /// How near it is now; only for those who ask.
    case range
    /// A person has come home or gone away.
    case presence
    /// Nothing more is known of it, as the configuration has it no longer, or otherwise.
    case withdrawn

    /// Whether it says how things are from then on.
    package var lasts: Bool { self != .tap && self != .range }
}

/// What beacons stand for.
package enum BeaconSubject: Hashable, Sendable {
    /// A set of beacons, by the name that a person gave it.
    case region(String)
    /// A thing that is not to be left behind, and the region that its beacon is.
    case item(BeaconItem, region: String)
    /// A person whose phone is the beacon, and whether that is here.
    case person(String, phone: PhoneName, isHome: Bool)

    /// What kind of thing it is, as the configuration calls it.
    package var kind: String {
        switch self {
        case .region: "beacon"
        case .item: "item"
        case .person: "presence"
        }
    }

    /// What people call it.
    package var name: String {
        switch self {
        case .region(let name), .person(let name, _, _): name
        case .item(let item, _): item.name
        }
    }
}

/// A thing with a beacon.
package struct BeaconItem: Hashable, Sendable {
    /// What people call it.
    package let name: String
    /// Its picture: the name of an icon, or an emoji; nil where it has none.
    package let picture: String?
    /// What is said when it has been left behind.
    package let words: String

    /// A thing of this name.
    package init(_ name: String, picture: String? = nil, words: String = Self.usualWords) {
        self.name = name
        self.picture = picture
        self.words = words
    }

    /// What is said where nobody chose words.
    package static let usualWords = "Are you forgetting something?"
}

extension BeaconNews {
    /// The phone that it is about, where it is about one.
    package var phone: PhoneName? {
        if case .person(_, let phone, _) = subject { phone } else { nil }
    }

    /// Whether the thing or the person is here from now on; nil where that is not said.
    package var isHere: Bool? {
        switch (change, subject) {
        case (.near, _), (.back, _): true
        case (.left, _): false
        case (.presence, .person(_, _, let isHome)): isHome
        case (.presence, _), (.tap, _), (.range, _), (.withdrawn, _): nil
        }
    }
}
