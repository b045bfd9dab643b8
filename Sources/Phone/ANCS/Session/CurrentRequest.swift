/// The Control Point request in progress.
struct CurrentRequest: Sendable {
    /// Purpose of a request.
    enum Purpose: Sendable {
        case fetch(WaitingList.Entry)
        case appName([UInt8])
        case perform(NotificationAction)
        case probe
    }

    /// State of the notification since the request.
    private enum Standing {
        case announced
        case removed
        /// The removal was reported; the answer must not bring the notification back.
        case over
    }

    /// Data Source values received during the request.
    private enum Hearing {
        case nothing
        /// A value of some answer.
        case something
        /// A part of this answer.
        case answer
    }

    private(set) var purpose: Purpose
    let request: Request
    var accumulator: AnswerAccumulator?
    /// Latest announcement, if the notification was announced again meanwhile.
    var update: WaitingList.Entry?
    private var standing = Standing.announced
    private var hearing = Hearing.nothing
    private let started: Duration
    /// Time of the phone's confirmation or of the last fragment of the answer; nil before both.
    private var lastProgress: Duration?
    /// Longest time between two fragments of the answer.
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

    /// Whether the notification was removed meanwhile.
    var isRemoved: Bool { standing == .removed }
    /// Whether the notification's removal was reported; the answer must not bring it back.
    var isOver: Bool { standing == .over }
    /// Whether any Data Source value arrived meanwhile, of whichever answer.
    var hasHeard: Bool { hearing != .nothing }
    /// Whether a part of this answer has arrived.
    var hasBegun: Bool { hearing == .answer }

    /// Time at which the request fails unless more of its answer arrives; nil if only the
    /// confirmation is awaited.
    var deadline: Duration? {
        guard let lastProgress else { return nil }
        return switch purpose {
        case .fetch where hasPaused: min(lastProgress + pause, started + SessionLimits.answer)
        case .fetch: min(lastProgress + SessionLimits.progress, started + SessionLimits.answer)
        // Some phones answer for an app that is no longer installed without a name.
        case .appName where hasPaused: min(lastProgress + pause, started + SessionLimits.answer)
        case .appName: lastProgress + SessionLimits.appName
        case .perform, .probe: nil
        }
    }

    /// Whether the answer stopped before an attribute, so that the phone may have sent all it has.
    ///
    /// An answer about a notification must already contain an attribute.
    var hasPaused: Bool {
        guard let accumulator, accumulator.isBetweenAttributes else { return false }
        return !accumulator.attributes.isEmpty || isAppName
    }

    /// Time without a byte after which a paused answer is over; longer for a phone that was slow
    /// between earlier fragments.
    private var pause: Duration {
        let usual = isAppName ? SessionLimits.namePause : SessionLimits.pause
        return min(max(usual, longestGap * 2), SessionLimits.progress)
    }

    private var isAppName: Bool {
        if case .appName = purpose { true } else { false }
    }

    /// Time at which the request yields to a waiting call; nil if it does not yield.
    ///
    /// It yields only after its confirmation, and never if it is an action, a probe or about a
    /// call.
    var yieldDeadline: Duration? {
        guard let lastProgress else { return nil }
        switch purpose {
        case .fetch(let entry) where entry.event.category.isLiveCall: return nil
        case .fetch, .appName: return lastProgress + SessionLimits.yield
        case .perform, .probe: return nil
        }
    }

    /// User's action performed by this request, if any.
    var personAction: NotificationAction? {
        if case .perform(let action) = purpose { action } else { nil }
    }

    /// Returns whether the request fetches the attributes of this notification.
    func fetches(_ uid: NotificationUID) -> Bool {
        fetched?.event.uid == uid
    }

    /// Records the phone's confirmation of the request.
    mutating func confirmed(at now: Duration) {
        lastProgress = max(lastProgress ?? now, now)
    }

    /// Time at which a call fetched by this request is reported without its texts.
    var bareDeadline: Duration? {
        [fetched?.bareDeadline, update?.bareDeadline].compactMap(\.self).min()
    }

    /// Returns the calls to be reported without their texts: those that have waited long enough, or
    /// all of them if `isUrgent`.
    mutating func takeBare(at now: Duration, isUrgent: Bool) -> [FetchedNotification] {
        var calls: [FetchedNotification] = []
        if var entry = fetched, let call = entry.takeBare(at: now, isUrgent: isUrgent) {
            purpose = .fetch(entry)
            calls.append(call)
        }
        if let call = update?.takeBare(at: now, isUrgent: isUrgent) { calls.append(call) }
        return calls
    }

    /// Returns the entry to fetch after a failure, with the latest announcement; nil if the
    /// notification was removed and not announced again.
    func followUp(_ entry: WaitingList.Entry) -> WaitingList.Entry? {
        guard !isOver, !isRemoved else { return update }
        var entry = entry
        entry.renew(with: update)
        return entry
    }

    /// Records that the notification was removed.
    mutating func remove() {
        update = nil
        standing = .removed
    }

    /// Records that the removal of the notification was reported.
    mutating func end() {
        standing = .over
    }

    /// Notification fetched by this request, if any.
    var fetched: WaitingList.Entry? {
        if case .fetch(let entry) = purpose { entry } else { nil }
    }

    /// Appends a Data Source fragment.
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
