/// Waits for several things at the end, and for so long at most.
@LoopActor
package final class Farewell {
    private let limit: Duration?
    private var done: (@LoopActor () -> Void)?
    private var open = 0
    private var hasBegun = false
    private let alarm = Alarm()

    /// - Parameter done: called once, when all is over, or after the limit where there is one.
    package init(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        self.limit = limit
        self.done = done
    }

    /// Waits for one more thing, which says when it is over.
    package func wait(_ thing: (_ left: @escaping @LoopActor () -> Void) -> Void) {
        open += 1
        thing { [self] in
            open -= 1
            check()
        }
    }

    /// Waits for one more thing, which takes as long as a task.
    package func wait(for thing: @escaping @LoopActor () async -> Void) {
        wait { left in
            LoopActor.begin {
                await thing()
                left()
            }
        }
    }

    /// Everything that is waited for is known.
    package func begin() {
        hasBegun = true
        if let limit { alarm.set(after: limit) { [self] in finish() } }
        check()
    }

    /// Waits until several things are over, or for so long at most.
    ///
    /// - Parameter things: has it wait for each.
    package static func wait(
        within limit: Duration?, for things: @LoopActor (Farewell) -> Void
    ) async {
        await finished { done in
            let farewell = Farewell(within: limit, done)
            things(farewell)
            farewell.begin()
        }
    }

    private func check() {
        if hasBegun, open == 0 { finish() }
    }

    private func finish() {
        alarm.cancel()
        let done = done
        self.done = nil
        done?()
    }
}
