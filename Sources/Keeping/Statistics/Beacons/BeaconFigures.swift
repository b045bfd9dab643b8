package import Linux
package import Notices

extension StatisticsFigures {
    /// A person whose phone is a beacon.
    package struct Person: Hashable, Sendable {
        /// What the configuration calls the person.
        package let name: String
        /// For how long they were at home.
        package let home: Duration
        /// The part of the span during which they were, from 0 to 1; nil where that is empty.
        package let share: Double?
        /// How often they came home.
        package let comings: Int
        /// Whether they are at home, at the end.
        package let isHome: Bool
        /// Since when.
        package let since: WallTime
    }

    /// A thing with a beacon, or a region.
    package struct CountedItem: Hashable, Sendable {
        /// `item` or `beacon`.
        package let kind: String
        /// What the configuration calls it.
        package let name: String
        /// Its picture, where it has one.
        package let picture: String?
        /// How often it left.
        package let left: Int
        /// How often it was held to the host.
        package let taps: Int
        /// Whether it was here, at the end; nil where nobody said.
        package let isHere: Bool?
        /// How near it was by what was told last; unknown once it has left.
        package let zone: Zone
        /// When it was heard last, as far as was told.
        package let heard: WallTime
    }
}

extension BeaconTallies {
    /// The persons, by name.
    ///
    /// - Parameter known: until when those who are at home are known to be.
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

    /// The things and regions: what left most often comes first.
    var thingFigures: [StatisticsFigures.CountedItem] {
        things.sorted { ($1.left, $0.name, $0.kind) < ($0.left, $1.name, $1.kind) }.map { thing in
            StatisticsFigures.CountedItem(
                kind: thing.kind, name: thing.name, picture: thing.picture, left: thing.left,
                taps: thing.taps, isHere: thing.isHere, zone: thing.zone, heard: thing.heard)
        }
    }
}
