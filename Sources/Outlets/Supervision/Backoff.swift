/// How long to wait before the next attempt: longer each time, until one lasts.
package struct Backoff: Sendable {
    private let shortest: Duration
    private let longest: Duration
    private var next: Duration

    package init(_ range: ClosedRange<Duration> = .seconds(1)...(.seconds(60))) {
        shortest = range.lowerBound
        longest = range.upperBound
        next = range.lowerBound
    }

    /// The time to wait now.
    package mutating func take() -> Duration {
        defer { next = min(next * 2, longest) }
        return next
    }

    /// All is well again.
    package mutating func reset() {
        next = shortest
    }
}
