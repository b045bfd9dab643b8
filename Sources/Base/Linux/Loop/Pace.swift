/// The clock of deadlines and scripts: the host's or a simulated one.
///
/// On a simulated clock no time passes while there is work to do. It advances once all descriptors
/// are quiet, and never past a timer that has not fired. So events have the same order at every
/// speed and load.
@LoopActor
package final class Pace {
    /// Maximum ratio of simulated to real time; nil for the host's clock.
    ///
    /// Zero is a clock driven by `pass`, and infinity one that jumps from timer to timer.
    private let speed: Double?
    private let start: Duration

    // The following properties belong to a simulated clock.
    private var timers = TimerQueue()
    private var moment: Duration
    /// Idle count of the loop when the current moment began.
    private var idleMoments = EventLoop.shared.idleMoments
    private var alarm: (id: TimerID, deadline: Duration)?
    private var isWaitingForIdleness = false

    private init(simulating speed: Double?) {
        self.speed = speed
        start = EventLoop.now
        moment = start
    }

    /// Creates the host's own clock.
    package convenience init() {
        self.init(simulating: nil)
    }

    /// Creates a simulated clock.
    ///
    /// - Parameter speed: simulated seconds per real second; more than zero.
    package convenience init(speed: Double) {
        self.init(simulating: speed)
    }

    /// Creates a simulated clock that jumps from one timer to the next, so that hours take no real
    /// time.
    package static func leaping() -> Pace {
        Pace(simulating: .infinity)
    }

    /// Creates a simulated clock that advances only with `pass`.
    package static func led() -> Pace {
        Pace(simulating: .zero)
    }

    /// Advances a clock made by `led`; due timers fire before this returns.
    package func pass(_ time: Duration) {
        guard speed == .zero else { return }
        let end = moment + time
        while let deadline = timers.earliest, deadline <= end {
            enter(deadline)
            timers.popDue(at: deadline)?()
        }
        enter(end)
    }

    /// Advances a clock made by `led` as a suspend does: due timers fire with the next `pass`.
    package func skip(_ time: Duration) {
        guard speed == .zero else { return }
        enter(moment + time)
    }

    /// Time on this clock, from an arbitrary start.
    package var now: Duration {
        guard let speed else { return EventLoop.now }
        if speed.isFinite, idleMoments != EventLoop.shared.idleMoments {
            let time = start + (EventLoop.now - start) * speed
            enter(min(time, timers.earliest ?? time))
        }
        return moment
    }

    /// Calls a handler once after a delay on this clock.
    @discardableResult
    package func after(_ delay: Duration, _ handler: @escaping @LoopActor () -> Void) -> TimerID {
        guard speed != nil else { return EventLoop.shared.after(delay, handler) }
        let timer = timers.add(deadline: now + max(delay, .zero), handler: handler)
        setAlarm()
        return timer
    }

    /// Runs an action of an owner once after a delay on this clock, unless the owner was released.
    package func after<Owner: AnyObject>(
        _ delay: Duration, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        after(delay) { [weak owner] in if let owner { action(owner) } }
    }

    /// Cancels a timer of this clock.
    package func cancel(_ timer: TimerID) {
        guard speed != nil else { return EventLoop.shared.cancel(timer) }
        timers.cancel(timer)
        setAlarm()
    }

    private func enter(_ time: Duration) {
        moment = max(moment, time)
        idleMoments = EventLoop.shared.idleMoments
    }

    /// Returns the real time until a simulated moment.
    private func realTime(until deadline: Duration, at speed: Double) -> Duration {
        speed.isFinite ? start + (deadline - start) / speed - EventLoop.now : .zero
    }

    /// Schedules the earliest timer.
    private func setAlarm() {
        guard let speed, speed > 0, !isWaitingForIdleness else { return }
        let deadline = timers.earliest
        guard deadline != alarm?.deadline else { return }
        if let alarm { EventLoop.shared.cancel(alarm.id) }
        // The clock need not outlive its last user.
        alarm = deadline.map { deadline in
            let id = EventLoop.shared.after(realTime(until: deadline, at: speed)) { [weak self] in
                self?.waitForIdleness()
            }
            return (id, deadline)
        }
    }

    private func waitForIdleness() {
        alarm = nil
        isWaitingForIdleness = true
        EventLoop.shared.whenIdle { [weak self] in self?.fire() }
    }

    /// Fires one timer; the next one fires when all work for this one is done.
    private func fire() {
        isWaitingForIdleness = false
        if let speed, let deadline = timers.earliest, realTime(until: deadline, at: speed) <= .zero
        {
            enter(deadline)
            timers.popDue(at: deadline)?()
        }
        setAlarm()
    }
}
