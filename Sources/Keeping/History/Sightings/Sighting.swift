package import Linux
package import Notices

/// What was told of a beacon, a thing or a person once, as it is kept.
package struct Sighting: Hashable, Sendable {
    /// What was told.
    package let news: BeaconNews
    /// When it was told.
    package let at: WallTime
    /// Which row of the history it is; nil for one that is in none.
    let number: Int64?

    init(_ news: BeaconNews, at time: WallTime, number: Int64? = nil) {
        self.news = news
        at = time
        self.number = number
    }

    /// The event that it was.
    package var event: BridgeEvent { .beacon(news, at: at) }

    /// Where it is in a list, for what comes behind it.
    package var place: SightingPlace? { number.map { SightingPlace(at: at, number: $0) } }
}

/// Where a sighting is in a list, newest first.
package struct SightingPlace: Hashable, Sendable {
    let at: WallTime
    let number: Int64
}

/// Which sightings somebody wants to see.
package struct SightingFilter: Hashable, Sendable {
    /// Not those before.
    package var since: WallTime?
    /// Only those before.
    package var until: WallTime?
    /// Those in which all of these words are: its names, and what was said.
    package var words: SearchWords?
    /// Those of the things, regions and persons with this name, whatever the case.
    package var name: String?
    /// Those of these phones, by name or bond, whatever the case; of all where there is none.
    package var phones: [String] = []
    /// Only those before this one.
    package var before: SightingPlace?
    /// The newest of them, so many at most.
    package var limit: Int?

    /// Everything there is.
    package init() {}

    init(since: WallTime?, until: WallTime?, phones: [String]) {
        (self.since, self.until, self.phones) = (since, until, phones)
    }
}
