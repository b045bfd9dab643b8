package import Notices

/// A set of beacons that a person has given a name.
package struct Region: Hashable, Sendable {
    /// The most that are watched.
    package static let limit = 64
    /// How long a beacon may be silent before it has left, where nobody says.
    package static let usualPatience: Duration = .seconds(30)

    /// How a beacon of it is held to the host.
    package struct Touch: Hashable, Sendable {
        /// How long, where nobody says.
        package static let usualHold: Duration = .seconds(1)
        /// How much stronger than one metre away it arrives where it is held, where nobody says: a hand's
        /// breadth away.
        static let usualGain = 20

        /// How strong it must arrive, in dBm; nil where it follows from its signal one metre away.
        package let power: Int?
        /// For how long.
        package let hold: Duration

        /// A touch of at least this power and time.
        package init(power: Int? = nil, hold: Duration = usualHold) {
            self.power = power
            self.hold = hold
        }
    }

    /// What people call it.
    package let name: String
    /// Whose frames its beacons send.
    package let format: BeaconFormat
    /// The bytes that they share.
    package let uuid: UInt128
    /// The number of their group; nil for any.
    package let major: UInt16?
    /// Their number within it; nil for any.
    package let minor: UInt16?
    /// Their signal one metre away, in dBm; nil for what they say of that themselves.
    package let power: Int?
    /// How long all of them must be silent before it has left.
    package let patience: Duration
    /// How one of them is held to the host; nil where that is nothing.
    package let touch: Touch?

    /// A region of all beacons for which everything given holds.
    package init(
        _ name: String, format: BeaconFormat = .iBeacon, uuid: UInt128, major: UInt16? = nil,
        minor: UInt16? = nil, power: Int? = nil, patience: Duration = usualPatience,
        touch: Touch? = nil
    ) {
        self.name = name
        self.format = format
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.power = power
        self.patience = patience
        self.touch = touch
    }

    /// Whether a beacon belongs to it.
    package func contains(_ beacon: BeaconID) -> Bool {
        format == beacon.format && uuid == beacon.uuid
            && (major == nil || major == beacon.major) && (minor == nil || minor == beacon.minor)
    }

    /// Whether there may be a beacon that belongs to both.
    package func overlaps(_ other: Region) -> Bool {
        func fits(_ one: UInt16?, _ two: UInt16?) -> Bool { one == nil || two == nil || one == two }
        return format == other.format && uuid == other.uuid && fits(major, other.major)
            && fits(minor, other.minor)
    }

    /// Whether both are the same beacons, whatever they are called.
    package func isSameSet(as other: Region) -> Bool {
        (format, uuid) == (other.format, other.uuid) && major == other.major
            && minor == other.minor
    }
}
