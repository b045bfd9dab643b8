/// A notification that the phone has announced to the host that is watched.
struct ObservedNotification: Sendable {
    /// The last Notification Source value about it.
    var event: SourceEvent
    /// When the phone announced it.
    var announced: Duration
    /// All that its answers have told so far.
    var attributes = Attributes()
    /// Whether it has been reported since it was announced last.
    var isReported = false
    /// Whether a live call has been reported before its words came.
    var wasReportedBare = false
    /// The place in the order of announcements.
    let number: UInt64

    /// Whether somebody should hear of the call although nobody has asked about it.
    var isSilentCall: Bool {
        event.category.isLiveCall && !isReported && !wasReportedBare
    }

    /// Whether something that every notification has was not asked for or not answered.
    var isIncomplete: Bool {
        let words: [AttributeID] = [.appIdentifier, .title, .message]
        return !words.allSatisfy { attributes.slice(of: $0) != nil }
    }
}

/// The notifications of one session, in the order in which they were announced.
struct ObservedNotifications: Sendable {
    /// Notifications that are remembered; past that the oldest is given up.
    static let limit = SessionLimits.waiting
    /// Bytes of their texts; past that likewise.
    static let byteLimit = 4 << 20
    /// Live calls that wait for their words; past that the oldest waits no longer.
    static let silentCallLimit = 64

    private var entries: [NotificationUID: ObservedNotification] = [:]
    private var order: [(uid: NotificationUID, number: UInt64)] = []
    private var nextNumber: UInt64 = 0
    private var bytes = 0
    /// Live calls of which nobody has been told.
    private var silentCalls: [NotificationUID: Duration] = [:]

    init() {}

    /// When the first live call must be reported without its words.
    var callDeadline: Duration? {
        silentCalls.values.min().map { $0 + SessionLimits.callPatience }
    }

    /// Whether all that was announced has been reported.
    var isReported: Bool { entries.values.allSatisfy(\.isReported) }

    subscript(uid: NotificationUID) -> ObservedNotification? { entries[uid] }

    /// The live calls whose time to wait for words is over.
    func overdueCalls(at now: Duration) -> [NotificationUID] {
        if silentCalls.isEmpty { return [] }
        let calls = silentCalls.sorted { $0.value < $1.value }
        let surplus = max(0, calls.count - Self.silentCallLimit)
        let isOverdue = { (announced: Duration) in announced + SessionLimits.callPatience <= now }
        return calls.enumerated().filter { $0.offset < surplus || isOverdue($0.element.value) }
            .map(\.element.key)
    }

    /// Notes an announcement, and returns what had to be given up for it.
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

    /// Changes a notification that is there, and returns what had to be given up for it.
    mutating func update(
        _ uid: NotificationUID, _ change: (inout ObservedNotification) -> Void
    ) -> [ObservedNotification] {
        guard var entry = entries[uid] else { return [] }
        change(&entry)
        put(entry)
        return makeRoom()
    }

    /// Takes a notification out.
    mutating func remove(_ uid: NotificationUID) -> ObservedNotification? {
        guard let entry = entries.removeValue(forKey: uid) else { return nil }
        bytes -= entry.attributes.byteCount
        silentCalls[uid] = nil
        return entry
    }

    /// Takes everything out, oldest first.
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
