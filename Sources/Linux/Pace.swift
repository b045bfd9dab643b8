/// The clock that deadlines and scripts go by: the machine's, one that runs faster, or one that
/// leaps from one timer to the next.
@LoopActor
package final class Pace {
    private enum Kind {
        case running(speed: Double, start: Duration)
        case leaping
    }

    private let kind: Kind
    /// The timers of a clock that leaps; those of the others are the loop's.
    private var timers = TimerQueue()
    private var leapingTime: Duration = .zero
    private var isWaitingForIdleness = false

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A clock that runs.
    ///
    /// - Parameter speed: how many of its seconds pass in a real one; more than zero.
    package convenience init(speed: Double = 1) {
        self.init(.running(speed: speed, start: EventLoop.now))
    }

    /// A clock on which no time passes while there is anything to do: when every descriptor is quiet
    /// it leaps to its next timer, so hours pass in no time and always in the same order.
    package static func leaping() -> Pace {
        Pace(.leaping)
    }

    /// Time on this clock, from some fixed start.
    package var now: Duration {
        switch kind {
        case .running(let speed, let start): start + (EventLoop.now - start) * speed
        case .leaping: leapingTime
        }
    }

    /// Calls a handler once, when some time has passed on this clock.
    @discardableResult
    package func after(_ delay: Duration, _ handler: @escaping @LoopActor () -> Void) -> TimerID {
        switch kind {
        case .running(let speed, _):
            return EventLoop.shared.after(delay / speed, handler)
        case .leaping:
            defer { leapWhenIdle() }
            return timers.add(deadline: leapingTime + max(delay, .zero), handler: handler)
        }
    }

    /// Forgets a timer of this clock.
    package func cancel(_ timer: TimerID) {
        switch kind {
        case .running: EventLoop.shared.cancel(timer)
        case .leaping: timers.cancel(timer)
        }
    }

    private func leapWhenIdle() {
        guard !isWaitingForIdleness else { return }
        isWaitingForIdleness = true
        // The clock need not outlive its last user.
        EventLoop.shared.whenIdle { [weak self] in self?.leap() }
    }

    private func leap() {
        isWaitingForIdleness = false
        guard let deadline = timers.earliest else { return }
        leapingTime = max(leapingTime, deadline)
        timers.popDue(at: leapingTime)?()
        if timers.earliest != nil { leapWhenIdle() }
    }
}
