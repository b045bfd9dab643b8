import Board
import History
import Linux
import Notices

/// Compares successive snapshots of a central database, and returns their differences as events.
struct CentralChanges {
    /// Time after which a call without news no longer rings: phones give up sooner.
    private static let ringingLimit: Duration = .seconds(180)
    /// Maximum difference between the clocks of a bridge and of this host.
    fileprivate static let clockLimit: Duration = .seconds(3_600)
    /// Time after which an answered call without news is treated as ended.
    private static let talkingLimit: Duration = .seconds(12 * 3_600)

    /// Key of a notification across all histories.
    private struct Key: Hashable {
        let history: String
        let id: NoticeID

        init(_ notice: CentralNotice) {
            (history, id) = (notice.history, notice.stored.notice.id)
        }
    }

    private var known: [Key: Notice] = [:]
    /// Start of ringing by this host's clock; the bridge's clock may be wrong.
    private var began: [Key: WallTime] = [:]
    private var hasLooked = false

    /// Returns the events since the previous snapshot, in order.
    ///
    /// - Parameters:
    ///   - notices: notifications to show, the newest first, each once.
    ///   - bridges: all bridges.
    mutating func look(
        at notices: [CentralNotice], of bridges: [CentralBridge], now: WallTime
    ) -> [BridgeEvent] {
        let connected = Set(bridges.filter(\.isConnected).map(\.history))
        let midnight = now.midnight.milliseconds
        var taken = Set(known.values.map(\.id))
        var seen: [Key: Notice] = [:]
        var events: [BridgeEvent] = []
        for centralNotice in notices.reversed() {
            let stored = centralNotice.named
            let key = Key(centralNotice)
            var notice = stored.notice
            settle(&notice, key, at: now, isFollowed: connected.contains(centralNotice.history))
            let isOver = notice.removal != nil || notice.isOverCall
            guard !isOver || centralNotice.moment >= midnight else { continue }
            notice.id = known[key]?.id ?? notice.id.free(&taken)
            seen[key] = notice
            events += Self.events(known[key], notice, of: stored, ringing: began[key])
        }
        let gone = known.filter { seen[$0.key] == nil }.values.sorted {
            $0.id.rawValue < $1.id.rawValue
        }
        known = seen
        began = began.filter { seen[$0.key] != nil }
        hasLooked = true
        return gone.map { .notice(.forgotten, $0, at: now) } + events
    }

    /// Records when a call began to ring, and marks it as ended if its bridge is disconnected, its notification was removed, or it has lasted too long.
    private mutating func settle(
        _ notice: inout Notice, _ key: Key, at now: WallTime, isFollowed: Bool
    ) {
        guard notice.isLiveCall, let state = notice.call?.state else { return }
        // A call that is new since the last look rings from now on. For calls in the first snapshot
        // only the bridge's clock is known.
        if state == .ringing, hasLooked, known[key] == nil,
            notice.received.distance(to: now) <= Self.clockLimit
        {
            began[key] = now
        }
        let limit = state == .ringing ? Self.ringingLimit : Self.talkingLimit
        let start = (state == .ringing ? began[key] : nil) ?? notice.received
        if !isFollowed || notice.removal != nil || start.distance(to: now) > limit {
            notice.call?.state = .ended
        }
    }

    private static func events(
        _ old: Notice?, _ new: Notice, of stored: StoredNotice, ringing since: WallTime?
    ) -> [BridgeEvent] {
        guard old != new else { return [] }
        var events: [BridgeEvent] = []
        // A restored notification is new for listeners that saw its removal.
        let isBack = old?.removal != nil && new.removal == nil
        if isBack { events.append(.notice(.forgotten, new, at: stored.lastMoment)) }
        var before = new
        before.removal = old?.removal
        if old == nil || isBack || before != old {
            let change = NoticeChange(of: new, since: isBack ? nil : old)
            let moment = change == .ringing ? since : nil
            events.append(.notice(change, new, at: moment ?? stored.moment(of: change)))
        }
        if new.removal != nil, old?.removal == nil {
            events.append(.notice(.removed, new, at: stored.lastMoment))
        }
        return events
    }
}

extension [CentralNotice] {
    /// Notifications as shown to users, each with a unique number.
    var namedApart: [StoredNotice] {
        var taken: Set<NoticeID> = []
        return map { found in
            let stored = found.named
            return stored.known(as: stored.notice.id.free(&taken))
        }
    }
}

extension CentralNotice {
    /// Whether this is a ringing call that arrived at most `clockLimit` ago; clocks may differ that much.
    func mayRing(at now: WallTime) -> Bool {
        stored.notice.call?.state == .ringing && stored.notice.removal == nil
            && stored.notice.received.distance(to: now) <= CentralChanges.clockLimit
    }
}

extension WallTime {
    fileprivate func distance(to other: WallTime) -> Duration {
        .milliseconds(abs(other.milliseconds - milliseconds))
    }
}

extension NoticeID {
    /// The same number, or the next free one: two histories may use the same numbers.
    fileprivate func free(_ taken: inout Set<NoticeID>) -> NoticeID {
        var id = self
        while !taken.insert(id).inserted { id = NoticeID(rawValue: id.rawValue &+ 1) }
        return id
    }
}

extension NoticeChange {
    /// The change between two states of a notification.
    ///
    /// - Parameter old: nil for a new notification.
    fileprivate init(of new: Notice, since old: Notice?) {
        let changesCall = new.call?.state != old?.call?.state
        switch new.call?.state {
        case .ringing where changesCall: self = .ringing
        case .answered where changesCall: self = .answered
        case .ended where changesCall: self = .ended
        case .missed where changesCall: self = .missed
        default: self = old == nil ? .added : .modified
        }
    }
}

extension StoredNotice {
    /// Time of the last change.
    fileprivate var lastMoment: WallTime { removedAt ?? life.last?.at ?? notice.received }

    /// Time of a change; `DayBoard` takes a new notification to be as old as its reception.
    fileprivate func moment(of change: NoticeChange) -> WallTime {
        guard change == .answered || change == .ringing else { return notice.received }
        return life.last { $0.change == change }?.at ?? notice.received
    }
}
