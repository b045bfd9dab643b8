/// Whether the phone still has something to say, and when to ask.
struct Liveness: Hashable, Sendable {
    /// Requests in a row that the phone did not even confirm.
    private var unconfirmed = 0
    /// Requests in a row that brought nothing on Data Source; a phone that stops sending there goes
    /// on confirming.
    private var unanswered = 0
    /// Whether the subscription was renewed because of silence and nothing was answered since.
    private(set) var wasRenewedInVain = false
    private var lastNews: Duration?
    private var lastSign: Duration?

    /// Failed requests in a row.
    var silences: Int { max(unconfirmed, unanswered) }

    /// The phone sent a Notification Source value, or a new subscription stands.
    mutating func heard(at now: Duration) {
        lastNews = now
        lastSign = now
    }

    /// The phone confirmed or refused a request.
    mutating func confirmed(at now: Duration) {
        unconfirmed = 0
        lastSign = now
    }

    /// The phone sent something on Data Source in answer to a request.
    mutating func answered(at now: Duration) {
        unconfirmed = 0
        unanswered = 0
        wasRenewedInVain = false
        lastSign = now
    }

    /// A request brought no answer, and perhaps not even a confirmation.
    mutating func missed(isConfirmed: Bool, at now: Duration) {
        if !isConfirmed { unconfirmed += 1 }
        unanswered += 1
        lastSign = now
    }

    /// A request that has no answer was not confirmed.
    mutating func missedConfirmation(at now: Duration) {
        unconfirmed += 1
        lastSign = now
    }

    /// The subscription is renewed because of silence.
    mutating func renewedInSilence() {
        unconfirmed = 0
        unanswered = 0
        wasRenewedInVain = true
    }

    /// The phone was asked whether it still answers.
    mutating func probed(at now: Duration) {
        lastSign = now
    }

    /// When the phone must be asked, or the subscription renewed.
    var deadline: Duration? {
        guard let lastNews, let lastSign else { return nil }
        return min(lastSign + interval, lastNews + SessionLimits.renewal)
    }

    /// A phone that did not confirm is asked again soon.
    private var interval: Duration {
        unconfirmed > 0 ? SessionLimits.progress : SessionLimits.probeInterval
    }

    /// Whether the phone must be asked whether it still answers.
    func needsProbe(at now: Duration) -> Bool {
        lastSign.map { $0 + interval <= now } ?? false
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
