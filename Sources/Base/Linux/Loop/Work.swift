/// What an owner has under way and waits for: it is cancelled when that asks for it, and when that goes.
@LoopActor
package final class Work {
    private var tasks: [Int: Task<Void, Never>?] = [:]
    private var number = 0

    /// Nothing is under way.
    package init() {}

    isolated deinit {
        cancel()
    }

    /// Does something, at once up to its first wait, beside what is under way.
    package func begin(_ work: @escaping @LoopActor () async -> Void) {
        number += 1
        let number = number
        tasks[number] = .some(nil)
        let task = LoopActor.begin { [weak self] in
            await work()
            self?.tasks[number] = nil
        }
        // What is over needs no end; what was cancelled before its first wait does.
        guard tasks[number] != nil else { return task.cancel() }
        tasks[number] = task
    }

    /// Cancels all that is under way.
    package func cancel() {
        let tasks = tasks.values
        self.tasks = [:]
        for task in tasks { task?.cancel() }
    }
}
