/// Waits at shutdown for several tasks, with a common time limit.
@LoopActor
package final class Farewell {
    private let limit: Duration?
    private var done: (@LoopActor () -> Void)?
    private var open = 0
    private var hasBegun = false
    private let alarm = Alarm()

    /// - Parameter done: called once, when all are done or after the limit, if there is one.
    package init(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        self.limit = limit
        self.done = done
    }

    /// Waits for one more operation, which calls `left` when it is done.
    package func wait(_ thing: (_ left: @escaping @LoopActor () -> Void) -> Void) {
        open += 1
        thing { [self] in
            open -= 1
            check()
        }
    }

    /// Waits for one more asynchronous function.
    package func wait(for thing: @escaping @LoopActor () async -> Void) {
        wait { left in
            LoopActor.begin {
                await thing()
                left()
            }
        }
    }

    /// Starts the waiting; no operation is added afterwards.
    package func begin() {
        hasBegun = true
        if let limit { alarm.set(after: limit) { [self] in finish() } }
        check()
    }

    /// Waits until several operations are done, or for at most a limit.
    ///
    /// - Parameter things: adds the operations.
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
