import Linux

/// Timeouts and delays of a link.
struct LinkPatience: Sendable {
    /// Time limit of an answer.
    ///
    /// A phone must confirm writes and subscriptions within 30 s, or bluetoothd disconnects it;
    /// this is a little more.
    var answer: Duration = .seconds(35)
    /// Time for which a subscription is tried again while bluetoothd is busy, before it counts as
    /// refused.
    ///
    /// The limit is shorter than the 10 s after which a session reports the phone as unresponsive.
    var busy: Duration = .seconds(3)
    /// Time limit for resolving a phone's services; bluetoothd disconnects a phone after 30 s
    /// without an answer.
    var services: Duration = .seconds(20)
    /// Delay before a new link to a phone that could not be disconnected.
    var comeback: Duration = .seconds(5)
    /// Delays before a subscription that ended without the link is repeated, increasing until one
    /// lasts.
    var renewal: ClosedRange<Duration> = .milliseconds(500) ... .seconds(60)
    /// Duration after which a subscription counts as lasting.
    var lasting: Duration = .seconds(60)
}

/// Increasing pauses, with a time limit, between calls to a busy bluetoothd.
struct BusyPauses {
    private static let bounds: ClosedRange<Duration> = .milliseconds(50) ... .milliseconds(1600)

    private let limit: Duration
    private var next = bounds.lowerBound
    private var spent: Duration = .zero

    /// - Parameter limit: total time after which there is no further pause.
    init(within limit: Duration) {
        self.limit = limit
    }

    /// Returns the next pause; nil if the time limit is reached.
    mutating func take() -> Duration? {
        guard spent < limit else { return nil }
        let pause = next
        spent += pause
        next = min(next * 2, Self.bounds.upperBound)
        return pause
    }

    /// Pauses before a call is repeated that was refused for one of these reasons; returns false if
    /// the time limit is reached or the task is cancelled.
    @LoopActor
    mutating func wait(after refusal: Refusal?, _ reasons: [Refusal]) async -> Bool {
        guard let refusal, reasons.contains(refusal), !Task.isCancelled, let pause = take() else {
            return false
        }
        await EventLoop.pause(pause)
        return !Task.isCancelled
    }
}
