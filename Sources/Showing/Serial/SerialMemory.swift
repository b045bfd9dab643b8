internal import ANCS
internal import Board
internal import Linux
internal import Notices

/// Current state, to be sent to a newly connected device.
struct SerialMemory {
    /// Limit of notifications; the least recently changed is dropped first.
    static let limit = 128
    /// Limit of residents and lost items; the least recently updated is dropped first.
    static let placeLimit = 64

    private struct Kept {
        var change: NoticeChange
        var notice: Notice
        var time: WallTime
        var since: Duration
        /// Whether the event was sent or queued while the device was listening.
        var isSaid: Bool
        /// Whether the device receives updates of this notification.
        var isFollowed: Bool
        /// Whether the present device has received it completely.
        var isHeard = false

        /// Whether dropping it now counts as a loss.
        var isLost: Bool { isFollowed && !isSaid }
    }

    private var radio: BridgeEvent?
    private var phones = PhoneList()
    private var places: [(kind: String, name: String, event: BridgeEvent)] = []
    /// Oldest change first.
    private var notices: [Kept] = []
    /// Recently ended calls: most are reported as answered or missed a moment later.
    private var endedCalls = BoundedMemory<NoticeID, EndedCall>(limit: 16)

    private struct EndedCall {
        /// Whether it was counted as lost because it was never sent.
        let isLost: Bool
        let isFollowed: Bool
    }

    /// Returns the notification that an action of the device refers to, among those it has
    /// received.
    func notice(meantBy act: NoticeAction) -> NoticeID? {
        notices.filter { kept in
            guard kept.isHeard else { return false }
            return switch act {
            case .answer, .decline: kept.notice.call?.state == .ringing
            case .clear:
                [nil, .missed].contains(kept.notice.call?.state)
                    && kept.notice.flags.contains(.negativeAction)
            }
        }.map(\.notice.id).max { $0.rawValue < $1.rawValue }
    }

    /// Whether the device receives updates of a notification.
    func follows(_ id: NoticeID) -> Bool {
        notices.contains { $0.notice.id == id && $0.isFollowed }
            || endedCalls[id]?.isFollowed == true
    }

    /// Records that a notification was received completely.
    mutating func hear(_ id: NoticeID) {
        guard let index = notices.firstIndex(where: { $0.notice.id == id }) else { return }
        notices[index].isHeard = true
    }

    /// Takes an event and returns how many notifications are lost with it.
    ///
    /// Negative if a notification returns that was counted as lost.
    ///
    /// - Parameters:
    ///   - isWanted: whether the device is to receive the event.
    ///   - isSaid: whether the device is listening.
    mutating func take(
        _ event: BridgeEvent, isWanted: Bool = true, isSaid: Bool, at now: Duration
    ) -> Int {
        switch event {
        case .source, .listed: return 0
        case .beacon(let news, let time):
            if isWanted { place(news, time) }
            return 0
        case .radio:
            radio = event
            return 0
        case .renamed(let phone, let old, _):
            phones.rename(phone, from: old)
            for index in notices.indices where notices[index].notice.phone == old {
                notices[index].notice.phone = phone.name
            }
            return 0
        case .phone(let state, let phone, let time):
            phones.put(phone, state, at: time)
            return 0
        case .battery(let level, let phone, let time):
            phones.put(phone, battery: level, at: time)
            return 0
        case .media(let media, let phone, let time):
            phones.put(phone, media: media, at: time)
            return 0
        case .notice(let change, let notice, let time):
            return take(change, notice, at: time, isWanted: isWanted, isSaid: isSaid, now: now)
        }
    }

    /// Keeps the places of residents, and lost items until they are back.
    private mutating func place(_ news: BeaconNews, _ time: WallTime) {
        guard news.change.lasts else { return }
        let subject = news.subject
        places.removeAll { $0.kind == subject.kind && $0.name == subject.name }
        switch subject {
        case .region: return
        case .item where news.change == .withdrawn, .person where news.change == .withdrawn: return
        case .item where news.change != .left: return
        case .item, .person: break
        }
        var said = news
        said.isKept = false
        places.append((subject.kind, subject.name, .beacon(said, at: time)))
        if places.count > Self.placeLimit { places.removeFirst() }
    }

    private mutating func take(
        _ change: NoticeChange, _ notice: Notice, at time: WallTime, isWanted: Bool, isSaid: Bool,
        now: Duration
    ) -> Int {
        let index = notices.firstIndex { $0.notice.id == notice.id }
        let old = index.map { notices.remove(at: $0) }
        // The name of a caller may become known after the end of the call.
        if [.removed, .forgotten, .ended].contains(change) || notice.call?.state == .ended {
            let isLost = old?.isLost == true && !isSaid
            let ended = endedCalls[notice.id]
            let isOver = change == .ended && (old != nil || ended != nil)
            endedCalls[notice.id] =
                isOver
                ? EndedCall(isLost: isLost || ended?.isLost == true, isFollowed: isWanted) : nil
            return isLost ? 1 : 0
        }
        let isFound = endedCalls[notice.id]?.isLost == true
        endedCalls[notice.id] = nil
        let wasThere = change == .added || old?.change == .added
        notices.append(
            Kept(
                change: Self.beginning(notice, wasThere: wasThere), notice: notice, time: time,
                since: now, isSaid: isSaid || !isWanted, isFollowed: isWanted,
                isHeard: old?.isHeard == true && isSaid))
        let isOneTooMany = notices.count > Self.limit && notices.removeFirst().isLost
        return (isOneTooMany ? 1 : 0) - (isFound ? 1 : 0)
    }

    /// Returns the first change to send for a notification in this state.
    ///
    /// - Parameter wasThere: whether it was on the phone before it was first reported; such a
    ///   missed call is not reported as a new one.
    private static func beginning(_ notice: Notice, wasThere: Bool) -> NoticeChange {
        switch notice.call?.state {
        case .ringing: .ringing
        case .answered: .answered
        case .missed: wasThere ? .added : .missed
        case .ended, nil: .added
        }
    }

    /// Records that a notification was not sent after all, and returns whether it is kept.
    mutating func takeBack(_ id: NoticeID) -> Bool {
        guard let index = notices.firstIndex(where: { $0.notice.id == id }) else { return false }
        notices[index].isSaid = false
        return true
    }

    /// Returns the events to send with the time since which they apply, and the number of expired
    /// notifications that were never sent.
    mutating func state(
        at now: Duration, maxAge: Duration
    ) -> (events: [(event: BridgeEvent, since: Duration)], lost: Int) {
        let state = [radio].compactMap(\.self) + phones.events + places.map(\.event)
        var events = state.map { ($0, now) }
        var lost = 0
        for index in notices.indices {
            let kept = notices[index]
            notices[index].isHeard = false
            guard kept.isFollowed else { continue }
            if now - kept.since <= maxAge {
                events.append((.notice(kept.change, kept.notice, at: kept.time), kept.since))
            } else if !kept.isSaid {
                lost += 1
            }
            notices[index].isSaid = true
        }
        return (events, lost)
    }
}
