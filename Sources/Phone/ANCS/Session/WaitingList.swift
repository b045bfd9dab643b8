import Basics

/// Notifications that wait to be fetched: calls first, then fresh ones, then pre-existing ones,
/// each in order of arrival.
struct WaitingList: Sendable {
    /// A notification with the number of its fetch attempts.
    struct Entry: Hashable, Sendable {
        var event: SourceEvent
        var attempts = 0
        /// Time of the announcement.
        private(set) var announced: Duration
        /// Time at which a call is reported without its texts; nil after that, and for other
        /// notifications.
        private(set) var bareDeadline: Duration?

        init(_ event: SourceEvent, at now: Duration) {
            self.event = event
            announced = now
            if event.category.isLiveCall { bareDeadline = now + SessionLimits.callPatience }
        }

        /// Returns the report of a call without its texts if it has waited long enough or
        /// `isUrgent`; nil if it must wait, was reported before, or is no live call.
        mutating func takeBare(at now: Duration, isUrgent: Bool) -> FetchedNotification? {
            guard let deadline = bareDeadline, isUrgent || deadline <= now else { return nil }
            bareDeadline = nil
            return FetchedNotification(
                event: event, attributes: Attributes(), appName: nil, isIncomplete: true,
                age: now - announced)
        }

        /// Records that the call was reported.
        mutating func wasReported() {
            bareDeadline = nil
        }

        /// Adopts a later announcement, if there is one; only a changed category starts the waiting
        /// time again.
        mutating func renew(with later: Entry?) {
            guard let later else { return }
            if later.event.category != event.category {
                bareDeadline = later.bareDeadline
                announced = later.announced
            }
            event = later.event
        }
    }

    private enum Lane: Int, CaseIterable {
        case calls
        case fresh
        case preExisting

        init(_ event: SourceEvent) {
            self =
                event.category.isLiveCall
                ? .calls : event.flags.contains(.preExisting) ? .preExisting : .fresh
        }
    }

    /// Entries of each lane, in slices, because the first entry of a long slice is removed without
    /// moving the others.
    private var lanes: [ArraySlice<Entry>] = Lane.allCases.map { _ in [] }
    /// Times at which waiting calls are reported without their texts.
    private(set) var bareDeadlines = Deadlines()

    /// Number of waiting notifications.
    var count: Int {
        lanes.reduce(0) { $0 + $1.count }
    }

    /// Whether a live call waits.
    var hasCalls: Bool { !lanes[Lane.calls.rawValue].isEmpty }

    /// Adds or updates a notification, and returns whether another one was dropped for it.
    mutating func add(_ entry: Entry) -> Bool {
        let renewed = remove(entry.event.uid)
        let lane = Lane(entry.event)
        var entry = entry
        if var older = renewed?.entry {
            older.renew(with: entry)
            older.attempts = entry.attempts
            entry = older
        }
        if let renewed, Lane(renewed.entry.event) == lane {
            lanes[lane.rawValue].insert(entry, at: renewed.index)
            noteDeadline(of: entry)
            return false
        }
        lanes[lane.rawValue].append(entry)
        noteDeadline(of: entry)
        return count > SessionLimits.waiting && evict()
    }

    /// Puts a notification back at the head of its lane, and returns whether another one was
    /// dropped for it.
    mutating func putBack(_ entry: Entry) -> Bool {
        _ = remove(entry.event.uid)
        let lane = Lane(entry.event).rawValue
        lanes[lane].insert(entry, at: lanes[lane].startIndex)
        noteDeadline(of: entry)
        return count > SessionLimits.waiting && evict()
    }

    /// Removes and returns the next call or fresh notification.
    mutating func popUrgent() -> Entry? {
        pop(.calls) ?? pop(.fresh)
    }

    /// Removes and returns the next pre-existing notification.
    mutating func popPreExisting() -> Entry? {
        pop(.preExisting)
    }

    /// Removes a notification from its lane.
    mutating func remove(_ uid: NotificationUID) -> (entry: Entry, index: Int)? {
        for lane in Lane.allCases {
            if let index = lanes[lane.rawValue].firstIndex(where: { $0.event.uid == uid }) {
                bareDeadlines[uid] = nil
                return (lanes[lane.rawValue].remove(at: index), index)
            }
        }
        return nil
    }

    /// Time at which the first call is reported without its texts.
    var bareDeadline: Duration? { bareDeadlines.first }

    /// Returns the reports of calls that have waited long enough, or of all calls if `isUrgent`.
    mutating func takeBare(at now: Duration, isUrgent: Bool) -> [FetchedNotification] {
        guard isUrgent || bareDeadline.map({ $0 <= now }) ?? false else { return [] }
        if isUrgent { bareDeadlines = Deadlines() } else { _ = bareDeadlines.removeDue(at: now) }
        let calls = Lane.calls.rawValue
        return lanes[calls].indices.compactMap {
            lanes[calls][$0].takeBare(at: now, isUrgent: isUrgent)
        }
    }

    private mutating func noteDeadline(of entry: Entry) {
        bareDeadlines[entry.event.uid] = Lane(entry.event) == .calls ? entry.bareDeadline : nil
    }

    private mutating func pop(_ lane: Lane) -> Entry? {
        guard let entry = lanes[lane.rawValue].popFirst() else { return nil }
        bareDeadlines[entry.event.uid] = nil
        return entry
    }

    private mutating func evict() -> Bool {
        for lane in [Lane.preExisting, .fresh, .calls] where pop(lane) != nil { return true }
        return false
    }
}

extension Deadlines {
    fileprivate subscript(uid: NotificationUID) -> Duration? {
        get { self[UInt64(uid.rawValue)] }
        set { self[UInt64(uid.rawValue)] = newValue }
    }
}
