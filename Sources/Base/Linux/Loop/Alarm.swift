/// One-shot timer: setting it again replaces the previous deadline, and it ends with its owner.
@LoopActor
package final class Alarm {
    private let pace: Pace?
    private var timer: TimerID?
    /// The deadline of a running timer that was set with `set(at:)`; otherwise nil.
    package private(set) var moment: Duration?

    /// - Parameter pace: the clock; nil for the clock of the host.
    package init(on pace: Pace? = nil) {
        self.pace = pace
    }

    isolated deinit {
        cancel()
    }

    /// Whether the timer is running.
    package var isSet: Bool { timer != nil }

    /// Calls a handler once after a delay, and replaces any earlier handler.
    package func set(after delay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        cancel()
        let ring: @LoopActor () -> Void = { [weak self] in
            self?.timer = nil
            self?.moment = nil
            handler()
        }
        timer = pace.map { $0.after(delay, ring) } ?? EventLoop.shared.after(delay, ring)
    }

    /// Runs an action of an owner once after a delay, unless the owner was released.
    package func set<Owner: AnyObject>(
        after delay: Duration, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        set(after: delay) { [weak owner] in if let owner { action(owner) } }
    }

    /// Runs an action of an owner once at a moment, unless the owner was released.
    ///
    /// Cancels the timer if the moment is nil.
    package func set<Owner: AnyObject>(
        at moment: Duration?, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        set(at: moment) { [weak owner] in if let owner { action(owner) } }
    }

    /// Calls a handler once at a moment; cancels the timer if the moment is nil.
    package func set(at moment: Duration?, _ handler: @escaping @LoopActor () -> Void) {
        guard let moment else { return cancel() }
        set(after: moment - (pace?.now ?? EventLoop.now), handler)
        self.moment = moment
    }

    /// Cancels the timer.
    package func cancel() {
        guard let timer else { return }
        self.timer = nil
        moment = nil
        if let pace { pace.cancel(timer) } else { EventLoop.shared.cancel(timer) }
    }
}
