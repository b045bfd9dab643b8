package import Notices

/// What is known of a region.
package enum RegionState: String, Hashable, Sendable {
    /// None of its beacons was ever there.
    case never
    /// One of them is there.
    case near
    /// None is there any more.
    case left
}

/// A region as it is at a moment, for those who ask.
package struct RegionCondition: Hashable, Sendable {
    /// What a person has said of it.
    package let region: Region
    /// Whether it is there.
    package let state: RegionState
    /// Since when; nil where it never was, or nobody knows.
    package let since: Duration?
    /// When one of its beacons was heard last; nil where none was.
    package let lastHeard: Duration?
    /// How near the nearest of its beacons is.
    package let zone: Zone
    /// How far away that may be, in metres.
    package let accuracy: Double?
    /// How strong it arrives, smoothed, in dBm.
    package let signal: Int?
    /// Which one that is.
    package let beacon: BeaconID?
}

/// What of a region outlives the program: times are by the clock that everything else here is by, and may be
/// before its beginning.
package struct RegionMemory: Hashable, Sendable {
    /// The region that it is about; a region that means other beacons does not take it.
    package let region: Region
    /// Whether it was there.
    package let state: RegionState
    /// Since when.
    package let since: Duration?
    /// When it was heard last.
    package let lastHeard: Duration?
    /// Which beacon that was.
    package let beacon: BeaconID?

    /// What was known of a region.
    package init(
        region: Region, state: RegionState, since: Duration?, lastHeard: Duration?,
        beacon: BeaconID? = nil
    ) {
        self.region = region
        self.state = state
        self.since = since
        self.lastHeard = lastHeard
        self.beacon = beacon
    }
}

/// Something that happened to a region.
package struct RegionEvent: Hashable, Sendable {
    /// What can happen.
    package enum Change: Hashable, Sendable, CaseIterable {
        /// It is there, for the first time.
        case near
        /// It has been silent for too long.
        case left
        /// It is there again.
        case back
        /// One of its beacons was held to the host.
        case tap
        /// How near it is now.
        case range
        /// It is in another zone than was told last.
        case moved
    }

    /// What happened.
    package let change: Change
    /// How the region is from now on.
    package let condition: RegionCondition
    /// Whether it was there or not for so long before that.
    package let before: Duration?
}

/// A beacon that is in the air, whether a person has named it or not.
package struct HeardBeacon: Hashable, Sendable {
    /// Which one.
    package let id: BeaconID
    /// The regions that it belongs to.
    package let regions: [String]
    /// How near it is.
    package let zone: Zone
    /// How far away that may be, in metres.
    package let accuracy: Double?
    /// How strong it arrives, smoothed, in dBm.
    package let signal: Int?
    /// Its signal one metre away, as it says itself.
    package let power: Int
    /// When it was heard last.
    package let lastHeard: Duration
    /// From how many addresses it was heard lately.
    package let addresses: Int
    /// Whether its signal never changes, so that it is none that is really there.
    package let isStuck: Bool
}
