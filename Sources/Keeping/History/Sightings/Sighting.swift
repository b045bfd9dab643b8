package import Linux
package import Notices

/// Stored event of a beacon, item or resident.
package struct Sighting: Hashable, Sendable {
    package let news: BeaconNews
    package let at: WallTime
    /// Row number; nil if the event is not stored.
    let number: Int64?

    init(_ news: BeaconNews, at time: WallTime, number: Int64? = nil) {
        self.news = news
        at = time
        self.number = number
    }

    /// The corresponding bridge event.
    package var event: BridgeEvent { .beacon(news, at: at) }

    /// Position in a list, for continuing after it.
    package var place: SightingPlace? { number.map { SightingPlace(at: at, number: $0) } }
}

/// Position of a beacon event in a list, newest first.
package struct SightingPlace: Hashable, Sendable {
    let at: WallTime
    let number: Int64
}

/// Selection of beacon events.
package struct SightingFilter: Hashable, Sendable {
    /// Earliest time, inclusive.
    package var since: WallTime?
    /// Latest time, exclusive.
    package var until: WallTime?
    /// Words that must all occur in the names or the displayed text.
    package var words: SearchWords?
    /// Name of an item, region or resident, ignoring case.
    package var name: String?
    /// Phones, by name or bond, ignoring case; empty for all.
    package var phones: [String] = []
    /// Position after which the list continues, towards older events.
    package var before: SightingPlace?
    /// Limit of events; the newest are included.
    package var limit: Int?

    /// Creates a filter that includes everything.
    package init() {}

    init(since: WallTime?, until: WallTime?, phones: [String]) {
        (self.since, self.until, self.phones) = (since, until, phones)
    }
}
