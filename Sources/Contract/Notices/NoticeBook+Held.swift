import ANCS
import Basics
import Linux

extension NoticeBook {
    /// Time for which a call without texts is held if it may be a known one.
    static let patienceForWords = ringWithoutPhone
    /// Maximum number of notifications held without texts; further ones are shown at once.
    static let heldLimit = 256

    /// A notification that cannot be identified until its texts arrive.
    struct Held: Sendable {
        var notice: Notice
        /// Time of the announcement by the phone.
        var start: Duration
    }

    /// Holds a notification until its texts arrive; returns false if there is no room.
    ///
    /// - Parameter deadline: time after which a call is shown without its texts; nil for no limit.
    mutating func hold(_ notice: Notice, since start: Duration, until deadline: Duration?) -> Bool {
        guard held.count < Self.heldLimit else { return false }
        held[notice.uid] = Held(notice: notice, start: start)
        heldUIDs[notice.id] = notice.uid
        deadlines[notice.id] = deadline
        return true
    }

    /// Removes and returns a held notification.
    mutating func takeHeld(_ uid: NotificationUID) -> Held? {
        guard let entry = held.removeValue(forKey: uid) else { return nil }
        deadlines[entry.notice.id] = nil
        heldUIDs[entry.notice.id] = nil
        return entry
    }

    /// Shows a held call whose texts did not arrive in time; returns false if there is none.
    mutating func showHeld(_ id: NoticeID, wall: WallTime) -> Bool {
        guard let uid = heldUIDs[id], let entry = takeHeld(uid) else { return false }
        if entry.notice.category.id == .incomingCall {
            ring(entry.notice, since: entry.start, wall: wall)
        } else {
            takeUp(entry.notice, since: entry.start, wall: wall)
        }
        return true
    }

    /// Drops a held notification that was removed; returns false if there is none.
    mutating func dropHeld(_ uid: NotificationUID, at now: Duration, wall: WallTime) -> Bool {
        guard let entry = takeHeld(uid) else { return false }
        guard entry.notice.category.id == .incomingCall else { return true }
        let calls = entries.callsByKind
        if calls.count(where: \.isRingToBeConfirmed) == 1,
            let only = calls.first(where: \.isRingToBeConfirmed)
        {
            // No other call can be meant.
            endOrForget(only, at: now, wall: wall)
        }
        return true
    }

    /// Returns whether an incomplete notification may be one that the phone has yet to announce again.
    mutating func mayBeUnconfirmed(_ notice: Notice) -> Bool {
        entries.unconfirmedCount > 0
            && unconfirmed.contains(notice.words) { [entries] in entries[$0]?.isConfirmed == false }
    }

    /// Adds texts that arrive shortly after the end of a call.
    mutating func takeLateWords(_ notification: FetchedNotification, wall: WallTime) {
        guard let old = entries.callWaitingForWords(notification.event.uid)?.notice else { return }
        let notice = Notice(
            notification, id: old.id, phone: phone, received: old.received, zone: zone)
        entries[old.id]?.notice.become(notice)
        if notice.words != old.words { report(.modified, old.id, wall: wall) }
    }
}

extension Notice {
    /// Whether the caller and everything else that distinguishes calls is unknown.
    var isNameless: Bool { isIncomplete && title.isEmpty }
}
