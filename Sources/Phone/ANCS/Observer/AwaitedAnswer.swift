/// Answer to the request that was observed last.
struct AwaitedAnswer: Sendable {
    /// Subject of the request.
    enum Subject: Hashable, Sendable {
        case notification(NotificationUID)
        case app([UInt8])
    }

    let subject: Subject
    var accumulator: AnswerAccumulator
    /// Whether the notification was removed meanwhile; that is reported after its texts.
    var isRemoved = false
    private var lastProgress: Duration

    /// Returns nil for a request without an answer.
    init?(to request: ObservedRequest, at now: Duration) {
        guard let accumulator = AnswerAccumulator(answering: request) else { return nil }
        switch request {
        case .notificationAttributes(let uid, _): subject = .notification(uid)
        case .appAttributes(let appIdentifier, _): subject = .app(appIdentifier)
        case .perform: return nil
        }
        self.accumulator = accumulator
        lastProgress = now
    }

    /// Time at which the answer counts as lost unless more of it has arrived.
    var deadline: Duration { lastProgress + SessionLimits.progress }

    /// Appends a fragment.
    mutating func append(
        _ fragment: [UInt8], at now: Duration
    ) -> AnswerAccumulator.Progress {
        let progress = accumulator.append(fragment)
        if progress != .foreign { lastProgress = now }
        return progress
    }
}
