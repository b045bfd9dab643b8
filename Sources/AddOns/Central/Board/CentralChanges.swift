import Board
import History
import Linux
import Notices

/// Makes of what a centre has, each time that it was looked at, what has happened since.
struct CentralChanges {
    /// For how long a call may ring of which nothing else is heard: phones give up sooner.
    private static let ringingLimit: Duration = .seconds(180)
    /// By how much the clocks of a bridge and of the wall may differ.
    fileprivate static let clockLimit: Duration = .seconds(3_600)
    /// For how long a call may go on of which nothing else is heard.
    private static let talkingLimit: Duration = .seconds(12 * 3_600)

    /// What names a notice among those of all histories.
    private struct Key: Hashable {
        let history: String
        let id: NoticeID

        init(_ notice: CentralNotice) {
            (history, id) = (notice.history, notice.stored.notice.id)
        }
    }

    private var known: [Key: Notice] = [:]
    /// When a call began to ring here, whatever its bridge's clock says.
    private var began: [Key: WallTime] = [:]
    private var hasLooked = false

    /// What has happened since the last look, in its order.
    ///
    /// - Parameters:
    ///   - notices: those that are to be shown, each once.
    ///   - bridges: all that there are.
    mutating func look(
        at notices: [CentralNotice], of bridges: [CentralBridge], now: WallTime
    ) -> [BridgeEvent] {
        let connected = Set(bridges.filter(\.isConnected).map(\.history))
        let midnight = now.midnight.milliseconds
        var taken = Set(known.values.map(\.id))
        var seen: [Key: Notice] = [:]
        var events: [BridgeEvent] = []
        for centreNotice in notices.reversed() {
            let stored = centreNotice.named
            let key = Key(centreNotice)
            var notice = stored.notice
            settle(&notice, key, at: now, isFollowed: connected.contains(centreNotice.history))
            let isOver = notice.removal != nil || notice.isOverCall
            guard !isOver || centreNotice.moment >= midnight else { continue }
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

    /// A call is over of which nobody would hear that it is.
    private mutating func settle(
        _ notice: inout Notice, _ key: Key, at now: WallTime, isFollowed: Bool
    ) {
        guard notice.isLiveCall, let state = notice.call?.state else { return }
        // What is new to a wall that has looked before rings from now on; what was there has only its bridge's clock.
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
        // What has come back is new to whoever has seen it go.
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
    /// As people are shown them, each with a name of its own.
    var namedApart: [StoredNotice] {
        var taken: Set<NoticeID> = []
        return map { found in
            let stored = found.named
            return stored.known(as: stored.notice.id.free(&taken))
        }
    }
}

extension CentralNotice {
    /// Whether it is a call that may still ring, whatever clock is right.
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
    /// The same, or the next that is free: two histories may name different notices alike.
    fileprivate func free(_ taken: inout Set<NoticeID>) -> NoticeID {
        var id = self
        while !taken.insert(id).inserted { id = NoticeID(rawValue: id.rawValue &+ 1) }
        return id
    }
}

extension NoticeChange {
    /// What has become of a notice, or what it is where it is new.
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
    /// When something happened to it last.
    fileprivate var lastMoment: WallTime { removedAt ?? life.last?.at ?? notice.received }

    /// When this happened to it; the board of a day takes a new one to be as old as it is.
    fileprivate func moment(of change: NoticeChange) -> WallTime {
        guard change == .answered || change == .ringing else { return notice.received }
        return life.last { $0.change == change }?.at ?? notice.received
    }
}
