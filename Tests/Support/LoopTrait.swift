import Linux
package import Testing

/// Keeps a test on the loop's thread for good.
///
/// A task that has waited continues on a thread of the runtime's own before it comes back to its
/// actor, and while it is on its way there the loop looks idle, so that simulated time passes. With
/// this the task goes on among the loop's own work.
package struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        LoopThread.start()
        try await withTaskExecutorPreference(LoopTaskExecutor()) { try await function() }
    }
}

extension Trait where Self == LoopTrait {
    /// Keeps tests on the loop's thread.
    package static var onLoop: Self { Self() }
}

/// Runs the parts of a task that belong to no actor on the loop's thread.
private final class LoopTaskExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Task { @LoopActor in
            // A timer that is due stops the loop from counting as idle.
            EventLoop.shared.after(.zero) {
                unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
    }
}
