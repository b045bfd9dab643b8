/// Counts of received messages and of listening time.
package struct BeaconCounters: Hashable, Sendable {
    /// Messages received from the radio.
    package var messages = 0
    /// Messages that were beacon frames.
    package var frames = 0
    /// Total time during which the radio has listened.
    package private(set) var listened: Duration = .zero
    private var since: Duration?

    /// Records that listening starts or stops.
    mutating func listens(_ isListening: Bool, at time: Duration) {
        if let since { listened += time - since }
        since = isListening ? time : nil
    }

    /// Excludes the time during which the host was suspended.
    mutating func sleeps(from start: Duration, to end: Duration) {
        guard since != nil else { return }
        listens(false, at: start)
        listens(true, at: end)
    }

    /// Returns the counters, including the listening time until now.
    func now(at time: Duration) -> BeaconCounters {
        var counters = self
        counters.listens(since != nil, at: time)
        return counters
    }
}
