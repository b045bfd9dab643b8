/// What the controller has heard so far.
package struct BeaconCounters: Hashable, Sendable {
    /// Messages that the radio handed over.
    package var messages = 0
    /// Those that were a beacon's.
    package var frames = 0
    /// How long the radio has listened.
    package private(set) var listened: Duration = .zero
    private var since: Duration?

    /// Takes whether it listens from now on.
    mutating func listens(_ isListening: Bool, at time: Duration) {
        if let since { listened += time - since }
        since = isListening ? time : nil
    }

    /// Takes that the host slept, and listened as little as anybody who sleeps.
    mutating func sleeps(from start: Duration, to end: Duration) {
        guard since != nil else { return }
        listens(false, at: start)
        listens(true, at: end)
    }

    /// The same with the time until now.
    func now(at time: Duration) -> BeaconCounters {
        var counters = self
        counters.listens(since != nil, at: time)
        return counters
    }
}
