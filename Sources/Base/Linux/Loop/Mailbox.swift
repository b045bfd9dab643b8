/// Queue from callbacks to one task.
///
/// The task waits for an element, a time limit or its cancellation.
@LoopActor
package final class Mailbox<Element: Sendable> {
    private var elements: ArraySlice<Element> = []
    /// Number of waits so far: a late cancellation must not end the next wait.
    private var count = 0
    /// The number of the wait in progress.
    private var open: Int?
    private var readers: [Int: CheckedContinuation<Element?, Never>] = [:]
    /// Results of waits that ended before their task was suspended.
    private var early: [Int: Element?] = [:]
    private let alarm: Alarm

    /// - Parameter pace: the clock of the time limits; nil for the clock of the host.
    package init(on pace: Pace? = nil) {
        alarm = Alarm(on: pace)
    }

    /// Adds an element.
    package func post(_ element: Element) {
        if let open { finish(open, element) } else { elements.append(element) }
    }

    /// Waits for the next element and removes it.
    ///
    /// - Parameter limit: time limit; nil for none.
    /// - Returns: nil after the limit, if the task was cancelled, or if another wait has begun.
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
        // Without this preference a task resumes through the threads of the concurrency library.
        // One of them wakes up each second from then on, and the loop may do other work before the
        // task continues.
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
    /// Waits for some time, or less if the task is cancelled.
    package static func pause(_ time: Duration, on pace: Pace? = nil) async {
        _ = await Mailbox<Never>(on: pace).next(within: time)
    }
}

/// Waits until a function has called its argument, which must happen exactly once; ignores
/// cancellation.
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

/// Waits until a function has called its argument without a value, which must happen exactly once;
/// ignores cancellation.
@LoopActor
package func finished(by function: (_ done: @escaping @LoopActor () -> Void) -> Void) async {
    let answer = Mailbox<Void>()
    function { answer.post(()) }
    _ = await answer.take(within: nil, heedsCancellation: false)
}
