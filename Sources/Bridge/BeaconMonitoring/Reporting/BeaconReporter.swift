import Beacons
import Linux
import Notices

/// What events of regions and persons are to those who hear of them.
struct BeaconReporter {
    /// The things of each region.
    private let items: [String: [BeaconSettings.Item]]

    init(_ settings: BeaconSettings) {
        items = Dictionary(grouping: settings.items, by: \.region)
    }

    /// The things whose beacon a region is.
    func items(of region: String) -> [BeaconSettings.Item] { items[region] ?? [] }

    /// An event of a region, as one of each thing that has its beacon, or else of itself.
    func news(
        _ event: RegionEvent, by clocks: TwoClocks, isKept: Bool = false
    ) -> [BeaconNews] {
        news(
            event.change.told, event.condition, by: clocks,
            isKept: isKept || event.change == .moved)
    }

    /// What holds of a region after a start, for those who come later.
    func kept(_ condition: RegionCondition, by clocks: TwoClocks) -> [BeaconNews] {
        switch condition.state {
        case .never: []
        case .near: news(.near, condition, by: clocks, isKept: true)
        case .left: news(.left, condition, by: clocks, isKept: true)
        }
    }

    /// That a thing is still missing.
    func reminder(
        of item: BeaconSettings.Item, _ condition: RegionCondition, by clocks: TwoClocks
    ) -> BeaconNews {
        var news = Self.news(
            .left, of: .item(item.item, region: item.region), condition, by: clocks)
        news.isReminder = true
        return news
    }

    /// Where a person is.
    static func news(
        of person: String, _ phone: PhoneName, _ presence: Presence, by clocks: TwoClocks,
        isKept: Bool = false
    ) -> BeaconNews {
        var news = BeaconNews(
            .presence, of: .person(person, phone: phone, isHome: presence.state == .home),
            zone: presence.zone, accuracy: presence.accuracy, signal: presence.signal)
        if presence.state != .home { news.lastHeard = presence.lastHeard.map(clocks.wall) }
        news.isKept = isKept
        return news
    }

    /// That nothing more is known of something.
    static func end(of last: BeaconNews) -> BeaconNews {
        BeaconNews(.withdrawn, of: last.subject, zone: .unknown)
    }

    private func news(
        _ change: BeaconChange, _ condition: RegionCondition, by clocks: TwoClocks, isKept: Bool
    ) -> [BeaconNews] {
        let name = condition.region.name
        let things = items(of: name).map { BeaconSubject.item($0.item, region: name) }
        return (things.isEmpty ? [.region(name)] : things).map { subject in
            var news = Self.news(change, of: subject, condition, by: clocks)
            news.isKept = isKept
            return news
        }
    }

    private static func news(
        _ change: BeaconChange, of subject: BeaconSubject, _ condition: RegionCondition,
        by clocks: TwoClocks
    ) -> BeaconNews {
        var news = BeaconNews(
            change, of: subject, zone: condition.zone, accuracy: condition.accuracy,
            signal: condition.signal, beacon: condition.beacon)
        if change == .left { news.lastHeard = condition.lastHeard.map(clocks.wall) }
        return news
    }
}

extension RegionEvent.Change {
    /// The same as others hear of it.
    fileprivate var told: BeaconChange {
        switch self {
        case .near: .near
        case .left: .left
        case .back: .back
        case .tap: .tap
        case .range: .range
        // For those who show where it is; to nobody else it is news.
        case .moved: .near
        }
    }
}
