import Basics

/// Notifications that wait to be fetched: calls first, then fresh ones, then those that were there
/// before, each in the order in which they came.
struct WaitingList: Sendable {
    /// A notification and how often it has been asked for.
    struct Entry: Hashable, Sendable {
        var event: SourceEvent
        var attempts = 0
        /// When the phone announced it.
        private(set) var announced: Duration
        /// When a call is reported without its words; nil once it has been, and for everything else.
        private(set) var bareDeadline: Duration?

        init(_ event: SourceEvent, at now: Duration) {
            self.event = event
            announced = now
            if event.category.isLiveCall { bareDeadline = now + SessionLimits.callPatience }
        }

        /// Takes out what is to be reported of a call that has waited long enough, or at once
        /// where there is no time to wait.
        mutating func takeBare(at now: Duration, isUrgent: Bool) -> FetchedNotification? {
            guard let deadline = bareDeadline, isUrgent || deadline <= now else { return nil }
            bareDeadline = nil
            return FetchedNotification(
                event: event, attributes: Attributes(), appName: nil, isIncomplete: true,
                age: now - announced)
        }

        /// Notes that the call has been reported.
        mutating func wasReported() {
            bareDeadline = nil
        }

        /// Takes over a later announcement; how long a call has waited remains.
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

    /// Slices, since the first of a long list is taken out without moving the others.
    private var lanes: [ArraySlice<Entry>] = Lane.allCases.map { _ in [] }
    /// When calls that wait are reported without their words.
    private(set) var bareDeadlines = Deadlines()

    /// How many wait.
    var count: Int {
        lanes.reduce(0) { $0 + $1.count }
    }

    /// Whether a call that goes on waits.
    var hasCalls: Bool { !lanes[Lane.calls.rawValue].isEmpty }

    /// Adds a notification, or renews what is known of one that waits already, and returns whether
    /// another had to be dropped for it.
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

    /// Puts a notification back at the head of its lane.
    mutating func putBack(_ entry: Entry) -> Bool {
        _ = remove(entry.event.uid)
        let lane = Lane(entry.event).rawValue
        lanes[lane].insert(entry, at: lanes[lane].startIndex)
        noteDeadline(of: entry)
        return count > SessionLimits.waiting && evict()
    }

    /// Takes out the next notification that is a call or fresh.
    mutating func popUrgent() -> Entry? {
        pop(.calls) ?? pop(.fresh)
    }

    /// Takes out the next notification that was there before.
    mutating func popPreExisting() -> Entry? {
        pop(.preExisting)
    }

    /// Takes out a notification wherever it waits.
    mutating func remove(_ uid: NotificationUID) -> (entry: Entry, index: Int)? {
        for lane in Lane.allCases {
            if let index = lanes[lane.rawValue].firstIndex(where: { $0.event.uid == uid }) {
                bareDeadlines[uid] = nil
                return (lanes[lane.rawValue].remove(at: index), index)
            }
        }
        return nil
    }

    /// When the first call is reported without its words.
    var bareDeadline: Duration? { bareDeadlines.first }

    /// Takes out what is to be reported of calls that have waited long enough.
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
