package import Linux

/// Retries of an output whose disk may be absent, until its end.
@LoopActor
package final class DiskAttempts {
    /// Pauses during the end, for a disk that returns in time.
    private static let lastPauses: ClosedRange<Duration> =
        .milliseconds(50)...(.milliseconds(400))

    private var pauses = GrowingPause(SupervisedOutlet.usualPauses)
    private let next = Alarm()
    private let limit = Alarm()
    private var finished: (@LoopActor () -> Void)?

    /// Whether new events are refused and only queued ones are written.
    package private(set) var isFinishing = false
    /// Whether no more attempts are made.
    package private(set) var isOver = false
    /// Whether a pause before the next attempt is in progress.
    package var isPausing: Bool { next.isSet }

    package init() {}

    /// Records a successful attempt.
    package func succeed() {
        pauses.reset()
    }

    /// Schedules another attempt after a pause; returns false if none is made, such as during an
    /// end without a limit.
    package func again(_ attempt: @escaping @LoopActor () -> Void) -> Bool {
        guard !isOver, !isFinishing || limit.isSet else { return false }
        next.set(after: pauses.take(), attempt)
        return true
    }

    /// Ends the pause; the caller makes the attempt.
    package func endPause() {
        next.cancel()
    }

    /// Records that the end has begun; returns false if it had begun before.
    ///
    /// - Parameters:
    ///   - limit: time for further attempts; without a limit, attempts end with the first failure.
    ///   - giveUp: called when that time is over.
    ///   - done: the closure that `end` returns.
    package func finish(
        within limit: Duration?, giveUp: @escaping @LoopActor () -> Void,
        _ done: @escaping @LoopActor () -> Void
    ) -> Bool {
        guard !isFinishing else { return false }
        isFinishing = true
        finished = done
        pauses = GrowingPause(Self.lastPauses)
        if let limit { self.limit.set(after: limit, giveUp) }
        endPause()
        return true
    }

    /// Ends all attempts and returns the closure to call at the end; nil after the first call.
    package func end() -> (@LoopActor () -> Void)? {
        guard !isOver else { return nil }
        isOver = true
        limit.cancel()
        endPause()
        defer { finished = nil }
        return finished ?? {}
    }
}
