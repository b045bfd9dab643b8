import Beacons
import Linux
import Notices

/// Translation of events of regions and residents into beacon news.
struct BeaconReporter {
    /// Items by their region.
    private let items: [String: [BeaconSettings.Item]]

    init(_ settings: BeaconSettings) {
        items = Dictionary(grouping: settings.items, by: \.region)
    }

    /// Returns the items that use this region.
    func items(of region: String) -> [BeaconSettings.Item] { items[region] ?? [] }

    /// Returns the news of a region event, one for each item of the region, or one for the region itself.
    func news(
        _ event: RegionEvent, by clocks: TwoClocks, isKept: Bool = false
    ) -> [BeaconNews] {
        news(
            event.change.told, event.condition, by: clocks,
            isKept: isKept || event.change == .moved)
    }

    /// Returns the current state of a region as news, empty if it was never near.
    func kept(_ condition: RegionCondition, by clocks: TwoClocks) -> [BeaconNews] {
        switch condition.state {
        case .never: []
        case .near: news(.near, condition, by: clocks, isKept: true)
        case .left: news(.left, condition, by: clocks, isKept: true)
        }
    }

    /// Returns the reminder that an item is still missing.
    func reminder(
        of item: BeaconSettings.Item, _ condition: RegionCondition, by clocks: TwoClocks
    ) -> BeaconNews {
        var news = Self.news(
            .left, of: .item(item.item, region: item.region), condition, by: clocks)
        news.isReminder = true
        return news
    }

    /// Returns the presence of a resident as news.
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

    /// Returns the news that a subject is no longer watched, from its last news.
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
    /// The change as it is reported.
    fileprivate var told: BeaconChange {
        switch self {
        case .near: .near
        case .left: .left
        case .back: .back
        case .tap: .tap
        case .range: .range
        // Reported as a current state only, not as a new event.
        case .moved: .near
        }
    }
}
