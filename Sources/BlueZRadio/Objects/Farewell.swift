import Linux

/// Waits for several things at the end, but not for long.
@LoopActor
final class Farewell {
    private let limit: Duration
    private var done: (@LoopActor () -> Void)?
    private var open = 0
    private var hasBegun = false
    private var timer: TimerID?

    init(within limit: Duration, _ done: @escaping @LoopActor () -> Void) {
        self.limit = limit
        self.done = done
    }

    /// Waits for one more thing, which says when it is over.
    func wait(_ thing: (_ left: @escaping @LoopActor () -> Void) -> Void) {
        open += 1
        thing { [self] in
            open -= 1
            check()
        }
    }

    /// Everything that is waited for is known.
    func begin() {
        hasBegun = true
        timer = EventLoop.shared.after(limit) { [self] in finish() }
        check()
    }

    private func check() {
        if hasBegun, open == 0 { finish() }
    }

    private func finish() {
        if let timer { EventLoop.shared.cancel(timer) }
        timer = nil
        let done = done
        self.done = nil
        done?()
    }
}
