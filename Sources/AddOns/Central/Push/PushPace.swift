import History

/// How long a history that is handed over waits for what, and how much goes at a time.
struct PushPace: Hashable, Sendable {
    /// Seconds for which the bridge may wait for something to hand over; then the centre hears that this is still here.
    var wait = 240
    /// Pauses between attempts.
    var pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(120)
    /// The pause where only a person can help.
    var longPause: Duration = .seconds(300)
    /// Notices one after the other that are passed over where the centre does not take them; then it is waited until it does.
    var asideLimit = 20
    /// Notices of a batch at most.
    var limit = OutboxBatch.limit
}
