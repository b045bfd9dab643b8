package import Linux
package import Notices

/// What can be here or away; each kind has names of its own.
package enum PlaceKind: String, CaseIterable, Sendable {
    /// A resident, who is where the phone is.
    case person
    /// An item that has a beacon.
    case item
    /// A beacon that is on no item.
    case beacon

    /// What a subject of beacons is.
    package init(_ subject: BeaconSubject) {
        switch subject {
        case .region: self = .beacon
        case .item: self = .item
        case .person: self = .person
        }
    }
}

/// Where a thing or a person is, as displays have it.
package struct BeaconPlace: Hashable, Sendable {
    /// What people call it.
    package let name: String
    /// Its picture, as an emoji.
    package let picture: String?
    /// Whether it is an item, a resident, or a beacon that stands for neither.
    package let kind: PlaceKind
    /// Whether it is here.
    package let isHere: Bool
    /// How near it is.
    package let zone: Zone
    /// Since when it is, or is not, here.
    package let since: WallTime
    /// What is said where it was left behind.
    package let words: String

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

/// Where items and people are, and the last event of each.
struct BeaconPlaces: Sendable {
    /// Those that are kept; past that the one that was heard of longest ago is dropped.
    static let limit = 160

    /// Each by its kind and its name, in the order in which they were heard of.
    private var entries: [(key: [String], place: BeaconPlace, event: BridgeEvent)] = []

    /// What was left behind first, then people, then the rest; each by name.
    var all: [BeaconPlace] {
        entries.map(\.place).sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    }

    /// The last event of each, as those who come later are told it: to them it is no news.
    var events: [BridgeEvent] { entries.map(\.event) }

    /// Takes what happened to an item, a beacon or a person; returns whether anything is other than before.
    ///
    /// - Parameter hidesMissing: whether something that is left behind now is left out.
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
