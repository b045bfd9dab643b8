import Basics
import Beacons
import Linux
import Notices
import Radio

/// One moment by the clock on the wall and by the one that nobody sets.
struct TwoClocks {
    let wall: WallTime
    let now: Duration

    /// When something was, by the clock on the wall.
    func wall(_ moment: Duration) -> WallTime { wall.advanced(by: moment - now) }

    /// The same the other way round; what was noted for later, by a clock that was wrong then, is now.
    func moment(_ time: WallTime) -> Duration {
        now - .milliseconds(max(0, wall.milliseconds - time.milliseconds))
    }
}

extension BeaconMemory {
    /// What is to be remembered of regions.
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

    /// What is remembered of those of these regions that mean the same beacons as then.
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
    /// Which beacons it means, as one text.
    fileprivate var beaconsText: String {
        ([format.rawValue, uuid.uuidText] + [major, minor].map { $0.map { "\($0)" } ?? "*" })
            .joined(separator: ":")
    }
}
