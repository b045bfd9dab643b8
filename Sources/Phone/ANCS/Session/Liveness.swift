/// Checks whether the phone still responds, and when to send a probe.
struct Liveness: Hashable, Sendable {
    /// Number of consecutive requests without a Data Source value.
    ///
    /// A phone that no longer sends values there still confirms requests.
    private(set) var silences = 0
    /// Whether the subscription was renewed because of silence, and no answer has arrived since.
    private(set) var wasRenewedInVain = false
    /// Number of disconnections because of silence since the last answer.
    private(set) var partings = 0
    private var lastNews: Duration?
    private var lastSign: Duration?

    /// Whether the phone must send an answer, because its confirmations alone are not sufficient.
    var isInDoubt: Bool { silences > 0 || wasRenewedInVain || partings > 0 }

    /// Records a Notification Source value or a new subscription.
    mutating func heard(at now: Duration) {
        lastNews = now
        lastSign = now
    }

    /// Records that the phone confirmed or refused a request.
    mutating func confirmed(at now: Duration) {
        lastSign = now
    }

    /// Records a Data Source value in answer to a request.
    mutating func answered(at now: Duration) {
        silences = 0
        wasRenewedInVain = false
        partings = 0
        lastSign = now
    }

    /// Records a request without an answer.
    mutating func missed(at now: Duration) {
        silences += 1
        lastSign = now
    }

    /// Records that the subscription is renewed because of silence.
    mutating func renewedInSilence() {
        silences = 0
        wasRenewedInVain = true
    }

    /// Records that the phone is disconnected because of silence.
    mutating func parted() { partings += 1 }

    /// Part of the state that outlives the session.
    var memory: Liveness {
        var memory = Liveness()
        memory.partings = partings
        return memory
    }

    /// Records that a probe was sent.
    mutating func probed(at now: Duration) {
        lastSign = now
    }

    /// Time at which a probe or a renewal of the subscription is due.
    var deadline: Duration? {
        guard let lastNews, let lastSign else { return nil }
        return min(lastSign + SessionLimits.probeInterval, lastNews + SessionLimits.renewal)
    }

    /// Returns whether a probe is due.
    func needsProbe(at now: Duration) -> Bool {
        lastSign.map { $0 + SessionLimits.probeInterval <= now } ?? false
    }

    /// Returns whether the subscription must be renewed.
    func needsRenewal(at now: Duration) -> Bool {
        lastNews.map { $0 + SessionLimits.renewal <= now } ?? false
    }
}

/// Retry timer for a phone that refuses, with increasing delays.
struct Retry: Hashable, Sendable {
    private var delay = SessionLimits.retry.lowerBound
    private var lastFailure: Duration?
    private(set) var deadline: Duration?

    /// Whether no request may be sent until the deadline.
    var isWaiting: Bool { deadline != nil }

    mutating func failed(at now: Duration) {
        lastFailure = now
        deadline = now + delay
        delay = min(delay * 2, SessionLimits.retry.upperBound)
    }

    mutating func succeeded() {
        self = Retry()
    }

    /// Returns whether a retry is due, and ends the wait if it is.
    mutating func isDue(at now: Duration) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self.deadline = nil
        return true
    }

    /// Shortens the wait after an event that makes an early retry worthwhile.
    mutating func hasten() {
        guard let deadline, let lastFailure else { return }
        self.deadline = min(deadline, lastFailure + SessionLimits.earliestRetry)
    }
}
