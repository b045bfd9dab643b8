package import Beacons
package import Contract
import Linux
import Notices
package import Radio

/// What is known of beacons at a moment, for those who ask.
package struct BeaconSnapshot: Sendable {
    /// A region, and the things whose beacon it is.
    package struct RegionRow: Sendable {
        /// How it is.
        package let condition: RegionCondition
        /// The things, by name.
        package let items: [String]
    }

    /// A person.
    package struct ResidentRow: Sendable {
        /// What people call the person.
        package let name: String
        /// The phone, by its name.
        package let phone: String
        /// Where it is.
        package let presence: Presence
    }

    /// A message that the host sends.
    package struct BroadcastRow: Sendable {
        /// What is sent.
        package let broadcast: BeaconSettings.Broadcast
        /// What the radio says of it; nil where it says nothing yet.
        package let condition: BroadcastCondition?
    }

    /// How the host listens, in words.
    package let words: String
    /// Regions in the order of the configuration.
    package let regions: [RegionRow]
    /// Persons in that order.
    package let people: [ResidentRow]
    /// Everything that is in the air, the strongest first.
    package let air: [HeardBeacon]
    /// What the host sends.
    package let broadcasts: [BroadcastRow]
    let clocks: TwoClocks
}

extension BeaconSnapshot {
    /// All of it, for those who ask the bridge.
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
    /// A beacon that the host is, for those who ask the bridge.
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

    /// What the air really gets, as a clause.
    package var words: String {
        guard let condition else { return "waits for the radio" }
        if let problem = condition.problem { return problem }
        guard condition.isOnAir else { return "waits for the radio" }
        let pace =
            condition.interval.map { "every \($0.wholeMilliseconds) ms" }
            ?? "as often as the adapter likes"
        guard let turn = condition.turn else { return pace }
        return pace + ", in turns of \(turn.wholeMilliseconds) ms with what phones find the host by"
    }
}

extension Duration {
    var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
