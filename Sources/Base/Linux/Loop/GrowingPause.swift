/// Pauses between attempts, each twice as long as the one before, up to a longest.
package struct GrowingPause: Sendable {
    private let bounds: ClosedRange<Duration>
    private var next: Duration

    /// The shortest pause, which comes first, and the longest.
    package init(_ bounds: ClosedRange<Duration>) {
        self.bounds = bounds
        next = bounds.lowerBound
    }

    /// The pause before the next attempt.
    package mutating func take() -> Duration {
        defer { next = min(next * 2, bounds.upperBound) }
        return next
    }

    /// Begins with the shortest again.
    package mutating func reset() {
        next = bounds.lowerBound
    }
}
