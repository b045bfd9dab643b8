package import Beacons
package import Linux
import Notices

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
    /// Whether it is a thing, a person, or a beacon that stands for neither.
    package let kind: Kind
    /// Whether it is here.
    package let isHere: Bool
    /// How near it is.
    package let zone: Zone
    /// Since when it is, or is not, here.
    package let since: WallTime
    /// What is said where it was left behind.
    package let words: String

    /// What a place can be of.
    package enum Kind: Int, Hashable, Sendable {
        /// Somebody, who is where the phone is.
        case person
        /// Something that is not to be left behind.
        case item
        /// Any other beacon.
        case region
    }

    /// Whether it was left behind.
    package var isMissing: Bool { kind == .item && !isHere }

    /// Its picture and its name.
    package var who: String { picture.map { "\($0) \(name)" } ?? name }

    /// Where it is, in a word or two.
    ///
    /// - Parameter time: the moment at which it is shown.
    package func whereabouts(at time: WallTime) -> String {
        let moment = RowMoment(since, asOf: time).words(columns: 10)
        switch (kind, isHere) {
        case (.person, true): return "home"
        case (.person, false): return "away \(moment)"
        case (_, true): return zone == .unknown ? "here" : zone.rawValue
        case (_, false): return "left \(moment)"
        }
    }

    /// Both, as they stand in a row of several.
    package func text(at time: WallTime) -> String { "\(who) \(whereabouts(at: time))" }
}

/// Things and persons, and where they are: a row of their own on displays.
struct BeaconPlaces: Hashable, Sendable {
    /// Those that are kept; past that the one that was heard of longest ago is not shown.
    static let limit = 160

    private var places: [(key: BeaconPlaceKey, place: BeaconPlace)] = []
    /// What was left behind in quiet hours, and is not shown before they are over.
    private var unshown: Set<BeaconPlaceKey> = []

    static func == (left: Self, right: Self) -> Bool {
        left.places.map(\.place) == right.places.map(\.place) && left.unshown == right.unshown
    }

    func hash(into hasher: inout Hasher) { hasher.combine(places.map(\.place)) }

    /// What was left behind first, then persons, then the rest; each by name.
    var all: [BeaconPlace] {
        places.filter { !unshown.contains($0.key) }.map(\.place)
            .sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    }

    /// Shows what quiet hours kept back; says whether there was anything.
    mutating func endQuiet() -> Bool {
        defer { unshown = [] }
        return !unshown.isEmpty
    }

    /// Takes what happened to a thing, a beacon or a person; says whether anything is otherwise now.
    ///
    /// - Parameter isQuiet: whether something that is left behind now is not to be shown yet.
    mutating func take(_ news: BeaconNews, at time: WallTime, isQuiet: Bool = false) -> Bool {
        let key = BeaconPlaceKey(news.subject)
        if news.change == .withdrawn { return remove(key) }
        guard news.change.lasts, let isHere = news.isHere else { return false }
        let old = places.firstIndex { $0.key == key }
        var since = time
        if let old, places[old].place.isHere == isHere { since = places[old].place.since }
        let place = BeaconPlace(
            name: news.subject.name.cleaned(), picture: news.picture?.cleaned(),
            kind: news.subject.placeKind, isHere: isHere, zone: news.zone, since: since,
            words: news.change == .left ? news.text.cleaned() : "")
        if let old, places[old].place == place { return false }
        let wasMissing = old.map { places[$0].place.isMissing } ?? false
        if !place.isMissing { unshown.remove(key) }
        if place.isMissing, !wasMissing, isQuiet { unshown.insert(key) }
        if let old { places.remove(at: old) }
        places.append((key, place))
        if places.count > Self.limit { unshown.remove(places.removeFirst().key) }
        return true
    }

    private mutating func remove(_ key: BeaconPlaceKey) -> Bool {
        unshown.remove(key)
        guard let index = places.firstIndex(where: { $0.key == key }) else { return false }
        places.remove(at: index)
        return true
    }
}

extension BeaconPlace {
    fileprivate var rank: Int { kind == .person ? 1 : isMissing ? 0 : 2 }
}

extension BeaconSubject {
    fileprivate var placeKind: BeaconPlace.Kind {
        switch self {
        case .region: .region
        case .item: .item
        case .person: .person
        }
    }
}
