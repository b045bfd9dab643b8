import Basics
import Beacons
import Linux
import Notices
import Radio

/// One moment by the wall clock and by the monotonic clock.
struct TwoClocks {
    let wall: WallTime
    let now: Duration

    /// Converts a monotonic time to wall clock time.
    func wall(_ moment: Duration) -> WallTime { wall.advanced(by: moment - now) }

    /// Converts a wall clock time to monotonic time; a time in the future becomes now.
    func moment(_ time: WallTime) -> Duration {
        now - .milliseconds(max(0, wall.milliseconds - time.milliseconds))
    }
}

extension BeaconMemory {
    /// Returns the entries to save for regions.
    static func entries(
        of memories: [RegionMemory], by clocks: TwoClocks
    ) -> [RegionEntry] {
        memories.map { memory in
            RegionEntry(
                name: memory.region.name, beacons: memory.region.beaconsText,
                isNear: memory.state == .near, since: memory.since.map(clocks.wall),
                lastHeard: memory.lastHeard.map(clocks.wall), beacon: memory.beacon)
        }
    }

    /// Returns the saved states of regions that still have the same name and beacons.
    func memories(of regions: [Region], by clocks: TwoClocks) -> [RegionMemory] {
        regions.compactMap { region in
            guard
                let entry = self.regions.first(where: {
                    $0.name == region.name && $0.beacons == region.beaconsText
                })
            else { return nil }
            return RegionMemory(
                region: region, state: entry.isNear ? .near : .left,
                since: entry.since.map(clocks.moment),
                lastHeard: entry.lastHeard.map(clocks.moment), beacon: entry.beacon)
        }
    }
}

extension Region {
    /// The format and numbers of its beacons as one text.
    fileprivate var beaconsText: String {
        ([format.rawValue, uuid.uuidText] + [major, minor].map { $0.map { "\($0)" } ?? "*" })
            .joined(separator: ":")
    }
}
