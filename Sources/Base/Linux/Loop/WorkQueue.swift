internal import CLinux

/// Serial queue on a thread of its own for blocking work, such as disk access; the thread exists
/// only while there are jobs.
///
/// The threads of the concurrency library are unsuitable: once used, one of them wakes every second
/// for the lifetime of the process.
package final class WorkQueue: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var hasThread = false
    }

    private let state = Locked(State())

    /// Creates a queue; its thread starts with the first job.
    package init() {}

    /// Runs a job off the loop, after earlier jobs, and passes its result to the loop.
    package func run<Result: Sendable>(
        _ job: @escaping @Sendable () -> Result,
        then take: @escaping @LoopActor (Result) -> Void
    ) {
        add {
            let result = job()
            Task { @LoopActor in take(result) }
        }
    }

    /// Runs a job off the loop, after earlier jobs, and waits for its result.
    @LoopActor
    package func run<Result: Sendable>(_ job: @escaping @Sendable () -> Result) async -> Result {
        await called { run(job, then: $0) }
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { startThread() }
    }

    private func startThread() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = unsafe Unmanaged.passRetained(self)
        let error = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<WorkQueue>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, context.toOpaque())
        unsafe pthread_attr_destroy(&attributes)
        guard error != 0 else { return }
        // If no thread can be created, the job runs here.
        unsafe context.release()
        work()
    }

    private func work() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                state.hasThread = !state.jobs.isEmpty
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job() }
        }
    }
}
