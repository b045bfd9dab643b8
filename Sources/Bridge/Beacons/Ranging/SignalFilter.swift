/// Smoothed signal: a median of the latest messages, followed quickly when it grows and slowly when it fades.
///
/// An obstacle such as a hand weakens a signal, but nothing strengthens one.
struct SignalFilter: Hashable, Sendable {
    /// Number of messages in the median.
    static let window = 5
    /// Maximum age of a message in the median.
    static let memory: Duration = .seconds(5)
    /// Time constants for a growing and for a fading signal.
    static let rise: Duration = .milliseconds(1500)
    static let fall: Duration = .seconds(3)

    private struct Sample: Hashable, Sendable {
        let signal: Int
        let time: Duration
    }

    private var samples: [Sample] = []
    /// The smoothed signal in dBm; nil before the first message.
    private(set) var value: Double?
    /// Time of the last message.
    private(set) var last: Duration?

    /// Adds the signal of a message.
    mutating func take(_ signal: Int, at time: Duration) {
        samples.removeAll { time - $0.time > Self.memory || $0.time > time }
        samples.append(Sample(signal: signal, time: time))
        if samples.count > Self.window { samples.removeFirst() }
        let median = Double(samples.map(\.signal).sorted()[samples.count / 2])
        defer { last = time }
        guard let value, let last, time >= last else {
            value = median
            return
        }
        let step = max(time - last, .milliseconds(1))
        let constant = median > value ? Self.rise : Self.fall
        // After a long silence the old value has little weight.
        let weight = (step / (constant + step))
        self.value = value + (median - value) * weight
    }

    /// Returns the unsmoothed median of the messages since this time.
    func median(since time: Duration) -> Int? {
        let signals = samples.filter { $0.time >= time }.map(\.signal).sorted()
        return signals.isEmpty ? nil : signals[signals.count / 2]
    }
}
