/// Identity of a beacon, as given in its frame.
package struct BeaconID: Hashable, Sendable {
    /// Frame format.
    package let format: BeaconFormat
    /// The sixteen bytes shared by all beacons of one owner; for Eddystone, namespace and instance.
    package let uuid: UInt128
    /// Number of the group; nil if the format has none.
    package let major: UInt16?
    /// Number within the group; nil if the format has none.
    package let minor: UInt16?

    package init(_ format: BeaconFormat, uuid: UInt128, major: UInt16?, minor: UInt16?) {
        self.format = format
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// Frame format of a beacon.
package enum BeaconFormat: String, Hashable, Sendable, CaseIterable {
    /// Apple's format.
    case iBeacon = "ibeacon"
    /// Open format of Radius Networks.
    case altBeacon = "altbeacon"
    /// Google's Eddystone-UID.
    case eddystone
}
