package import Linux
package import Notices

/// The current state of a bridge, made of its events: its radio, its phones, items and people, and the notices of the day.
package struct Day: Sendable {
    /// Notices that are kept; beyond that those that are gone from the phone are dropped first, then the oldest.
    package static let noticeLimit = 1_024
    /// Bytes of texts that are kept; beyond that notices are dropped in the same order.
    package static let byteLimit = 1 << 20

    /// What is left of either limit once it is exceeded: room for many is made at once.
    private static func rest(of limit: Int) -> Int { limit / 8 * 7 }

    private struct Kept: Sendable {
        /// The event by which the notice came to be what it is.
        var change: NoticeChange
        var notice: Notice
        var time: WallTime
        /// Counts up with every event that made a notice what it is.
        var rank: UInt64
        /// When and by whom it was taken from the phone.
        var removal: (by: Notice.Removal?, at: WallTime)?

        var cost: Int {
            let texts = [notice.title, notice.subtitle, notice.message]
            return texts.reduce(256) { $0 + $1.bytes.count }
        }

        /// Whether it is not on its phone any more, as a call that is over and was not missed.
        var isGone: Bool { removal != nil || notice.call?.state == .ended }

        /// What is gone from its phone matters least, and a call most, however old it is.
        var importance: Int { isGone ? 0 : notice.isLiveCall ? 2 : 1 }

        var removed: Notice {
            var notice = notice
            notice.removal = removal?.by
            return notice
        }
    }

    private var radio: BridgeEvent?
    private var places = BeaconPlaces()
    private var phones = PhoneList()
    /// The names that phones have now.
    private var names: [PhoneName.Key: String] = [:]
    private var notices: [NoticeID: Kept] = [:]
    private var nextRank: UInt64 = 0
    private var byteCount = 0

    /// Nothing has happened yet.
    package init() {}

    // MARK: What happens

    /// Takes an event.
    package mutating func take(_ event: BridgeEvent) {
        switch event {
        case .source, .listed: break
        case .beacon(let news, let time): _ = places.take(news, at: time)
        case .radio: radio = event
        case .phone(let state, let phone, let time):
            phones.put(phone, state, at: time)
            call(phone.key, phone.name)
        case .renamed(let phone, let old, _):
            phones.rename(phone, from: old)
            call(phone.formerKey(old), phone.name)
        case .notice(.removed, let notice, let time) where !notice.isShownText:
            remove(notice, at: time)
        case .notice(.removed, let notice, _), .notice(.forgotten, let notice, _):
            forget(notice.id)
        case .notice(let change, let notice, let time): put(change, notice, time)
        }
    }

    private mutating func call(_ phone: PhoneName.Key, _ name: String) {
        // A phone without an id leaves one name behind each time.
        if names[phone] != nil || names.count < Self.noticeLimit { names[phone] = name }
    }

    private mutating func put(_ change: NoticeChange, _ notice: Notice, _ time: WallTime) {
        var new = Kept(change: change, notice: notice, time: time, rank: nextRank)
        nextRank += 1
        if let old = notices[notice.id] {
            byteCount -= old.cost
            if old.notice.call?.state == notice.call?.state {
                (new.change, new.time, new.rank) = (old.change, old.time, old.rank)
            } else if notice.isLiveCall {
                new.rank = old.rank
            }
        }
        notices[notice.id] = new
        byteCount += new.cost
        if notices.count > Self.noticeLimit || byteCount > Self.byteLimit { makeRoom() }
    }

    private mutating func makeRoom() {
        let leastFirst = notices.values.sorted {
            ($0.importance, $0.rank) < ($1.importance, $1.rank)
        }
        for kept in leastFirst.dropLast() {
            guard
                notices.count > Self.rest(of: Self.noticeLimit)
                    || byteCount > Self.rest(of: Self.byteLimit)
            else { return }
            forget(kept.notice.id)
        }
    }

    private mutating func remove(_ notice: Notice, at time: WallTime) {
        guard let kept = notices[notice.id] else { return }
        if kept.notice.isLiveCall { return forget(notice.id) }
        if kept.removal == nil { notices[notice.id]?.removal = (notice.removal, time) }
    }

    private mutating func forget(_ id: NoticeID) {
        guard let kept = notices.removeValue(forKey: id) else { return }
        byteCount -= kept.cost
    }

    // MARK: What is so now

    /// The events that describe the current state, in an order that makes sense.
    ///
    /// - Parameter midnight: what came before that and is gone from its phone is left out.
    package func events(since midnight: WallTime) -> [BridgeEvent] {
        var events = [radio].compactMap(\.self) + phones.events + places.events
        for kept in notices.values.sorted(by: { $0.rank < $1.rank }) {
            if kept.isGone, kept.time.milliseconds < midnight.milliseconds { continue }
            events.append(.notice(kept.change, named(kept.notice), at: kept.time))
            if let removal = kept.removal {
                events.append(.notice(.removed, named(kept.removed), at: removal.at))
            }
        }
        return events
    }

    /// A notice, and the last event that made it what it is.
    package struct Entry: Sendable {
        package let event: BridgeEvent
        package let notice: Notice
        /// Whether it is not on its phone any more.
        package let isGone: Bool
    }

    /// The notices that are kept, in no particular order.
    package var entries: [Entry] {
        notices.values.map { kept in
            let notice = named(kept.removed)
            let event = kept.removal.map { BridgeEvent.notice(.removed, notice, at: $0.at) }
            return Entry(
                event: event ?? .notice(kept.change, notice, at: kept.time), notice: notice,
                isGone: kept.isGone)
        }
    }

    /// How many notices of each category are on the phones.
    package var counts: [String: Int] {
        notices.values.reduce(into: [:]) { counts, kept in
            if !kept.isGone { counts[kept.notice.category.name, default: 0] += 1 }
        }
    }

    /// How many phones there are.
    package var phoneCount: Int { phones.entries.count }

    /// A notice with all its words, and whether it is gone from its phone; nil if it is not kept.
    package func notice(_ id: NoticeID) -> (notice: Notice, isGone: Bool)? {
        notices[id].map { (named($0.removed), $0.removal != nil) }
    }

    /// A notice under the name that its phone has now.
    private func named(_ notice: Notice) -> Notice {
        guard let name = names[notice.phoneName.key], name != notice.phone else { return notice }
        var notice = notice
        notice.phone = name
        return notice
    }
}
