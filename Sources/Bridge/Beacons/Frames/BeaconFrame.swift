package import Notices

/// What a beacon sends: which it is, and how strong it is one metre away.
package struct BeaconFrame: Hashable, Sendable {
    /// Which beacon.
    package let id: BeaconID
    /// Its signal one metre away, in dBm, as its maker measured it.
    package let power: Int

    /// A frame of this beacon.
    package init(_ id: BeaconID, power: Int) {
        self.id = id
        self.power = power
    }
}
