import ANCS
import Linux
package import Notices

/// What a watcher was shown, so that nothing is shown twice when all that holds is told once more.
///
/// A bridge that was started anew has other names for the notices on a phone; then their words tell.
package struct NewsMemory {
    /// Notices that are remembered; past that the one heard of longest ago counts as new.
    package static let limit = 16_384

    private struct Seen {
        var changes: Set<NoticeChange>
        var words: Int
    }

    private var seen = BoundedMemory<NoticeID, Seen>(limit: limit)
    private var phones: [PhoneName.Key: PhoneState] = [:]
    private var radio: RadioCondition?
    /// Whether regions, things and persons are here; there are only as many as a configuration has.
    private var beacons: [[String]: Bool] = [:]
    /// The notices that may be announced anew under other names, by a number for their words.
    private var unconfirmed: [Int: [NoticeID]] = [:]

    /// Nothing was told yet.
    package init() {}

    /// Takes note that the connection has begun anew, perhaps to another bridge.
    package mutating func beginAgain() {
        unconfirmed = [:]
        for (id, seen) in seen.all where seen.changes.isDisjoint(with: [.removed, .forgotten]) {
            unconfirmed[seen.words, default: []].append(id)
        }
    }

    /// Takes note of an event that happened before anybody watched.
    package mutating func note(_ event: BridgeEvent) {
        _ = news(in: event, isHeld: true)
    }

    /// What is new in an event; nil where all of it was shown before.
    ///
    /// - Parameter isHeld: whether it tells what holds, and not what happens now.
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
        case .notice(let change, let notice, let time):
            let words = notice.wordsNumber
            let (old, isAgain) = record(of: notice, words, isHeld: isHeld)
            let new = Seen(changes: (old?.changes ?? []).union([change]), words: words)
            seen[notice.id] = new
            guard let old, isHeld || isAgain else { return event }
            // What is announced again is no news, whatever it was when it came.
            let isKnown = old.changes.contains(change) || isAgain && change == .added
            if !isKnown { return event }
            return old.words == words ? nil : .notice(.modified, notice, at: time)
        }
    }

    /// What holds of a beacon is told where it is otherwise than it was; what happens is told in any case.
    private mutating func take(
        _ news: BeaconNews, at time: WallTime, isHeld: Bool
    ) -> BridgeEvent? {
        let key = [news.subject.kind, news.subject.name]
        if news.change == .withdrawn { beacons[key] = nil }
        guard let isHere = news.isHere else { return isHeld ? nil : .beacon(news, at: time) }
        let wasHere = beacons.updateValue(isHere, forKey: key)
        guard isHeld || news.isKept else { return .beacon(news, at: time) }
        guard wasHere != isHere else { return nil }
        var news = news
        news.isKept = false
        return .beacon(news, at: time)
    }

    /// What is known of a notice, and whether that was under another name.
    private mutating func record(
        of notice: Notice, _ words: Int, isHeld: Bool
    ) -> (Seen?, isAgain: Bool) {
        if let known = seen[notice.id] { return (known, false) }
        let mayBeKnown = isHeld || notice.flags.contains(.preExisting) || notice.isUnfinishedCall
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
    /// A number for what makes it the same notice to a person, another one in every process.
    fileprivate var wordsNumber: Int {
        var hasher = Hasher()
        hasher.combine(phoneName.key)
        hasher.combine(category)
        hasher.combine(date)
        for text in [appID, title, subtitle, message] { hasher.combine(text) }
        return hasher.finalize()
    }
}
