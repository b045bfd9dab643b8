import Basics

/// Identifier of a timer, for cancelling it.
package struct TimerID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// Timers by deadline; equal ones fire in the order in which they were set.
@LoopActor
struct TimerQueue {
    private var deadlines = Deadlines()
    private var handlers: [UInt64: @LoopActor () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    init() {}

    /// The deadline of the next active timer.
    var earliest: Duration? { deadlines.first }

    mutating func add(
        deadline: Duration, handler: @escaping @LoopActor () -> Void
    ) -> TimerID {
        let id = TimerID(number: nextNumber)
        nextNumber += 1
        handlers[id.number] = handler
        deadlines[id.number] = deadline
        return id
    }

    mutating func cancel(_ id: TimerID) {
        handlers[id.number] = nil
        deadlines[id.number] = nil
    }

    /// Removes the earliest timer if it is due, and returns its handler.
    mutating func popDue(at now: Duration) -> (@LoopActor () -> Void)? {
        deadlines.removeFirst(dueAt: now).flatMap { handlers.removeValue(forKey: $0) }
    }
}
