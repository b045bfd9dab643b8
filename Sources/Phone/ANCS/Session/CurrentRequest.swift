/// The one Control Point request that is under way.
struct CurrentRequest: Sendable {
    /// What a request is for.
    enum Purpose: Sendable {
        case fetch(WaitingList.Entry)
        case appName([UInt8])
        case perform(NotificationAction)
        case probe
    }

    /// What the phone has said of the notification since.
    private enum Standing {
        case announced
        /// It went away.
        case removed
        /// Its removal has been reported, so that nothing of the answer may be any more.
        case over
    }

    /// What has come on Data Source meanwhile.
    private enum Hearing {
        case nothing
        /// Something of whichever answer.
        case something
        /// Some of this answer.
        case answer
    }

    private(set) var purpose: Purpose
    let request: Request
    var accumulator: AnswerAccumulator?
    /// The notification as it was announced last, if it was announced again meanwhile.
    var update: WaitingList.Entry?
    private var standing = Standing.announced
    private var hearing = Hearing.nothing
    private let started: Duration
    /// When the phone last did something about the request; nil while it has not even taken it.
    private var lastProgress: Duration?
    /// The longest time between two fragments of the answer.
    private var longestGap: Duration = .zero

    init(_ purpose: Purpose, textLength: UInt16, at now: Duration) {
        self.purpose = purpose
        request =
            switch purpose {
            case .fetch(let entry):
                .notificationAttributes(entry.event.uid, maximumTextLength: textLength)
            case .appName(let appIdentifier): .appName(appIdentifier: appIdentifier)
            case .perform(let action): .perform(action.id, action.uid)
            case .probe: .notificationAttributes(.probe, maximumTextLength: textLength)
            }
        accumulator = AnswerAccumulator(answering: request)
        started = now
    }

    /// Whether the notification went away meanwhile.
    var isRemoved: Bool { standing == .removed }
    /// Whether its removal has been reported, so that nothing of the answer may be any more.
    var isOver: Bool { standing == .over }
    /// Whether anything came on Data Source meanwhile, of whichever answer.
    var hasHeard: Bool { hearing != .nothing }
    /// Whether some of the answer has come.
    var hasBegun: Bool { hearing == .answer }

    /// When the request has failed, unless something of its answer comes; nil where only the
    /// phone's confirmation is awaited.
    var deadline: Duration? {
        guard let lastProgress else { return nil }
        return switch purpose {
        case .fetch where hasPaused: min(lastProgress + pause, started + SessionLimits.answer)
        case .fetch: min(lastProgress + SessionLimits.progress, started + SessionLimits.answer)
        // Some phones answer about an app that is no longer installed without a name.
        case .appName where hasPaused: min(lastProgress + pause, started + SessionLimits.answer)
        case .appName: lastProgress + SessionLimits.appName
        case .perform, .probe: nil
        }
    }

    /// Whether attributes have come whole, nothing of the next, and yet not all.
    var hasPaused: Bool {
        guard let accumulator, accumulator.isBetweenAttributes else { return false }
        return !accumulator.attributes.isEmpty || isAppName
    }

    /// A phone that has been slow from the beginning may be slow still.
    private var pause: Duration {
        let usual = isAppName ? SessionLimits.namePause : SessionLimits.pause
        return min(max(usual, longestGap * 2), SessionLimits.progress)
    }

    private var isAppName: Bool {
        if case .appName = purpose { true } else { false }
    }

    /// When this gives way to a call that waits; nil where it may not, or is about a call itself.
    var yieldDeadline: Duration? {
        guard let lastProgress else { return nil }
        switch purpose {
        case .fetch(let entry) where entry.event.category.isLiveCall: return nil
        case .fetch, .appName: return lastProgress + SessionLimits.yield
        case .perform, .probe: return nil
        }
    }

    /// The action of the person that this is about, if any.
    var personAction: NotificationAction? {
        if case .perform(let action) = purpose { action } else { nil }
    }

    /// Whether this asks for the attributes of a notification.
    func fetches(_ uid: NotificationUID) -> Bool {
        fetched?.event.uid == uid
    }

    /// The phone has taken the request.
    mutating func confirmed(at now: Duration) {
        lastProgress = max(lastProgress ?? now, now)
    }

    /// When a call that this asks about is reported without its words.
    var bareDeadline: Duration? {
        [fetched?.bareDeadline, update?.bareDeadline].compactMap(\.self).min()
    }

    /// Takes out what is to be reported of a call without waiting for its words any longer.
    mutating func takeBare(at now: Duration, isUrgent: Bool) -> [FetchedNotification] {
        var calls: [FetchedNotification] = []
        if var entry = fetched, let call = entry.takeBare(at: now, isUrgent: isUrgent) {
            purpose = .fetch(entry)
            calls.append(call)
        }
        if let call = update?.takeBare(at: now, isUrgent: isUrgent) { calls.append(call) }
        return calls
    }

    /// What is to be asked once this has failed: the notification as it was announced last, or
    /// nothing where it is over.
    func followUp(_ entry: WaitingList.Entry) -> WaitingList.Entry? {
        guard !isOver, !isRemoved else { return update }
        var entry = entry
        entry.renew(with: update)
        return entry
    }

    /// Notes that the notification went away.
    mutating func remove() {
        update = nil
        standing = .removed
    }

    /// Notes that the notification's removal has been reported.
    mutating func end() {
        standing = .over
    }

    /// The notification that this asks about, if any.
    var fetched: WaitingList.Entry? {
        if case .fetch(let entry) = purpose { entry } else { nil }
    }

    /// Takes a fragment that came on Data Source.
    mutating func append(
        _ fragment: [UInt8], at now: Duration
    ) -> AnswerAccumulator.Progress? {
        guard !fragment.isEmpty else { return .waiting }
        if hearing == .nothing { hearing = .something }
        let progress = accumulator?.append(fragment)
        if progress == .waiting {
            if hasBegun, let lastProgress { longestGap = max(longestGap, now - lastProgress) }
            hearing = .answer
            lastProgress = now
        }
        return progress
    }
}
