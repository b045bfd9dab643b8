/// Exponential backoff: each pause is twice as long as the previous one, up to a maximum.
package struct GrowingPause: Sendable {
    private let bounds: ClosedRange<Duration>
    private var next: Duration

    /// Creates a backoff from the shortest pause to the longest.
    package init(_ bounds: ClosedRange<Duration>) {
        self.bounds = bounds
        next = bounds.lowerBound
    }

    /// Returns the next pause.
    package mutating func take() -> Duration {
        defer { next = min(next * 2, bounds.upperBound) }
        return next
    }

    /// Restarts with the shortest pause.
    package mutating func reset() {
        next = bounds.lowerBound
    }
}
