package import ANCS
package import Linux

/// What the rest of the program hears of a phone, in the order in which it happened.
package enum BridgeEvent: Hashable, Sendable {
    /// Something happened to a notice.
    case notice(NoticeChange, Notice, at: WallTime)
    /// The phone's connection changed.
    case phone(PhoneState, PhoneName, at: WallTime)
    /// The phone has another name than before, and all that it has told goes by that.
    case renamed(PhoneName, was: String, at: WallTime)
    /// The radio itself is doing this from now on, and says so in words of its own where it has some.
    case radio(RadioCondition, words: String? = nil, at: WallTime)
    /// A Notification Source value exactly as it came, before anything is made of it.
    case source(SourceEvent, phone: String, at: WallTime)
    /// Something happened around a beacon, or to a person's phone as one.
    case beacon(BeaconNews, at: WallTime)
    /// The phone has told all that was on it when it came, for the first time; no outlet shows this.
    case listed(PhoneName, at: WallTime)
}

extension BridgeEvent {
    /// When it happened.
    package var time: WallTime {
        switch self {
        case .notice(_, _, let time), .phone(_, _, let time), .renamed(_, _, let time),
            .radio(_, _, let time), .source(_, _, let time), .beacon(_, let time),
            .listed(_, let time):
            time
        }
    }

    /// The phone that it is about, where it is about one.
    package var phone: PhoneName? {
        switch self {
        case .notice(_, let notice, _): notice.phoneName
        case .phone(_, let phone, _), .renamed(let phone, _, _), .listed(let phone, _): phone
        case .beacon(let news, _): news.phone
        case .radio, .source: nil
        }
    }

    /// The bytes of its words.
    package var wordBytes: Int {
        guard case .notice(_, let notice, _) = self else { return 0 }
        return [notice.title, notice.subtitle, notice.message].reduce(0) { $0 + $1.bytes.count }
    }

    /// How long ago it happened, by the clock on the wall; nothing where that was set back.
    package func age(at wall: WallTime) -> Duration {
        max(.zero, time.age(at: wall))
    }
}

/// What a phone is called, and the bond that it is.
package struct PhoneName: Hashable, Sendable {
    /// What people call it.
    package let name: String
    /// The bond's own name for it; nil where nobody said.
    package let bond: String?
    /// The bond's short name; nil where nobody said.
    package let id: PhoneID?

    /// A name, and the bond it belongs to where that is known.
    package init(_ name: String, bond: String? = nil) {
        self.init(name, bond: bond, id: bond.map(PhoneID.init(ofBond:)))
    }

    /// A name, and the short name of the bond, where that is all that is told.
    package init(_ name: String, id: PhoneID?) {
        self.init(name, bond: nil, id: id)
    }

    /// What a phone is known by however often it is renamed: its name, if no bond was told.
    package enum Key: Hashable, Sendable {
        case id(PhoneID)
        case name(String)
    }

    /// What it is known by.
    package var key: Key { id.map(Key.id) ?? .name(name) }

    /// The same phone by another name.
    package func called(_ name: String) -> PhoneName {
        PhoneName(name, bond: bond, id: id)
    }

    fileprivate init(_ name: String, bond: String?, id: PhoneID?) {
        self.name = name
        self.bond = bond
        self.id = id
    }
}

/// What happened to a notice.
package enum NoticeChange: String, Hashable, Sendable, CaseIterable {
    /// It is new.
    case added
    /// Its text or its kind changed.
    case modified
    /// It is gone from the phone.
    case removed
    /// There were too many: what becomes of it is not followed any more.
    case forgotten
    /// A call has begun to ring.
    case ringing
    /// The call was taken.
    case answered
    /// The call rings no longer, or was hung up.
    case ended
    /// Nobody took the call.
    case missed
}

/// How the radio is doing, apart from any phone.
package enum RadioCondition: String, Hashable, Sendable, CaseIterable {
    /// There is no Bluetooth service to talk to.
    case noService = "no_service"
    /// There is no adapter, or not the one that is wanted.
    case noAdapter = "no_adapter"
    /// The adapter is switched off or blocked.
    case off
    /// The adapter does not advertise, so no phone can come.
    case notAdvertising = "not_advertising"
    /// Phones can find this host and come back.
    case listening
}

/// How a phone's connection is doing.
package enum PhoneState: String, Hashable, Sendable, CaseIterable {
    /// The link is up, notifications not yet.
    case connected
    /// Notifications come.
    case ready
    /// The person has not allowed this host to see notifications.
    case notShared = "not_shared"
    /// The link is not paired or not encrypted.
    case notSecure = "not_secure"
    /// The phone does not offer the notification service at the moment.
    case unavailable
    /// The phone no longer answers.
    case unresponsive
    /// The link is gone.
    case disconnected
}

extension Notice {
    /// The phone that it came from.
    package var phoneName: PhoneName { PhoneName(phone, bond: bond, id: phoneID) }
}
