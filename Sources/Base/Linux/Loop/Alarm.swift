/// Calls somebody at one moment to come: setting it again forgets the moment before, and it ends with its owner.
@LoopActor
package final class Alarm {
    private let pace: Pace?
    private var timer: TimerID?
    /// When somebody is called, where a moment was given for that.
    package private(set) var moment: Duration?

    /// - Parameter pace: the clock that it goes by; the machine's own where there is none.
    package init(on pace: Pace? = nil) {
        self.pace = pace
    }

    isolated deinit {
        cancel()
    }

    /// Whether somebody is still to be called.
    package var isSet: Bool { timer != nil }

    /// Calls a handler once, when so much time has passed, and nobody else.
    package func set(after delay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        cancel()
        let ring: @LoopActor () -> Void = { [weak self] in
            self?.timer = nil
            self?.moment = nil
            handler()
        }
        timer = pace.map { $0.after(delay, ring) } ?? EventLoop.shared.after(delay, ring)
    }

    /// Has an owner do something once, when so much time has passed, unless it is gone by then.
    package func set<Owner: AnyObject>(
        after delay: Duration, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        set(after: delay) { [weak owner] in if let owner { action(owner) } }
    }

    /// Has an owner do something once, at this moment of its clock, unless it is gone by then; nothing without a moment.
    package func set<Owner: AnyObject>(
        at moment: Duration?, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        set(at: moment) { [weak owner] in if let owner { action(owner) } }
    }

    /// Calls a handler once, at this moment of its clock; nobody where there is no moment.
    package func set(at moment: Duration?, _ handler: @escaping @LoopActor () -> Void) {
        guard let moment else { return cancel() }
        set(after: moment - (pace?.now ?? EventLoop.now), handler)
        self.moment = moment
    }

    /// Calls nobody.
    package func cancel() {
        guard let timer else { return }
        self.timer = nil
        moment = nil
        if let pace { pace.cancel(timer) } else { EventLoop.shared.cancel(timer) }
    }
}
