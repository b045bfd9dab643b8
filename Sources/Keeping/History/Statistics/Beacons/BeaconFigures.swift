package import Linux
package import Notices

extension StatisticsFigures {
    /// Resident, whose presence is that of a phone.
    package struct Person: Hashable, Sendable {
        /// Name from the configuration.
        package let name: String
        /// Total time at home.
        package let home: Duration
        /// Share of the period at home, from 0 to 1; nil for an empty period.
        package let share: Double?
        /// Number of arrivals.
        package let comings: Int
        /// Whether the resident is at home at the end of the period.
        package let isHome: Bool
        /// Time since which `isHome` has this value.
        package let since: WallTime
    }

    /// Item with a beacon, or a region.
    package struct CountedItem: Hashable, Sendable {
        /// `item` or `beacon`.
        package let kind: String
        /// Name from the configuration.
        package let name: String
        /// Picture of the item, if any.
        package let picture: String?
        /// Number of departures.
        package let left: Int
        /// Number of taps on the host.
        package let taps: Int
        /// Whether it was present at the end of the period; nil if unknown.
        package let isHere: Bool?
        /// Last reported proximity zone; unknown after a departure.
        package let zone: Zone
        /// Last reported time of a received advertisement.
        package let heard: WallTime
    }
}

extension BeaconTallies {
    /// Returns the residents, sorted by name.
    ///
    /// - Parameter known: end of the time in which presence at home is certain
    func people(from: Int64?, until: Int64?, known: Int64?) -> [StatisticsFigures.Person] {
        let span = (until ?? 0) - (from ?? 0)
        let end = [until, known].compactMap(\.self).min()
        return people.sorted { $0.name < $1.name }.map { person in
            let home = person.home(until: end, countingFrom: from)
            return StatisticsFigures.Person(
                name: person.name, home: .milliseconds(home),
                share: span > 0 ? min(1, Double(home) / Double(span)) : nil,
                comings: person.comings, isHome: person.isHome,
                since: WallTime(milliseconds: person.since))
        }
    }

    /// The items and regions, most departures first.
    var thingFigures: [StatisticsFigures.CountedItem] {
        things.sorted { ($1.left, $0.name, $0.kind) < ($0.left, $1.name, $1.kind) }.map { thing in
            StatisticsFigures.CountedItem(
                kind: thing.kind, name: thing.name, picture: thing.picture, left: thing.left,
                taps: thing.taps, isHere: thing.isHere, zone: thing.zone, heard: thing.heard)
        }
    }
}
