package import Notices

/// Content of a beacon message: identity and signal strength at one metre.
package struct BeaconFrame: Hashable, Sendable {
    /// Identity of the beacon.
    package let id: BeaconID
    /// Signal at one metre in dBm, as its manufacturer measured it.
    package let power: Int

    package init(_ id: BeaconID, power: Int) {
        self.id = id
        self.power = power
    }
}
