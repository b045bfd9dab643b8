/// How long a link waits for what.
struct LinkPatience: Sendable {
    /// A phone must confirm what is written to it, subscriptions too, within 30 s, or bluetoothd lets
    /// go of it; this is a little more.
    var answer: Duration = .seconds(35)
    /// For so long bluetoothd may be busy with something else before that counts as an answer; a
    /// session calls the phone unresponsive after 10 s.
    var busy: Duration = .seconds(3)
    /// How long bluetoothd may take to find out a phone's services; it lets go of a phone after 30 s
    /// without an answer.
    var services: Duration = .seconds(20)
    /// How soon a phone is turned to again that could not be let go.
    var comeback: Duration = .seconds(5)
    /// How soon a subscription that broke off without the link is made again: ever less soon, as long
    /// as none lasts.
    var renewal: ClosedRange<Duration> = .milliseconds(500) ... .seconds(60)
    /// A subscription that was there for so long has lasted.
    var lasting: Duration = .seconds(60)
}

/// How soon a bluetoothd that is busy is asked again: ever less soon, and not for ever.
struct BusyPauses {
    private static let bounds: ClosedRange<Duration> = .milliseconds(50) ... .milliseconds(1600)

    private let limit: Duration
    private var next = bounds.lowerBound
    private var spent: Duration = .zero

    /// - Parameter limit: after so long in all there is no further pause.
    init(within limit: Duration) {
        self.limit = limit
    }

    /// The next pause; nil when it has gone on for too long.
    mutating func take() -> Duration? {
        guard spent < limit else { return nil }
        let pause = next
        spent += pause
        next = min(next * 2, Self.bounds.upperBound)
        return pause
    }
}
