import Linux
package import Notices

/// Memory of what a follower has reported, so that a repeated current state produces no duplicates.
///
/// After a restart of the bridge, notifications on a phone have other identifiers and are recognised by their texts.
package struct NewsMemory {
    /// Maximum number of notifications remembered; beyond that the least recently updated one counts as new again.
    package static let limit = 16_384

    /// Maximum number of phones remembered.
    ///
    /// A phone without an identifier counts again with each name.
    static let limitOfPhones = 256
    /// Maximum number of regions, items and residents remembered.
    static let limitOfBeacons = 4_096

    private struct Seen {
        var changes: Set<NoticeChange>
        var words: Int
    }

    private var seen = BoundedMemory<NoticeID, Seen>(limit: limit)
    private var phones = BoundedMemory<PhoneName.Key, PhoneState>(limit: limitOfPhones)
    private var batteries = BoundedMemory<PhoneName.Key, Int>(limit: limitOfPhones)
    private var played = BoundedMemory<PhoneName.Key, [String]>(limit: limitOfPhones)
    private var radio: RadioCondition?
    /// Presence of regions, items and residents, by kind and name.
    private var beacons = BoundedMemory<[String], Bool>(limit: limitOfBeacons)
    /// Notifications that may be announced again under new identifiers, by hash of their texts.
    private var unconfirmed: [Int: [NoticeID]] = [:]

    package init() {}

    /// Marks the start of a new connection, possibly to another bridge.
    package mutating func beginAgain() {
        unconfirmed = [:]
        for (id, seen) in seen.all where seen.changes.isDisjoint(with: [.removed, .forgotten]) {
            unconfirmed[seen.words, default: []].append(id)
        }
    }

    /// Records an event from before the subscription.
    package mutating func note(_ event: BridgeEvent) {
        _ = news(in: event, isHeld: true)
    }

    /// Returns the part of an event that is new; nil if everything was reported before.
    ///
    /// - Parameter isHeld: whether the event describes the current state, as opposed to a live event.
    package mutating func news(in event: BridgeEvent, isHeld: Bool) -> BridgeEvent? {
        switch event {
        case .source, .listed, .renamed: return event
        case .beacon(let news, let time):
            return take(news, at: time, isHeld: isHeld)
        case .radio(let condition, _, _):
            defer { radio = condition }
            return isHeld && radio == condition ? nil : event
        case .phone(let state, let phone, _):
            defer { phones[phone.key] = state }
            return isHeld && phones[phone.key] == state ? nil : event
        case .battery(let level, let phone, _):
            defer { batteries[phone.key] = level }
            return isHeld && batteries[phone.key] == level ? nil : event
        case .media(let media, let phone, _):
            // The position alone is no news.
            let told = media.map { [$0.words ?? "", $0.state?.rawValue ?? ""] }
            defer { played[phone.key] = told }
            return isHeld && played[phone.key] == told ? nil : event
        case .notice(let change, let notice, let time):
            let words = notice.wordsNumber
            let (old, isAgain) = record(of: notice, words, isHeld: isHeld)
            let new = Seen(changes: (old?.changes ?? []).union([change]), words: words)
            seen[notice.id] = new
            guard let old, isHeld || isAgain else { return event }
            // A repeated announcement is not news, whatever change it reports.
            let isKnown = old.changes.contains(change) || isAgain && change == .added
            if !isKnown { return event }
            return old.words == words ? nil : .notice(.modified, notice, at: time)
        }
    }

    /// Reports the current state of a beacon only if it changed; live events are always reported.
    private mutating func take(
        _ news: BeaconNews, at time: WallTime, isHeld: Bool
    ) -> BridgeEvent? {
        let key = [news.subject.kind, news.subject.name]
        if news.change == .withdrawn { beacons[key] = nil }
        guard let isHere = news.isHere else { return isHeld ? nil : .beacon(news, at: time) }
        let wasHere = beacons[key]
        beacons[key] = isHere
        guard isHeld || news.isKept else { return .beacon(news, at: time) }
        guard wasHere != isHere else { return nil }
        var news = news
        news.isKept = false
        return .beacon(news, at: time)
    }

    /// Returns the record of a notification, and whether it was known under another identifier.
    private mutating func record(
        of notice: Notice, _ words: Int, isHeld: Bool
    ) -> (Seen?, isAgain: Bool) {
        if let known = seen[notice.id] { return (known, false) }
        let mayBeKnown = isHeld || notice.isPreExisting || notice.isUnfinishedCall
        guard mayBeKnown, var alike = unconfirmed[words], !alike.isEmpty else {
            return (nil, false)
        }
        let id = alike.removeFirst()
        unconfirmed[words] = alike
        defer { seen[id] = nil }
        return (seen[id], true)
    }
}

extension Notice {
    /// Hash of the properties by which users recognise a notification; differs between processes.
    fileprivate var wordsNumber: Int {
        var hasher = Hasher()
        hasher.combine(phoneName.key)
        hasher.combine(category)
        hasher.combine(date)
        for text in [appID, title, subtitle, message] { hasher.combine(text) }
        return hasher.finalize()
    }
}
