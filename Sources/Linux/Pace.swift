/// The clock that deadlines and scripts go by: the machine's, or one that runs `speed` times faster.
@LoopActor
package final class Pace {
    private let speed: Double
    private let start: Duration

    /// - Parameter speed: how many of its seconds pass in a real one; more than zero.
    package init(speed: Double = 1) {
        self.speed = speed
        start = EventLoop.now
    }

    /// Time on this clock, from the same start as `EventLoop.now`.
    package var now: Duration {
        start + (EventLoop.now - start) * speed
    }

    /// Calls a handler once, when some time has passed on this clock.
    @discardableResult
    package func after(_ delay: Duration, _ handler: @escaping @LoopActor () -> Void) -> TimerID {
        EventLoop.shared.after(delay / speed, handler)
    }

    /// Forgets a timer of this clock.
    package func cancel(_ timer: TimerID) {
        EventLoop.shared.cancel(timer)
    }
}
