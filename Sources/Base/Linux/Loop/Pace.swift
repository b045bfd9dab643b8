/// The clock that deadlines and scripts go by: the machine's, or that of a simulation.
///
/// On the clock of a simulation no time passes while there is anything to do. Once every descriptor
/// is quiet it goes on, and never past a timer that has not fired yet: so the same happens in the
/// same order at every speed, however busy or slow the machine is.
@LoopActor
package final class Pace {
    /// How many seconds of a simulation pass in one of the machine's at most, none where they are
    /// led; nil for the machine's own clock.
    private let speed: Double?
    private let start: Duration

    // The rest is that of a simulation.
    private var timers = TimerQueue()
    private var moment: Duration
    /// How often the loop had been idle when the moment began.
    private var idleMoments = EventLoop.shared.idleMoments
    private var alarm: (id: TimerID, deadline: Duration)?
    private var isWaitingForIdleness = false

    private init(simulating speed: Double?) {
        self.speed = speed
        start = EventLoop.now
        moment = start
    }

    /// The machine's own clock.
    package convenience init() {
        self.init(simulating: nil)
    }

    /// The clock of a simulation.
    ///
    /// - Parameter speed: how many of its seconds pass in a real one; more than zero.
    package convenience init(speed: Double) {
        self.init(simulating: speed)
    }

    /// The clock of a simulation that leaps from one timer to the next, so that hours pass in no
    /// time.
    package static func leaping() -> Pace {
        Pace(simulating: .infinity)
    }

    /// The clock of a simulation on which no time passes but by `pass`.
    package static func led() -> Pace {
        Pace(simulating: .zero)
    }

    /// Lets time pass on a clock that is led; what is due meanwhile happens before this returns.
    package func pass(_ time: Duration) {
        guard speed == .zero else { return }
        let end = moment + time
        while let deadline = timers.earliest, deadline <= end {
            enter(deadline)
            timers.popDue(at: deadline)?()
        }
        enter(end)
    }

    /// Lets time pass on a clock that is led, as a host's sleep does: what is due meanwhile happens with the next `pass`.
    package func skip(_ time: Duration) {
        guard speed == .zero else { return }
        enter(moment + time)
    }

    /// Time on this clock, from some fixed start.
    package var now: Duration {
        guard let speed else { return EventLoop.now }
        if speed.isFinite, idleMoments != EventLoop.shared.idleMoments {
            let time = start + (EventLoop.now - start) * speed
            enter(min(time, timers.earliest ?? time))
        }
        return moment
    }

    /// Calls a handler once, when some time has passed on this clock.
    @discardableResult
    package func after(_ delay: Duration, _ handler: @escaping @LoopActor () -> Void) -> TimerID {
        guard speed != nil else { return EventLoop.shared.after(delay, handler) }
        let timer = timers.add(deadline: now + max(delay, .zero), handler: handler)
        setAlarm()
        return timer
    }

    /// Has an owner do something once, when some time has passed on this clock, unless it is gone by then.
    package func after<Owner: AnyObject>(
        _ delay: Duration, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        after(delay) { [weak owner] in if let owner { action(owner) } }
    }

    /// Forgets a timer of this clock.
    package func cancel(_ timer: TimerID) {
        guard speed != nil else { return EventLoop.shared.cancel(timer) }
        timers.cancel(timer)
        setAlarm()
    }

    private func enter(_ time: Duration) {
        moment = max(moment, time)
        idleMoments = EventLoop.shared.idleMoments
    }

    /// How long a moment of a simulation is still away.
    private func realTime(until deadline: Duration, at speed: Double) -> Duration {
        speed.isFinite ? start + (deadline - start) / speed - EventLoop.now : .zero
    }

    /// Sees to it that the earliest timer fires when it should.
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

    /// Fires one timer; the next one's turn comes when nothing is left to do about this one.
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
