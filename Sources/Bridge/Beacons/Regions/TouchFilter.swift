/// Whether a beacon is held to the host: once, until it has been taken away.
struct TouchFilter: Hashable, Sendable {
    /// The signal of so long decides.
    static let memory: Duration = .seconds(1)
    /// A beacon is taken away where it arrives weaker by so much, in dB.
    static let release = 8
    /// Or was not heard for so long, and the host listened.
    static let patience: Duration = .seconds(3)

    private enum State: Hashable, Sendable {
        case away
        case held(since: Duration)
        case told
    }

    private var state = State.away
    private var last: Duration?

    /// Takes what most messages of the last moments agree on; says whether the host was touched.
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
