/// Detector of taps: reports once per tap, until the beacon is taken away.
struct TouchFilter: Hashable, Sendable {
    /// Time span of signals in the median.
    static let memory: Duration = .seconds(1)
    /// Drop of the signal in dB that ends a tap.
    static let release = 8
    /// Silence that ends a tap.
    static let patience: Duration = .seconds(3)

    private enum State: Hashable, Sendable {
        case away
        case held(since: Duration)
        case told
    }

    private var state = State.away
    private var last: Duration?

    /// Processes the median of recent signals; returns whether a tap is complete.
    mutating func take(_ signal: Int, power: Int, hold: Duration, at time: Duration) -> Bool {
        if let last, time - last > Self.patience || time < last { state = .away }
        last = time
        if signal < power - Self.release { state = .away }
        switch state {
        case .away:
            if signal >= power { state = .held(since: time) }
        case .held(let since):
            if signal < power {
                state = .away
            } else if time - since >= hold {
                state = .told
                return true
            }
        case .told: break
        }
        return false
    }
}
