import ANCS
import Basics
import Linux

extension NoticeBook {
    /// How long a call without words that may be one people know of already is kept back.
    static let patienceForWords = ringWithoutPhone
    /// Notices without words that are kept back; a further one is shown as it is.
    static let heldLimit = 256

    /// A notice that cannot be told from others yet, because its words have not come.
    struct Held: Sendable {
        var notice: Notice
        /// When the phone announced it.
        var start: Duration
    }

    /// Keeps a notice back until its words come, and says whether it could be.
    mutating func hold(_ notice: Notice, since start: Duration, until deadline: Duration?) -> Bool {
        guard held.count < Self.heldLimit else { return false }
        held[notice.uid] = Held(notice: notice, start: start)
        heldUIDs[notice.id] = notice.uid
        deadlines[notice.id] = deadline
        return true
    }

    /// Takes a notice out that was kept back.
    mutating func takeHeld(_ uid: NotificationUID) -> Held? {
        guard let entry = held.removeValue(forKey: uid) else { return nil }
        deadlines[entry.notice.id] = nil
        heldUIDs[entry.notice.id] = nil
        return entry
    }

    /// Shows a call after all whose words have not come in time, and says whether there is one.
    mutating func showHeld(_ id: NoticeID, wall: WallTime) -> Bool {
        guard let uid = heldUIDs[id], let entry = takeHeld(uid) else { return false }
        if entry.notice.category.id == .incomingCall {
            ring(entry.notice, since: entry.start, wall: wall)
        } else {
            takeUp(entry.notice, since: entry.start, wall: wall)
        }
        return true
    }

    /// Forgets a notice that was kept back and is gone, and says whether there was one.
    mutating func dropHeld(_ uid: NotificationUID, at now: Duration, wall: WallTime) -> Bool {
        guard let entry = takeHeld(uid) else { return false }
        guard entry.notice.category.id == .incomingCall else { return true }
        let calls = entries.callsByKind
        if calls.count(where: \.isRingToBeConfirmed) == 1,
            let only = calls.first(where: \.isRingToBeConfirmed)
        {
            // Nothing else can have been meant.
            endOrForget(only, at: now, wall: wall)
        }
        return true
    }

    /// Whether a notice without all its words may be one that the phone has yet to announce again.
    mutating func mayBeUnconfirmed(_ notice: Notice) -> Bool {
        entries.unconfirmedCount > 0
            && unconfirmed.contains(notice.words) { [entries] in entries[$0]?.isConfirmed == false }
    }

    /// Gives a call that has ended without its words those that come a moment later.
    mutating func takeLateWords(_ notification: FetchedNotification, wall: WallTime) {
        guard let old = entries.callWaitingForWords(notification.event.uid)?.notice else { return }
        let notice = Notice(notification, id: old.id, phone: phone, received: old.received)
        entries[old.id]?.notice.become(notice)
        if notice.words != old.words { report(.modified, old.id, wall: wall) }
    }
}

extension Notice {
    /// Whether neither the caller nor anything else is known that could tell one call from another.
    var isNameless: Bool { isIncomplete && title.isEmpty }
}
