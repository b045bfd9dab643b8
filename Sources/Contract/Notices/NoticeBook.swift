package import ANCS
import Basics
package import Linux

/// Notifications of one phone, derived from the reports of its sessions.
///
/// A notification outlives its session, and a call is one notification from ring to end.
package struct NoticeBook: Sendable {
    /// Maximum number of notifications tracked for one phone; beyond that the oldest is forgotten, calls last.
    package static let limit = 4096
    /// Maximum bytes of the texts of all tracked notifications; beyond that the oldest are forgotten.
    package static let byteLimit = 4 << 20
    /// Time after the first answer of a new session in which the phone announces its notifications again.
    package static let reannouncement: Duration = .seconds(30)

    typealias Entry = NoticeStore.Entry

    private(set) var phone: PhoneName
    var entries = NoticeStore()
    var byUID: [NotificationUID: NoticeID] = [:]
    /// Time limits of calls.
    var deadlines = Deadlines()
    /// Notifications without texts that may be known ones.
    var held: [NotificationUID: Held] = [:]
    /// Handles of held notifications by identifier.
    var heldUIDs: [NoticeID: NotificationUID] = [:]
    /// Number of pre-existing notifications for which there was no room.
    package private(set) var leftOut = 0
    var events: [BridgeEvent] = []
    var unconfirmed = UnconfirmedNotices()
    /// Number of index entries examined in earlier sessions; see `steps`.
    var earlierSteps = 0
    var sweepDeadline: Duration?
    var list = FirstList()
    /// Offset of the phone's zone from UTC in minutes; nil if unknown.
    var zone: Int?

    package init(phone: PhoneName) {
        self.phone = phone
    }

    /// Renames the phone and all its notifications.
    package mutating func rename(to name: String) {
        phone = PhoneName(name, bond: phone.bond)
        for notice in notices { entries[notice.id]?.notice.phone = name }
        for uid in held.keys { held[uid]?.notice.phone = name }
    }

    /// Notifications on the phone, oldest first.
    package var notices: [Notice] {
        entries.all.map(\.notice).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Processes a session report and returns the resulting events.
    package mutating func take(
        _ report: SessionReport, at now: Duration, wall: WallTime, ids: inout NoticeIDSource
    ) -> [BridgeEvent] {
        switch report {
        case .source(let event):
            list.announced(event)
            events.append(.source(event, phone: phone.name, at: wall))
        case .fetched(let notification): fetched(notification, at: now, wall: wall, ids: &ids)
        case .removed(let uid):
            list.heard(uid)
            removed(uid, at: now, wall: wall)
        case .named(let appIdentifier, let name): named(appIdentifier, name)
        case .performed(let action, let uid, .performed): performed(action, uid, at: now)
        case .restarted, .state(.idle): sessionEnded(at: now)
        case .state(.ready): sessionStarted(at: now)
        // A phone that currently sends no notifications does not imply that any are gone.
        case .state: sweepDeadline = nil
        case .performed: break
        }
        makeRoom(wall: wall)
        defer { events.removeAll() }
        return events
    }

    /// Advances the time: ends rings that lasted too long, and removes notifications that were not announced again.
    ///
    /// - Parameter isHeardOut: whether everything announced so far has been fetched; until then nothing counts as gone.
    package mutating func timePassed(
        at now: Duration, wall: WallTime, isHeardOut: Bool = true
    ) -> [BridgeEvent] {
        // A held call shown late may be due to end at once.
        while case let due = deadlines.removeDue(at: now), !due.isEmpty {
            for id in due.sorted().map(NoticeID.init(rawValue:))
            where !showHeld(id, wall: wall) {
                endOrForget(id, at: now, wall: wall)
            }
        }
        if let deadline = sweepDeadline, deadline <= now {
            let isComplete = isHeardOut && sweep(wall: wall)
            sweepDeadline = isComplete ? nil : now + Self.reannouncement
            // A held notification may be one that is not known yet.
            if isComplete, held.isEmpty, list.end(leftOut: leftOut) {
                events.append(.listed(phone, at: wall))
            }
        }
        makeRoom(wall: wall)
        defer { events.removeAll() }
        return events
    }

    /// Time at which `timePassed` must be called next.
    package var nextDeadline: Duration? {
        guard let sweepDeadline else { return deadlines.first }
        return min(deadlines.first ?? sweepDeadline, sweepDeadline)
    }

    mutating func report(_ change: NoticeChange, _ id: NoticeID, wall: WallTime) {
        guard let notice = entries[id]?.notice else { return }
        events.append(.notice(change, notice, at: wall))
    }

    mutating func add(_ entry: Entry) {
        entries[entry.notice.id] = entry
        byUID[entry.notice.uid] = entry.notice.id
    }

    /// Forgets notifications beyond the limits and reports them.
    private mutating func makeRoom(wall: WallTime) {
        while let surplus = entries.surplus {
            report(.forgotten, surplus, wall: wall)
            forget(surplus)
        }
    }

    mutating func forget(_ id: NoticeID) {
        guard let entry = entries[id] else { return }
        entries[id] = nil
        deadlines[id] = nil
        if byUID[entry.notice.uid] == id { byUID[entry.notice.uid] = nil }
    }

    /// Assigns the current UID to a notification, and adds texts it may have lacked.
    mutating func attach(_ id: NoticeID, to fetched: Notice, wall: WallTime) {
        guard let old = entries[id]?.notice else { return }
        attach(id, to: fetched)
        guard old.isIncomplete, !fetched.isIncomplete, old.category == fetched.category
        else { return }
        entries[id]?.notice.become(fetched)
        if fetched.words != old.words { report(.modified, id, wall: wall) }
    }

    /// Assigns the current UID to a notification.
    mutating func attach(_ id: NoticeID, to fetched: Notice) {
        guard let old = entries[id]?.notice.uid else { return }
        if byUID[old] == id { byUID[old] = nil }
        byUID[fetched.uid] = id
        entries[id]?.notice.uid = fetched.uid
        entries[id]?.notice.flags = fetched.flags
        entries[id]?.isConfirmed = true
    }

    private mutating func fetched(
        _ notification: FetchedNotification, at now: Duration, wall: WallTime,
        ids: inout NoticeIDSource
    ) {
        let uid = notification.event.uid
        list.heard(uid)
        guard !notification.isGone else { return takeLateWords(notification, wall: wall) }
        let start = takeHeld(uid)?.start ?? now - notification.age
        if sweepDeadline != nil, notification.event.flags.contains(.preExisting) {
            sweepDeadline = now + Self.reannouncement
        }
        if let id = byUID[uid], let old = entries[id]?.notice {
            let notice = Notice(
                notification, id: id, phone: phone, received: old.received, zone: zone)
            if notice.isSameThing(as: old) {
                update(id, with: notice, at: now, wall: wall)
                return
            }
            // The phone has reused the UID.
            removed(uid, at: now, wall: wall)
        }
        let notice = Notice(
            notification, id: ids.next(at: wall), phone: phone, received: wall, zone: zone)
        if notice.category.isAboutCalls {
            callAnnounced(notice, since: start, at: now, wall: wall)
        } else if notice.isIncomplete, mayBeUnconfirmed(notice),
            hold(notice, since: start, until: nil)
        {
            return
        } else if let id = takeUnconfirmed(like: notice) {
            attach(id, to: notice, wall: wall)
        } else if entries.isFull, notice.isPreExisting {
            // New notifications matter more, and making room would drop those announced next.
            leftOut += 1
        } else {
            add(Entry(notice: notice))
            report(.added, notice.id, wall: wall)
        }
    }

    /// Applies new texts to a notification and reports a change if they differ.
    private mutating func update(
        _ id: NoticeID, with notice: Notice, at now: Duration, wall: WallTime
    ) {
        guard let old = entries[id]?.notice else { return }
        if notice.category != old.category, old.call != nil {
            callChanged(id, to: notice, at: now, wall: wall)
            return
        }
        // A complete earlier answer is not replaced by an incomplete one.
        guard !(notice.isIncomplete && !old.isIncomplete) else { return }
        var notice = notice
        notice.call = old.call
        if let sent = old.sent { (notice.sent, notice.dateOffset) = (sent, old.dateOffset) }
        notice.appName = notice.appName ?? (notice.appID == old.appID ? old.appName : nil)
        entries[id]?.notice = notice
        if notice.words != old.words { report(.modified, id, wall: wall) }
    }
}

extension Notice {
    /// Creates a notification from the result of a fetch.
    init(
        _ notification: FetchedNotification, id: NoticeID, phone: PhoneName, received: WallTime,
        zone: Int?
    ) {
        let attributes = notification.attributes
        func text(_ attribute: AttributeID) -> Text { Text(bytes: attributes[attribute] ?? []) }
        self.init(
            id: id, phone: phone.name, bond: phone.bond,
            category: Category(notification.event.category),
            flags: notification.event.flags, uid: notification.event.uid,
            appID: text(.appIdentifier), appName: notification.appName.map(Text.init(bytes:)),
            title: text(.title), subtitle: text(.subtitle), message: text(.message),
            messageSize: MessageSize(parsing: attributes.slice(of: .messageSize) ?? [])?.byteCount,
            date: PhoneDate(parsing: attributes.slice(of: .date) ?? []),
            positiveAction: text(.positiveActionLabel), negativeAction: text(.negativeActionLabel),
            received: received, isIncomplete: notification.isIncomplete, dateOffset: zone)
    }

    /// Returns whether a later notification under the same UID concerns the same item.
    ///
    /// A call in place of a message, or a new ring, is another item.
    fileprivate func isSameThing(as old: Notice) -> Bool {
        category.isAboutCalls == old.category.isAboutCalls
            && (category.id != .incomingCall || category == old.category)
    }
}

extension Deadlines {
    subscript(id: NoticeID) -> Duration? {
        get { self[id.rawValue] }
        set { self[id.rawValue] = newValue }
    }
}
