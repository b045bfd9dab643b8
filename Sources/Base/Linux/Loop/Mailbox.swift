/// What callbacks put in and one task takes out, in order: the task waits until something is there, its time is over, or it is
/// cancelled.
@LoopActor
package final class Mailbox<Element: Sendable> {
    private var elements: ArraySlice<Element> = []
    /// How many waits there have been: a cancellation that comes late is not meant for the wait that follows.
    private var count = 0
    /// The wait that has not ended.
    private var open: Int?
    private var readers: [Int: CheckedContinuation<Element?, Never>] = [:]
    /// What ended a wait before its task had come to rest.
    private var early: [Int: Element?] = [:]
    private let alarm: Alarm

    /// - Parameter pace: the clock of the time limits; the machine's own where there is none.
    package init(on pace: Pace? = nil) {
        alarm = Alarm(on: pace)
    }

    /// Puts one more in.
    package func post(_ element: Element) {
        if let open { finish(open, element) } else { elements.append(element) }
    }

    /// Takes the next one out, once it is there.
    ///
    /// - Parameter limit: how long it may take to come; nil for as long as it takes.
    /// - Returns: nil if it did not come in time, or the task was cancelled before.
    package func next(within limit: Duration? = nil) async -> Element? {
        await take(within: limit, heedsCancellation: true)
    }

    fileprivate func take(within limit: Duration?, heedsCancellation: Bool) async -> Element? {
        if let element = elements.popFirst() { return element }
        if heedsCancellation, Task.isCancelled { return nil }
        if let open { finish(open, nil) }
        count += 1
        let number = count
        open = number
        if let limit { alarm.set(after: limit) { self.finish(number, nil) } }
        // Without this preference a task comes back by way of the concurrency library's own threads: one of them wakes up each second from
        // then on, and the loop may have done other things before the task goes on.
        return await withTaskExecutorPreference(LoopActor.shared.executor) {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if let element = early.removeValue(forKey: number) {
                        continuation.resume(returning: element)
                    } else {
                        readers[number] = continuation
                    }
                }
            } onCancel: {
                if heedsCancellation { Task { @LoopActor in finish(number, nil) } }
            }
        }
    }

    private func finish(_ number: Int, _ element: Element?) {
        guard open == number else { return }
        open = nil
        alarm.cancel()
        if let reader = readers.removeValue(forKey: number) {
            reader.resume(returning: element)
        } else {
            early.updateValue(element, forKey: number)
        }
    }
}

extension EventLoop {
    /// Lets some time pass, or less if the task is cancelled.
    package static func pause(_ time: Duration, on pace: Pace? = nil) async {
        _ = await Mailbox<Never>(on: pace).next(within: time)
    }
}

/// Waits until a function has called what it is given, which it does once, and however long that takes.
@LoopActor
package func called<Value: Sendable>(
    by function: (_ done: @escaping @LoopActor (Value) -> Void) -> Void
) async -> Value {
    let answer = Mailbox<Value>()
    function { answer.post($0) }
    while true {
        if let value = await answer.take(within: nil, heedsCancellation: false) { return value }
    }
}

/// Waits until a function has called what it is given, without a value, which it does once, and however long that takes.
@LoopActor
package func finished(by function: (_ done: @escaping @LoopActor () -> Void) -> Void) async {
    let answer = Mailbox<Void>()
    function { answer.post(()) }
    _ = await answer.take(within: nil, heedsCancellation: false)
}
