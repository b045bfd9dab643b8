package import Beacons
package import Linux
package import Notices

/// A thing, a beacon or a person, whatever is known of it.
struct BeaconPlaceKey: Hashable, Sendable {
    private let kind: String
    private let name: String

    init(_ subject: BeaconSubject) {
        (kind, name) = (subject.kind, subject.name)
    }
}

/// Where a thing or a person is, as displays have it.
package struct BeaconPlace: Hashable, Sendable {
    /// What people call it.
    package let name: String
    /// Its picture, as an emoji.
    package let picture: String?
    /// Whether it is a person.
    package let isPerson: Bool
    /// Whether it is here.
    package let isHere: Bool
    /// How near it is.
    package let zone: Zone
    /// Since when it is, or is not, here.
    package let since: WallTime
    /// What is said where it was left behind.
    package let words: String
}

/// Things and persons, and where they are: a row of their own on displays.
struct BeaconPlaces: Hashable, Sendable {
    /// Those that are kept; past that the one that was heard of longest ago is not shown.
    static let limit = 160

    private var places: [(key: BeaconPlaceKey, place: BeaconPlace)] = []

    static func == (left: Self, right: Self) -> Bool {
        left.places.map(\.place) == right.places.map(\.place)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(places.map(\.place)) }

    /// Persons first, then what was left behind, then what is here; each by name.
    var all: [BeaconPlace] {
        places.map(\.place).sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    }

    /// Takes what happened to a thing, a beacon or a person; says whether anything is otherwise now.
    mutating func take(_ news: BeaconNews, at time: WallTime) -> Bool {
        guard news.change.lasts, let isHere = news.isHere else { return false }
        let key = BeaconPlaceKey(news.subject)
        let old = places.firstIndex { $0.key == key }
        var since = time
        if let old, places[old].place.isHere == isHere { since = places[old].place.since }
        let place = BeaconPlace(
            name: news.subject.name.cleaned(), picture: news.picture?.cleaned(),
            isPerson: news.phone != nil, isHere: isHere, zone: news.zone, since: since,
            words: news.change == .left ? news.text.cleaned() : "")
        if let old {
            guard places[old].place != place else { return false }
            places[old].place = place
            return true
        }
        places.append((key, place))
        if places.count > Self.limit { places.removeFirst() }
        return true
    }
}

extension BeaconPlace {
    fileprivate var rank: Int { isPerson ? 0 : isHere ? 2 : 1 }
}

extension BeaconNews {
    /// Whether the thing or the person is here from now on; nil where that is not said.
    package var isHere: Bool? {
        switch (change, subject) {
        case (.near, _), (.back, _): true
        case (.left, _): false
        case (.presence, .person(_, _, let isHome)): isHome
        case (.presence, _), (.tap, _), (.range, _): nil
        }
    }
}
