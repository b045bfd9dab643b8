/// A notification announced by the phone to the observed host.
struct ObservedNotification: Sendable {
    /// Last Notification Source value about the notification.
    var event: SourceEvent
    /// Time of the announcement.
    var announced: Duration
    /// Attributes in all answers so far.
    var attributes = Attributes()
    /// Whether it was reported since its last announcement.
    var isReported = false
    /// Whether a live call was reported before its texts arrived.
    var wasReportedBare = false
    /// Position in the order of announcements.
    let number: UInt64

    /// Whether this is a live call that was not reported yet, neither with its texts nor without.
    var isSilentCall: Bool {
        event.category.isLiveCall && !isReported && !wasReportedBare
    }

    /// Whether the app identifier, the title or the message is missing, because it was not
    /// requested or not answered.
    var isIncomplete: Bool {
        let words: [AttributeID] = [.appIdentifier, .title, .message]
        return !words.allSatisfy { attributes.slice(of: $0) != nil }
    }
}

/// Notifications of one session, in the order in which they were announced.
struct ObservedNotifications: Sendable {
    /// Maximum number of notifications; the oldest is dropped.
    static let limit = SessionLimits.waiting
    /// Byte limit of held texts; the oldest are dropped.
    static let byteLimit = 4 << 20
    /// Maximum number of live calls that wait for their texts; the oldest stops waiting.
    static let silentCallLimit = 64

    private var entries: [NotificationUID: ObservedNotification] = [:]
    private var order: [(uid: NotificationUID, number: UInt64)] = []
    private var nextNumber: UInt64 = 0
    private var bytes = 0
    /// Live calls not yet reported, with the times of their announcements.
    private var silentCalls: [NotificationUID: Duration] = [:]

    init() {}

    /// Time at which the first live call must be reported without its texts.
    var callDeadline: Duration? {
        silentCalls.values.min().map { $0 + SessionLimits.callPatience }
    }

    /// Whether all announced notifications were reported.
    var isReported: Bool { entries.values.allSatisfy(\.isReported) }

    subscript(uid: NotificationUID) -> ObservedNotification? { entries[uid] }

    /// Returns the unreported live calls whose waiting time is over, and the oldest ones beyond
    /// `silentCallLimit`.
    func overdueCalls(at now: Duration) -> [NotificationUID] {
        if silentCalls.isEmpty { return [] }
        let calls = silentCalls.sorted { $0.value < $1.value }
        let surplus = max(0, calls.count - Self.silentCallLimit)
        let isOverdue = { (announced: Duration) in announced + SessionLimits.callPatience <= now }
        return calls.enumerated().filter { $0.offset < surplus || isOverdue($0.element.value) }
            .map(\.element.key)
    }

    /// Stores an announcement, and returns the notifications dropped for it.
    mutating func announce(_ event: SourceEvent, at now: Duration) -> [ObservedNotification] {
        if var entry = entries[event.uid] {
            if entry.event.category != event.category { entry.wasReportedBare = false }
            if entry.event.category != event.category || entry.isReported { entry.announced = now }
            entry.event = event
            entry.isReported = false
            put(entry)
            return []
        }
        nextNumber += 1
        order.append((event.uid, nextNumber))
        put(ObservedNotification(event: event, announced: now, number: nextNumber))
        return makeRoom()
    }

    /// Changes an existing notification, and returns the notifications dropped for it.
    mutating func update(
        _ uid: NotificationUID, _ change: (inout ObservedNotification) -> Void
    ) -> [ObservedNotification] {
        guard var entry = entries[uid] else { return [] }
        change(&entry)
        put(entry)
        return makeRoom()
    }

    /// Removes a notification.
    mutating func remove(_ uid: NotificationUID) -> ObservedNotification? {
        guard let entry = entries.removeValue(forKey: uid) else { return nil }
        bytes -= entry.attributes.byteCount
        silentCalls[uid] = nil
        return entry
    }

    /// Removes all notifications, oldest first.
    mutating func removeAll() -> [ObservedNotification] {
        defer { self = ObservedNotifications() }
        return entries.values.sorted { $0.number < $1.number }
    }

    private mutating func put(_ entry: ObservedNotification) {
        let uid = entry.event.uid
        bytes += entry.attributes.byteCount - (entries[uid]?.attributes.byteCount ?? 0)
        entries[uid] = entry
        silentCalls[uid] = entry.isSilentCall ? entry.announced : nil
    }

    private mutating func makeRoom() -> [ObservedNotification] {
        var surplus: [ObservedNotification] = []
        var passed = 0
        while entries.count > Self.limit || bytes > Self.byteLimit, passed < order.count {
            let (uid, number) = order[passed]
            passed += 1
            if entries[uid]?.number == number, let entry = remove(uid) { surplus.append(entry) }
        }
        order.removeFirst(passed)
        if order.count > 2 * Self.limit {
            let entries = entries
            order.removeAll { entries[$0.uid]?.number != $0.number }
        }
        return surplus
    }
}
