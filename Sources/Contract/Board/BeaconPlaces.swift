package import Linux
package import Notices

/// Kind of subject that can be here or away; names are unique within a kind.
package enum PlaceKind: String, CaseIterable, Sendable {
    /// A resident, located by their phone.
    case person
    /// An item that carries a beacon.
    case item
    /// A beacon that belongs to no item.
    case beacon

    /// Maps the subject of a beacon event to its kind.
    package init(_ subject: BeaconSubject) {
        switch subject {
        case .region: self = .beacon
        case .item: self = .item
        case .person: self = .person
        }
    }
}

/// Whereabouts of an item, a resident or a beacon, as displays show them.
package struct BeaconPlace: Hashable, Sendable {
    package let name: String
    /// Emoji that stands for the subject.
    package let picture: String?
    /// Whether this is an item, a resident, or a beacon that stands for neither.
    package let kind: PlaceKind
    package let isHere: Bool
    /// Distance zone.
    package let zone: Zone
    /// Time of the last change between here and away.
    package let since: WallTime
    /// Text of the alert if it was left behind; empty otherwise.
    package let words: String

    package var isMissing: Bool { kind == .item && !isHere }

    /// The emoji and the name.
    package var who: String { picture.map { "\($0) \(name)" } ?? name }

    /// Returns the whereabouts in a word or two.
    ///
    /// - Parameter time: the time at which the words are shown.
    package func whereabouts(at time: WallTime) -> String {
        let moment = RowMoment(since, asOf: time).words(columns: 10)
        switch (kind, isHere) {
        case (.person, true): return "home"
        case (.person, false): return "away \(moment)"
        case (_, true): return zone == .unknown ? "here" : zone.rawValue
        case (_, false): return "left \(moment)"
        }
    }

    /// Returns the name and the whereabouts, for a row that lists several.
    package func text(at time: WallTime) -> String { "\(who) \(whereabouts(at: time))" }
}

/// Whereabouts of items, residents and beacons, with the last event of each.
struct BeaconPlaces: Sendable {
    /// Maximum number of places kept; beyond that the one least recently updated is dropped.
    static let limit = 160

    /// Places by kind and name, least recently updated first.
    private var entries: [(key: [String], place: BeaconPlace, event: BridgeEvent)] = []

    /// Places in display order: missing items, then residents, then other items and beacons, each by name.
    var all: [BeaconPlace] {
        entries.map(\.place).sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    }

    /// Last event of each place, marked as kept, for clients that connect later.
    var events: [BridgeEvent] { entries.map(\.event) }

    /// Applies a beacon event and returns whether anything changed.
    ///
    /// - Parameter hidesMissing: whether to omit an item that is left behind by this event.
    mutating func take(
        _ news: BeaconNews, at time: WallTime, hidesMissing: Bool = false
    ) -> Bool {
        let key = [news.subject.kind, news.subject.name]
        let index = entries.firstIndex { $0.key == key }
        guard news.change != .withdrawn else {
            if let index { entries.remove(at: index) }
            return index != nil
        }
        guard news.change.lasts, let isHere = news.isHere else { return false }
        let old = index.map { entries[$0] }
        let place = BeaconPlace(
            name: news.subject.name.cleaned(), picture: news.picture?.cleaned(),
            kind: PlaceKind(news.subject), isHere: isHere, zone: news.zone,
            since: old?.place.isHere == isHere ? old?.place.since ?? time : time,
            words: news.change == .left ? news.text.cleaned() : "")
        let isOther = old?.place != place
        if !isOther, news.isReminder { return false }
        if let index { entries.remove(at: index) }
        if hidesMissing, place.isMissing, old?.place.isMissing != true { return index != nil }
        var kept = news
        kept.isKept = true
        let event = news.isReminder ? old?.event : nil
        entries.append((key, place, event ?? .beacon(kept, at: time)))
        if entries.count > Self.limit { entries.removeFirst() }
        return isOther
    }
}

extension BeaconPlace {
    fileprivate var rank: Int { kind == .person ? 1 : isMissing ? 0 : 2 }
}
