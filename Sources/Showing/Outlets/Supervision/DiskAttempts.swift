package import Linux

/// When an outlet whose disk comes and goes tries again, up to its end.
@LoopActor
package final class DiskAttempts {
    /// Pauses where the end is near and a disk may come back in time.
    private static let lastPauses: ClosedRange<Duration> =
        .milliseconds(50)...(.milliseconds(400))

    private var pauses = GrowingPause(SupervisedOutlet.usualPauses)
    private let next = Alarm()
    private let limit = Alarm()
    private var finished: (@LoopActor () -> Void)?

    /// Whether nothing more is taken, and only what is left is still to be written.
    package private(set) var isFinishing = false
    /// Whether nothing more is tried.
    package private(set) var isOver = false
    /// Whether the next attempt is still to come.
    package var isPausing: Bool { next.isSet }

    /// No attempt was made yet.
    package init() {}

    /// An attempt went well.
    package func succeed() {
        pauses.reset()
    }

    /// Makes one more attempt after a pause; false where that makes no sense any more: nobody waits
    /// for the end without saying for how long.
    package func again(_ attempt: @escaping @LoopActor () -> Void) -> Bool {
        guard !isOver, !isFinishing || limit.isSet else { return false }
        next.set(after: pauses.take(), attempt)
        return true
    }

    /// Does not wait for the time of the next attempt, which the caller makes.
    package func endPause() {
        next.cancel()
    }

    /// Takes note that the end is near; false where that is known already.
    ///
    /// - Parameters:
    ///   - limit: how long it is tried; without it, as long as it goes well.
    ///   - giveUp: is called when that time is over.
    ///   - done: is what `end` hands back.
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

    /// Makes no more attempts, and hands over what is to be called at the end; nil but the first time.
    package func end() -> (@LoopActor () -> Void)? {
        guard !isOver else { return nil }
        isOver = true
        limit.cancel()
        endPause()
        defer { finished = nil }
        return finished ?? {}
    }
}
