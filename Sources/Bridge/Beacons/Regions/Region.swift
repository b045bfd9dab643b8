package import Notices

/// A named set of beacons.
package struct Region: Hashable, Sendable {
    /// Maximum number of watched regions.
    package static let limit = 64
    /// Default silence after which a region has left.
    package static let usualPatience: Duration = .seconds(30)

    /// Conditions for a tap, in which a beacon is held to the host.
    package struct Touch: Hashable, Sendable {
        /// Default duration of a tap.
        package static let usualHold: Duration = .seconds(1)
        /// Default gain of a tap over one metre in dB, about a hand's breadth away.
        static let usualGain = 20

        /// Required signal in dBm; nil to derive it from the signal at one metre.
        package let power: Int?
        /// Required duration.
        package let hold: Duration

        package init(power: Int? = nil, hold: Duration = usualHold) {
            self.power = power
            self.hold = hold
        }
    }

    package let name: String
    /// Frame format of its beacons.
    package let format: BeaconFormat
    /// UUID that its beacons share.
    package let uuid: UInt128
    /// Group number; nil for any.
    package let major: UInt16?
    /// Number within the group; nil for any.
    package let minor: UInt16?
    /// Signal at one metre in dBm; nil to use what the beacons state.
    package let power: Int?
    /// How long all its beacons must be silent before it has left.
    package let patience: Duration
    /// Tap conditions; nil if taps are not detected.
    package let touch: Touch?

    /// A region of all beacons that match the given numbers.
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

    /// Returns whether a beacon belongs to the region.
    package func contains(_ beacon: BeaconID) -> Bool {
        format == beacon.format && uuid == beacon.uuid
            && (major == nil || major == beacon.major) && (minor == nil || minor == beacon.minor)
    }

    /// Returns whether a beacon could belong to both regions.
    package func overlaps(_ other: Region) -> Bool {
        func fits(_ one: UInt16?, _ two: UInt16?) -> Bool { one == nil || two == nil || one == two }
        return format == other.format && uuid == other.uuid && fits(major, other.major)
            && fits(minor, other.minor)
    }

    /// Returns whether both regions have the same beacons, regardless of their names.
    package func isSameSet(as other: Region) -> Bool {
        (format, uuid) == (other.format, other.uuid) && major == other.major
            && minor == other.minor
    }
}
