import ANCS
import Basics
import Linux

extension NoticeBook {
    mutating func removed(_ uid: NotificationUID, at now: Duration, wall: WallTime) {
        if dropHeld(uid, at: now, wall: wall) { return }
        guard let id = byUID.removeValue(forKey: uid), let entry = entries[id] else { return }
        if entry.notice.call != nil, entry.notice.category.id.isLiveCall {
            endOrForget(id, at: now, wall: wall)
        } else {
            remove(id, by: entry.isActedUpon(at: now) ? .user : .phone, wall: wall)
        }
    }

    mutating func named(_ appIdentifier: [UInt8], _ name: [UInt8]) {
        for id in entries.notices(withoutNameOf: Text(bytes: appIdentifier)) {
            entries[id]?.notice.appName = Text(bytes: name)
        }
    }

    mutating func sessionEnded(at now: Duration) {
        byUID = [:]
        sweepDeadline = nil
        list.begin(leftOut: leftOut)
        for uid in held.keys { _ = takeHeld(uid) }
        let notices = notices
        for notice in notices { entries[notice.id]?.isConfirmed = false }
        expectAgain(notices)
        shortenRings(at: now)
    }

    mutating func sessionStarted(at now: Duration) {
        if !unconfirmed.hasNoWhole || !list.isOver { sweepDeadline = now + Self.reannouncement }
    }

    /// Returns the known notification that the phone announces again, each only once.
    ///
    /// Equal texts take precedence over incomplete ones that match.
    mutating func takeUnconfirmed(like notice: Notice) -> NoticeID? {
        guard !notice.isIncomplete else { return nil }
        return unconfirmed.take(notice.words) { [entries] in entries[$0]?.isConfirmed == false }
    }

    /// Replaces the set of notifications that the phone is expected to announce again.
    private mutating func expectAgain(_ notices: [Notice]) {
        earlierSteps += unconfirmed.steps
        unconfirmed = UnconfirmedNotices(notices)
    }

    /// Number of index entries examined to match events with notifications; tests limit this cost.
    var steps: Int { earlierSteps + unconfirmed.steps + entries.steps }

    /// Removes notifications that were not announced again.
    ///
    /// - Returns: false if some were kept because they match a notification that is held until its texts arrive.
    mutating func sweep(wall: WallTime) -> Bool {
        var isComplete = true
        let kept = WordParts(held.values.lazy.map(\.notice))
        for notice in notices where entries[notice.id]?.isConfirmed == false {
            if kept.fits(notice.words) {
                isComplete = false
            } else {
                remove(notice.id, by: .away, wall: wall)
            }
        }
        if isComplete { expectAgain([]) }
        return isComplete
    }
}
