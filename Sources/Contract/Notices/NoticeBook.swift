package import ANCS
import Basics
package import Linux

/// The notices of one phone, made of what its sessions report.
///
/// A notice outlives the session, and a call is one notice from ring to end.
package struct NoticeBook: Sendable {
    /// Notices that are remembered as being on the phone; past that the oldest is forgotten, calls
    /// last.
    package static let limit = 4096
    /// Bytes of their texts; past that likewise.
    package static let byteLimit = 4 << 20
    /// How long the phone has after a new session's first answer to announce again what it has.
    package static let reannouncement: Duration = .seconds(30)

    typealias Entry = NoticeStore.Entry

    private(set) var phone: PhoneName
    var entries = NoticeStore()
    var byUID: [NotificationUID: NoticeID] = [:]
    /// When something must be done about a call, should nothing happen before.
    var deadlines = Deadlines()
    /// Notices whose words have not come and that may be ones people know of already.
    var held: [NotificationUID: Held] = [:]
    /// The handles of these by their names.
    var heldUIDs: [NoticeID: NotificationUID] = [:]
    /// Notices that were there before and for which there was no room.
    package private(set) var leftOut = 0
    private var events: [BridgeEvent] = []
    var unconfirmed = UnconfirmedNotices()
    /// How many names and kinds of calls were looked at in the sessions before.
    private var earlierSteps = 0
    private var sweepDeadline: Duration?
    private var list = FirstList()

    /// The book of a phone that has told nothing yet.
    package init(phone: PhoneName) {
        self.phone = phone
    }

    /// Takes another name of the phone, by which all its notices go from now on.
    package mutating func rename(to name: String) {
        phone = PhoneName(name, bond: phone.bond)
        for notice in notices { entries[notice.id]?.notice.phone = name }
        for uid in held.keys { held[uid]?.notice.phone = name }
    }

    /// The notices that are on the phone, oldest first.
    package var notices: [Notice] {
        entries.all.map(\.notice).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Takes a session's report and returns what it means.
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
        // A phone that tells nothing at the moment does not say that something is gone.
        case .state: sweepDeadline = nil
        case .performed: break
        }
        makeRoom(wall: wall)
        defer { events.removeAll() }
        return events
    }

    /// Takes note of the time: rings that lasted too long end, and what the phone has not announced
    /// again is gone.
    ///
    /// - Parameter isHeardOut: whether all that the phone has announced so far has been asked for;
    ///   before that, nothing is known to be gone.
    package mutating func timePassed(
        at now: Duration, wall: WallTime, isHeardOut: Bool = true
    ) -> [BridgeEvent] {
        // What is shown late may be due to end at once.
        while case let due = deadlines.removeDue(at: now), !due.isEmpty {
            for id in due.sorted().map(NoticeID.init(rawValue:))
            where !showHeld(id, wall: wall) {
                endOrForget(id, at: now, wall: wall)
            }
        }
        if let deadline = sweepDeadline, deadline <= now {
            let isComplete = isHeardOut && sweep(wall: wall)
            sweepDeadline = isComplete ? nil : now + Self.reannouncement
            // What is kept back may be a notice that is not known to be here.
            if isComplete, held.isEmpty, list.end(leftOut: leftOut) {
                events.append(.listed(phone, at: wall))
            }
        }
        makeRoom(wall: wall)
        defer { events.removeAll() }
        return events
    }

    /// When `timePassed` must be called next.
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

    /// Forgets what there is no room for, and says so.
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

    /// Gives a notice the handle under which the phone speaks of it now, and the words that it may
    /// have lacked.
    mutating func attach(_ id: NoticeID, to fetched: Notice, wall: WallTime) {
        guard let old = entries[id]?.notice else { return }
        attach(id, to: fetched)
        guard old.isIncomplete, !fetched.isIncomplete, old.category == fetched.category
        else { return }
        entries[id]?.notice.become(fetched)
        if fetched.words != old.words { report(.modified, id, wall: wall) }
    }

    /// Gives a notice the handle under which the phone speaks of it now.
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
            let notice = Notice(notification, id: id, phone: phone, received: old.received)
            if notice.isSameThing(as: old) {
                update(id, with: notice, at: now, wall: wall)
                return
            }
            // The handle means something else by now.
            removed(uid, at: now, wall: wall)
        }
        let notice = Notice(notification, id: ids.next(at: wall), phone: phone, received: wall)
        if notice.category.isAboutCalls {
            callAnnounced(notice, since: start, at: now, wall: wall)
        } else if notice.isIncomplete, mayBeUnconfirmed(notice),
            hold(notice, since: start, until: nil)
        {
            return
        } else if let id = takeUnconfirmed(like: notice) {
            attach(id, to: notice, wall: wall)
        } else if entries.isFull, notice.flags.contains(.preExisting) {
            // What is new matters more, and to make room would lose what is announced next.
            leftOut += 1
        } else {
            add(Entry(notice: notice))
            report(.added, notice.id, wall: wall)
        }
    }

    /// Takes new words about a notice, which are news only if they differ.
    private mutating func update(
        _ id: NoticeID, with notice: Notice, at now: Duration, wall: WallTime
    ) {
        guard let old = entries[id]?.notice else { return }
        if notice.category != old.category, old.call != nil {
            callChanged(id, to: notice, at: now, wall: wall)
            return
        }
        // What came whole before is not forgotten for an answer that did not.
        guard !(notice.isIncomplete && !old.isIncomplete) else { return }
        var notice = notice
        notice.call = old.call
        notice.sent = old.sent ?? notice.sent
        notice.appName = notice.appName ?? (notice.appID == old.appID ? old.appName : nil)
        entries[id]?.notice = notice
        if notice.words != old.words { report(.modified, id, wall: wall) }
    }

    private mutating func removed(_ uid: NotificationUID, at now: Duration, wall: WallTime) {
        if dropHeld(uid, at: now, wall: wall) { return }
        guard let id = byUID.removeValue(forKey: uid), let entry = entries[id] else { return }
        if entry.notice.call != nil, entry.notice.category.id.isLiveCall {
            endOrForget(id, at: now, wall: wall)
        } else {
            remove(id, by: entry.isActedUpon(at: now) ? .user : .phone, wall: wall)
        }
    }

    private mutating func named(_ appIdentifier: [UInt8], _ name: [UInt8]) {
        for id in entries.notices(withoutNameOf: Text(bytes: appIdentifier)) {
            entries[id]?.notice.appName = Text(bytes: name)
        }
    }

    private mutating func sessionEnded(at now: Duration) {
        byUID = [:]
        sweepDeadline = nil
        list.begin(leftOut: leftOut)
        for uid in held.keys { _ = takeHeld(uid) }
        let notices = notices
        for notice in notices { entries[notice.id]?.isConfirmed = false }
        expectAgain(notices)
        shortenRings(at: now)
    }

    private mutating func sessionStarted(at now: Duration) {
        if !unconfirmed.hasNoWhole || !list.isOver { sweepDeadline = now + Self.reannouncement }
    }

    /// Finds the notice that the phone announces again, each once: the one with the same words, or
    /// one of which these may be the words.
    mutating func takeUnconfirmed(like notice: Notice) -> NoticeID? {
        guard !notice.isIncomplete else { return nil }
        return unconfirmed.take(notice.words) { [entries] in entries[$0]?.isConfirmed == false }
    }

    /// Has the phone announce these again, and nothing else of before.
    private mutating func expectAgain(_ notices: [Notice]) {
        earlierSteps += unconfirmed.steps
        unconfirmed = UnconfirmedNotices(notices)
    }

    /// How many names and kinds of calls were looked at to find out what events are about.
    var steps: Int { earlierSteps + unconfirmed.steps + entries.steps }

    /// Removes what the phone has not announced again, and says whether that was all there is to
    /// say: what may be a notice that was kept back is not known to be gone.
    private mutating func sweep(wall: WallTime) -> Bool {
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

extension Notice {
    /// Makes a notice of what a session fetched.
    init(
        _ notification: FetchedNotification, id: NoticeID, phone: PhoneName, received: WallTime
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
            received: received, isIncomplete: notification.isIncomplete)
    }

    /// Whether a notification under the handle of this is about the same thing still: neither a
    /// call instead of a message, nor a new ring.
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
