package import Notices

/// State of a region.
package enum RegionState: String, Hashable, Sendable {
    /// No beacon of the region has been detected yet.
    case never
    case near
    /// All beacons of the region have been silent too long.
    case left
}

/// Snapshot of a region.
package struct RegionCondition: Hashable, Sendable {
    package let region: Region
    package let state: RegionState
    /// Start of the state; nil if unknown or never near.
    package let since: Duration?
    /// When one of its beacons was last heard; nil if never.
    package let lastHeard: Duration?
    /// Zone of its nearest beacon.
    package let zone: Zone
    /// Estimated distance of that beacon, in metres.
    package let accuracy: Double?
    /// Smoothed signal of that beacon, in dBm.
    package let signal: Int?
    /// Identity of that beacon, otherwise of the one last heard.
    package let beacon: BeaconID?
}

/// State of a region that is kept across restarts; monotonic times are negative if they were before the last boot.
package struct RegionMemory: Hashable, Sendable {
    /// The region; a region with other beacons does not restore this state.
    package let region: Region
    package let state: RegionState
    /// Start of the state.
    package let since: Duration?
    /// When one of its beacons was last heard.
    package let lastHeard: Duration?
    /// The beacon that was last heard.
    package let beacon: BeaconID?

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

/// Event of a region.
package struct RegionEvent: Hashable, Sendable {
    /// Kind of a region event.
    package enum Change: Hashable, Sendable, CaseIterable {
        /// First detection.
        case near
        /// Silent for too long.
        case left
        /// Detected again.
        case back
        /// One of its beacons was held to the host.
        case tap
        /// Periodic report of the zone.
        case range
        /// The zone differs from the one last reported.
        case moved
    }

    package let change: Change
    /// State of the region after the event.
    package let condition: RegionCondition
    /// Duration of the previous state.
    package let before: Duration?
}

/// A beacon that is in the air, whether it belongs to a region or not.
package struct HeardBeacon: Hashable, Sendable {
    package let id: BeaconID
    /// Names of the regions that it belongs to.
    package let regions: [String]
    package let zone: Zone
    /// Estimated distance in metres.
    package let accuracy: Double?
    /// Smoothed signal in dBm.
    package let signal: Int?
    /// Signal at one metre that the beacon states, in dBm.
    package let power: Int
    /// When it was last heard.
    package let lastHeard: Duration
    /// Number of recent addresses.
    package let addresses: Int
    /// Whether its signal never changes, as that of no real beacon does.
    package let isStuck: Bool
}
