/// A signal without its noise: what most of the latest messages agree on, followed quickly when it grows and slowly
/// when it fades, for a hand in the way weakens a signal and nothing strengthens one.
struct SignalFilter: Hashable, Sendable {
    /// So many messages are compared.
    static let window = 5
    /// A message that is older than this is not compared with a new one.
    static let memory: Duration = .seconds(5)
    /// How long it takes to follow a signal that grows, or fades, most of the way.
    static let rise: Duration = .milliseconds(1500)
    static let fall: Duration = .seconds(3)

    private struct Sample: Hashable, Sendable {
        let signal: Int
        let time: Duration
    }

    private var samples: [Sample] = []
    /// The smoothed signal in dBm; nil before the first message.
    private(set) var value: Double?
    /// When the last message came.
    private(set) var last: Duration?

    /// Takes the signal of a message.
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
        // After a long silence little is left of what was.
        let weight = (step / (constant + step))
        self.value = value + (median - value) * weight
    }

    /// What most of the messages of a short time agree on, without following anything.
    func median(since time: Duration) -> Int? {
        let signals = samples.filter { $0.time >= time }.map(\.signal).sorted()
        return signals.isEmpty ? nil : signals[signals.count / 2]
    }
}
