package import Beacons
package import Control
import Linux
import Notices
package import Radio

/// Snapshot of everything known about beacons.
package struct BeaconSnapshot: Sendable {
    /// A region and the items that use it.
    package struct RegionRow: Sendable {
        /// State of the region.
        package let condition: RegionCondition
        package let items: [String]
    }

    /// A resident.
    package struct ResidentRow: Sendable {
        package let name: String
        /// Name of the phone.
        package let phone: String
        /// Presence of the phone.
        package let presence: Presence
    }

    /// A beacon that the host sends.
    package struct BroadcastRow: Sendable {
        package let broadcast: BeaconSettings.Broadcast
        /// Status reported by the radio; nil before the first report.
        package let condition: BroadcastCondition?
    }

    /// Description of how the host listens.
    package let words: String
    /// Regions in the order of the configuration.
    package let regions: [RegionRow]
    /// Residents in the order of the configuration.
    package let people: [ResidentRow]
    /// All beacons in the air, strongest first.
    package let air: [HeardBeacon]
    /// Beacons that the host sends.
    package let broadcasts: [BroadcastRow]
    let clocks: TwoClocks
}

extension BeaconSnapshot {
    /// The snapshot as an answer of the control protocol.
    package var answer: BeaconsAnswer {
        var answer = BeaconsAnswer()
        answer.words = words
        answer.people = people.map(person)
        answer.regions = regions.map(region)
        answer.air = air.map(heard)
        answer.broadcasts = broadcasts.map(\.answer)
        return answer
    }

    private func person(_ row: ResidentRow) -> BeaconResident {
        var person = BeaconResident()
        person.name = row.name
        person.phone = row.phone
        if row.presence.state != .unknown { person.isHome = row.presence.state == .home }
        person.sighting = sighting(
            row.presence.since, row.presence.lastHeard, row.presence.zone, row.presence.accuracy,
            row.presence.signal)
        return person
    }

    private func region(_ row: RegionRow) -> BeaconRegion {
        let condition = row.condition
        var region = BeaconRegion()
        region.name = condition.region.name
        region.item = row.items.first
        region.state = condition.state.rawValue
        region.sighting = sighting(
            condition.since, condition.lastHeard, condition.zone, condition.accuracy,
            condition.signal)
        region.beacon = condition.beacon?.description
        return region
    }

    private func heard(_ beacon: HeardBeacon) -> BeaconInAir {
        var heard = BeaconInAir()
        heard.beacon = beacon.id.description
        heard.region = beacon.regions.first
        heard.sighting = sighting(
            nil, beacon.lastHeard, beacon.zone, beacon.accuracy, beacon.signal)
        heard.power = Int(beacon.power)
        heard.addresses = beacon.addresses
        heard.isStuck = beacon.isStuck
        return heard
    }

    private func sighting(
        _ since: Duration?, _ lastHeard: Duration?, _ zone: Zone, _ accuracy: Double?,
        _ signal: Int?
    ) -> BeaconSighting {
        var sighting = BeaconSighting()
        sighting.since = since.map(clocks.wall)
        sighting.lastHeard = lastHeard.map(clocks.wall)
        sighting.zone = zone.rawValue
        sighting.accuracy = accuracy.map { ($0 * 10).rounded() / 10 }
        sighting.signal = signal
        return sighting
    }
}

extension BeaconSnapshot.BroadcastRow {
    /// The row as part of an answer of the control protocol.
    package var answer: BeaconBroadcast {
        var answer = BeaconBroadcast()
        answer.name = broadcast.name
        answer.beacon = broadcast.frame.id.description
        answer.isOnAir = condition?.isOnAir ?? false
        answer.problem = condition?.problem
        answer.interval = condition?.interval?.wholeMilliseconds
        answer.turn = condition?.turn?.wholeMilliseconds
        answer.words = words
        return answer
    }

    /// Describes how the beacon is really sent, as a clause.
    package var words: String {
        guard let condition else { return "waits for the radio" }
        if let problem = condition.problem { return problem }
        guard condition.isOnAir else { return "waits for the radio" }
        let pace =
            condition.interval.map { "every \($0.wholeMilliseconds) ms" }
            ?? "at the adapter's own interval"
        guard let turn = condition.turn else { return pace }
        return pace + ", in turns of \(turn.wholeMilliseconds) ms with the advertisement for phones"
    }
}

extension Duration {
    var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
