/// Whether the phone still has something to say, and when to ask.
struct Liveness: Hashable, Sendable {
    /// Requests in a row that brought nothing on Data Source; a phone that stops sending there goes
    /// on confirming.
    private(set) var silences = 0
    /// Whether the subscription was renewed because of silence and nothing was answered since.
    private(set) var wasRenewedInVain = false
    /// How often the phone has been let go for its silence since it last answered.
    private(set) var partings = 0
    private var lastNews: Duration?
    private var lastSign: Duration?

    /// Whether the phone has to show more than that it confirms.
    var isInDoubt: Bool { silences > 0 || wasRenewedInVain || partings > 0 }

    /// The phone sent a Notification Source value, or a new subscription stands.
    mutating func heard(at now: Duration) {
        lastNews = now
        lastSign = now
    }

    /// The phone confirmed or refused a request.
    mutating func confirmed(at now: Duration) {
        lastSign = now
    }

    /// The phone sent something on Data Source in answer to a request.
    mutating func answered(at now: Duration) {
        silences = 0
        wasRenewedInVain = false
        partings = 0
        lastSign = now
    }

    /// A request brought no answer.
    mutating func missed(at now: Duration) {
        silences += 1
        lastSign = now
    }

    /// The subscription is renewed because of silence.
    mutating func renewedInSilence() {
        silences = 0
        wasRenewedInVain = true
    }

    /// The phone is let go for its silence.
    mutating func parted() { partings += 1 }

    /// What outlives the session.
    var memory: Liveness {
        var memory = Liveness()
        memory.partings = partings
        return memory
    }

    /// The phone was asked whether it still answers.
    mutating func probed(at now: Duration) {
        lastSign = now
    }

    /// When the phone must be asked, or the subscription renewed.
    var deadline: Duration? {
        guard let lastNews, let lastSign else { return nil }
        return min(lastSign + SessionLimits.probeInterval, lastNews + SessionLimits.renewal)
    }

    /// Whether the phone must be asked whether it still answers.
    func needsProbe(at now: Duration) -> Bool {
        lastSign.map { $0 + SessionLimits.probeInterval <= now } ?? false
    }

    /// Whether the subscription must be renewed.
    func needsRenewal(at now: Duration) -> Bool {
        lastNews.map { $0 + SessionLimits.renewal <= now } ?? false
    }
}

/// When a phone that refuses is asked again: soon at first, then ever more seldom.
struct Retry: Hashable, Sendable {
    private var delay = SessionLimits.retry.lowerBound
    private var lastFailure: Duration?
    private(set) var deadline: Duration?

    /// Whether the phone is left alone until the deadline.
    var isWaiting: Bool { deadline != nil }

    mutating func failed(at now: Duration) {
        lastFailure = now
        deadline = now + delay
        delay = min(delay * 2, SessionLimits.retry.upperBound)
    }

    mutating func succeeded() {
        self = Retry()
    }

    /// Whether the phone may be asked now; if so it counts as asked.
    mutating func isDue(at now: Duration) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self.deadline = nil
        return true
    }

    /// Something happened that makes an early try worth while.
    mutating func hasten() {
        guard let deadline, let lastFailure else { return }
        self.deadline = min(deadline, lastFailure + SessionLimits.earliestRetry)
    }
}
