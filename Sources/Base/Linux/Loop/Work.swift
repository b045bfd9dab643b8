/// Tasks of an owner, cancelled on request and with the release of the owner.
@LoopActor
package final class Work {
    private var tasks: [Int: Task<Void, Never>?] = [:]
    private var number = 0

    package init() {}

    isolated deinit {
        cancel()
    }

    /// Starts a task beside the running ones; it runs at once up to its first suspension.
    package func begin(_ work: @escaping @LoopActor () async -> Void) {
        number += 1
        let number = number
        tasks[number] = .some(nil)
        let task = LoopActor.begin { [weak self] in
            await work()
            self?.tasks[number] = nil
        }
        // No entry: either the task has finished, and cancelling it has no effect, or `cancel` was
        // called during its first part.
        guard tasks[number] != nil else { return task.cancel() }
        tasks[number] = task
    }

    /// Cancels all tasks.
    package func cancel() {
        let tasks = tasks.values
        self.tasks = [:]
        for task in tasks { task?.cancel() }
    }
}
