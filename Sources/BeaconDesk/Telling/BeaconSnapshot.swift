package import Beacons
import Formats
package import JSON
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
    package struct PersonRow: Sendable {
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
    package let people: [PersonRow]
    /// Everything that is in the air, the strongest first.
    package let air: [HeardBeacon]
    /// What the host sends.
    package let broadcasts: [BroadcastRow]
    let clocks: TwoClocks
}

extension BeaconSnapshot {
    /// Writes all of it as members of an object.
    package func write(to writer: inout JSONWriter) {
        writer.member("words", words)
        list("people", people, to: &writer, write)
        list("regions", regions, to: &writer, write)
        list("air", air, to: &writer, write)
        writeBroadcasts(to: &writer)
    }

    /// Writes what the host sends, as a member.
    package func writeBroadcasts(to writer: inout JSONWriter) {
        list("broadcasts", broadcasts, to: &writer) { $0.write(to: &$1) }
    }

    private func list<Element>(
        _ name: String, _ elements: [Element], to writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        writer.key(name)
        writer.beginArray()
        for element in elements {
            writer.beginObject()
            write(element, &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(_ row: RegionRow, _ writer: inout JSONWriter) {
        let condition = row.condition
        writer.member("name", condition.region.name)
        if let item = row.items.first { writer.member("item", item) }
        writer.member("state", condition.state.word)
        write(condition.since, condition.lastHeard, to: &writer)
        write(condition.zone, condition.accuracy, condition.signal, to: &writer)
        if let beacon = condition.beacon { writer.member("beacon", beacon.description) }
    }

    private func write(_ row: PersonRow, _ writer: inout JSONWriter) {
        let presence = row.presence
        writer.member("name", row.name)
        writer.member("phone", row.phone)
        if presence.state != .unknown { writer.member("home", presence.state == .home) }
        write(presence.since, presence.lastHeard, to: &writer)
        write(presence.zone, presence.accuracy, presence.signal, to: &writer)
    }

    private func write(_ beacon: HeardBeacon, _ writer: inout JSONWriter) {
        writer.member("beacon", beacon.id.description)
        if let region = beacon.regions.first { writer.member("region", region) }
        write(nil, beacon.lastHeard, to: &writer)
        write(beacon.zone, beacon.accuracy, beacon.signal, to: &writer)
        writer.member("power", beacon.power)
        writer.member("addresses", beacon.addresses)
        if beacon.isStuck { writer.member("stuck", true) }
    }

    private func write(
        _ since: Duration?, _ lastHeard: Duration?, to writer: inout JSONWriter
    ) {
        if let since { writer.member("since", clocks.wall(since).timestamp) }
        if let lastHeard { writer.member("last_heard", clocks.wall(lastHeard).timestamp) }
    }

    private func write(
        _ zone: Zone, _ accuracy: Double?, _ signal: Int?, to writer: inout JSONWriter
    ) {
        writer.member("zone", zone.rawValue)
        if let accuracy {
            writer.key("accuracy")
            writer.value((accuracy * 10).rounded() / 10)
        }
        if let signal { writer.member("signal", signal) }
    }
}

extension BeaconSnapshot.BroadcastRow {
    /// Writes it as members of an object.
    package func write(to writer: inout JSONWriter) {
        writer.member("name", broadcast.name)
        writer.member("beacon", broadcast.frame.id.description)
        writer.member("on_air", condition?.isOnAir ?? false)
        if let problem = condition?.problem { writer.member("problem", problem) }
        if let interval = condition?.interval {
            writer.member("interval", interval.wholeMilliseconds)
        }
        if let turn = condition?.turn { writer.member("turn", turn.wholeMilliseconds) }
        writer.member("words", words)
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

extension RegionState {
    /// The word by which programs know it.
    fileprivate var word: String {
        switch self {
        case .never: "never"
        case .near: "near"
        case .left: "left"
        }
    }
}

extension Duration {
    var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
