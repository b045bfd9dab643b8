/// Which beacon it is: what a frame says of it, and nothing of where it is.
package struct BeaconID: Hashable, Sendable {
    /// Whose frame it is.
    package let format: BeaconFormat
    /// The sixteen bytes that all beacons of one owner share; of Eddystone the namespace and the instance.
    package let uuid: UInt128
    /// The number of a group; nil where the format has none.
    package let major: UInt16?
    /// The number within the group; nil where the format has none.
    package let minor: UInt16?

    /// A beacon of this name.
    package init(_ format: BeaconFormat, uuid: UInt128, major: UInt16?, minor: UInt16?) {
        self.format = format
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// Whose frame a beacon sends.
package enum BeaconFormat: String, Hashable, Sendable, CaseIterable {
    /// Apple's.
    case iBeacon = "ibeacon"
    /// The open one of Radius Networks.
    case altBeacon = "altbeacon"
    /// Google's frame with a name, Eddystone-UID.
    case eddystone
}
