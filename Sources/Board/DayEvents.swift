package import Linux
package import Notices

/// The events that together tell a display all that holds, for displays that come later.
package struct DayEvents: Sendable {
    /// Notices that are kept; past that what is gone from the phone goes first, then the oldest.
    package static let noticeLimit = 1_024
    /// Bytes of texts that are kept; past that likewise.
    package static let byteLimit = 1 << 20

    /// What is left of either where it is too much: room for many is made at once.
    private static func rest(of limit: Int) -> Int { limit / 8 * 7 }

    private struct Kept: Sendable {
        var change: NoticeChange
        var notice: Notice
        var time: WallTime
        /// Counts up with everything that came to be what it is.
        var rank: UInt64
        /// What took it from the phone.
        var removal: BoardEvent?

        var cost: Int {
            let texts = [notice.title, notice.subtitle, notice.message]
            return texts.reduce(256) { $0 + $1.bytes.count }
        }

        /// Whether it is not on its phone any more; a call that is over and was not missed is not.
        var isGone: Bool { removal != nil || notice.call?.state == .ended }

        /// What is gone from its phone matters least, and a call most, however old it is.
        var importance: Int { isGone ? 0 : notice.isCall ? 2 : 1 }
    }

    private var radio: BoardEvent?
    /// What was said last of each thing, beacon and person, in the order in which it was.
    private var places: [(subject: BeaconPlaceKey, event: BoardEvent)] = []
    private var phones: [(name: String, event: BoardEvent)] = []
    private var notices: [NoticeID: Kept] = [:]
    private var nextRank: UInt64 = 0
    private var byteCount = 0

    /// Nothing has happened yet.
    package init() {}

    /// Takes an event.
    package mutating func take(_ event: BoardEvent) {
        switch event {
        case .source, .listed: break
        case .beacon(let news, let time): place(news, time)
        case .radio: radio = event
        case .phone(_, let phone, _):
            phones.removeAll { $0.name == phone.name }
            phones.append((phone.name, event))
            if phones.count > DayBoard.phoneLimit { phones.removeFirst() }
        case .renamed(let phone, let old, _): rename(old, to: phone.name)
        case .notice(.removed, let notice, _) where notice.isShownText: forget(notice.id)
        case .notice(.removed, let notice, _): remove(notice.id, event)
        case .notice(.forgotten, let notice, _): forget(notice.id)
        case .notice(let change, let notice, let time): put(change, notice, time)
        }
    }

    /// The events, in an order that makes sense; without what was gone before a moment.
    ///
    /// - Parameter midnight: what is gone from a phone and came before that is of no interest.
    package func all(since midnight: WallTime) -> [BoardEvent] {
        var events = [radio].compactMap(\.self) + phones.map(\.event) + places.map(\.event)
        for kept in notices.values.sorted(by: { $0.rank < $1.rank }) {
            if kept.isGone, kept.time.milliseconds < midnight.milliseconds { continue }
            events.append(.notice(kept.change, kept.notice, at: kept.time))
            if let removal = kept.removal { events.append(removal) }
        }
        return events
    }

    /// How many notices of each category are on the phones.
    package var counts: [String: Int] {
        notices.values.reduce(into: [:]) { counts, kept in
            if !kept.isGone { counts[kept.notice.category.name, default: 0] += 1 }
        }
    }

    /// What holds of a thing from now on; for those who come later it is no news.
    private mutating func place(_ news: BeaconNews, _ time: WallTime) {
        guard news.change.lasts, !news.isReminder else { return }
        let key = BeaconPlaceKey(news.subject)
        places.removeAll { $0.subject == key }
        if news.change == .withdrawn { return }
        var kept = news
        kept.isKept = true
        places.append((key, .beacon(kept, at: time)))
        if places.count > BeaconPlaces.limit { places.removeFirst() }
    }

    /// A notice with all its words, and whether it is gone from its phone; nil where it is not kept, or
    /// not any more.
    package func notice(_ id: NoticeID) -> (notice: Notice, isGone: Bool)? {
        guard let kept = notices[id] else { return nil }
        var notice = kept.notice
        if case .notice(_, let removed, _) = kept.removal { notice.removal = removed.removal }
        return (notice, kept.removal != nil)
    }

    private mutating func rename(_ old: String, to new: String) {
        if let index = phones.firstIndex(where: { $0.name == old }),
            case .phone(let state, let phone, let time) = phones[index].event
        {
            phones[index] = (new, .phone(state, phone.called(new), at: time))
            phones = phones.enumerated().filter { $0 == index || $1.name != new }.map(\.element)
        }
        for id in notices.keys where notices[id]?.notice.phone == old {
            notices[id]?.notice.phone = new
            if case .notice(let change, var notice, let time) = notices[id]?.removal {
                notice.phone = new
                notices[id]?.removal = .notice(change, notice, at: time)
            }
        }
    }

    private mutating func put(_ change: NoticeChange, _ notice: Notice, _ time: WallTime) {
        var new = Kept(change: change, notice: notice, time: time, rank: nextRank)
        nextRank += 1
        if let old = notices[notice.id] {
            byteCount -= old.cost
            if old.notice.call?.state == notice.call?.state {
                (new.change, new.time, new.rank) = (old.change, old.time, old.rank)
            } else if notice.isCall {
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

    private mutating func remove(_ id: NoticeID, _ removal: BoardEvent) {
        guard let kept = notices[id] else { return }
        if kept.notice.isCall { return forget(id) }
        if kept.removal == nil { notices[id]?.removal = removal }
    }

    private mutating func forget(_ id: NoticeID) {
        guard let kept = notices[id] else { return }
        byteCount -= kept.cost
        notices[id] = nil
    }
}

extension Notice {
    /// Whether it is a call that rings or goes on.
    fileprivate var isCall: Bool { call?.state == .ringing || call?.state == .answered }
}
