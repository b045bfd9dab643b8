package import Linux
package import Notices

/// The current state of a bridge, folded from its events: radio, phones, places, and notifications of the day.
package struct Day: Sendable {
    /// Maximum number of notifications kept; beyond that those gone from the phone are dropped first, then the oldest.
    package static let noticeLimit = 1_024
    /// Byte limit of kept notifications, each counted as its texts plus 256; beyond that they are dropped in the same order.
    package static let byteLimit = 1 << 20

    /// Returns the size to which an exceeded limit is reduced, so that cleanup is rare.
    private static func rest(of limit: Int) -> Int { limit / 8 * 7 }

    private struct Kept: Sendable {
        /// Last event that changed the state of the notification.
        var change: NoticeChange
        var notice: Notice
        var time: WallTime
        /// Sequence number of the event that last changed the state.
        var rank: UInt64
        /// Reason and time of the removal from the phone.
        var removal: (by: Notice.Removal?, at: WallTime)?

        var cost: Int {
            let texts = [notice.title, notice.subtitle, notice.message]
            return texts.reduce(256) { $0 + $1.bytes.count }
        }

        /// Whether the notification is no longer on its phone, or is a finished call that was not missed.
        var isGone: Bool { removal != nil || notice.call?.state == .ended }

        /// Order of eviction: gone notifications first, live calls last, regardless of age.
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
    /// Current names of phones.
    private var names: [PhoneName.Key: String] = [:]
    private var notices: [NoticeID: Kept] = [:]
    private var nextRank: UInt64 = 0
    private var byteCount = 0

    package init() {}

    // MARK: Events

    /// Applies an event.
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
        case .battery(let level, let phone, let time):
            phones.put(phone, battery: level, at: time)
        case .media(let media, let phone, let time): phones.put(phone, media: media, at: time)
        case .notice(.removed, let notice, let time) where !notice.isShownText:
            remove(notice, at: time)
        case .notice(.removed, let notice, _), .notice(.forgotten, let notice, _):
            forget(notice.id)
        case .notice(let change, let notice, let time): put(change, notice, time)
        }
    }

    private mutating func call(_ phone: PhoneName.Key, _ name: String) {
        // A phone without an id leaves its former name behind at each rename.
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

    // MARK: Current state

    /// Returns events that reproduce the current state, in a consistent order.
    ///
    /// - Parameter midnight: notifications gone from their phone and older than this are omitted.
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

    /// A notification and the last event that changed its state.
    package struct Entry: Sendable {
        package let event: BridgeEvent
        package let notice: Notice
        /// Whether the notification is no longer on its phone.
        package let isGone: Bool
    }

    /// Kept notifications, in no particular order.
    package var entries: [Entry] {
        notices.values.map { kept in
            let notice = named(kept.removed)
            let event = kept.removal.map { BridgeEvent.notice(.removed, notice, at: $0.at) }
            return Entry(
                event: event ?? .notice(kept.change, notice, at: kept.time), notice: notice,
                isGone: kept.isGone)
        }
    }

    /// Number of notifications of each category on the phones.
    package var counts: [String: Int] {
        notices.values.reduce(into: [:]) { counts, kept in
            if !kept.isGone { counts[kept.notice.category.name, default: 0] += 1 }
        }
    }

    /// What phones play, with the time as of which it holds; the least recently updated phone first.
    package var played: [(phone: PhoneName, media: PlayedMedia, time: WallTime)] { phones.played }

    /// Battery levels of the connected phones, with the time of the last report.
    package var batteries: [(phone: PhoneName, level: Int, time: WallTime)] { phones.batteries }

    package var phoneCount: Int { phones.entries.count }

    /// Returns a notification with all its texts, and whether it is gone from its phone; nil if it is not kept.
    package func notice(_ id: NoticeID) -> (notice: Notice, isGone: Bool)? {
        notices[id].map { (named($0.removed), $0.removal != nil) }
    }

    /// Returns the notification with the current name of its phone.
    private func named(_ notice: Notice) -> Notice {
        guard let name = names[notice.phoneName.key], name != notice.phone else { return notice }
        var notice = notice
        notice.phone = name
        return notice
    }
}
