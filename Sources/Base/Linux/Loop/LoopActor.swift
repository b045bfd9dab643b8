internal import CLinux

/// Global actor of the bridge: code marked `@LoopActor` runs on the only event loop thread, one job
/// at a time.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    nonisolated let executor = LoopExecutor()

    /// The event loop, which runs all jobs of the actor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Starts a task; it runs at once up to its first suspension.
    @LoopActor @discardableResult
    package static func begin(_ work: @escaping @LoopActor () async -> Void) -> Task<Void, Never> {
        Task.immediate { @LoopActor in await work() }
    }

    /// Runs a closure as loop code; the caller must be on the loop's thread.
    static func assumeIsolated<Result: Sendable>(
        _ body: @LoopActor () throws -> Result
    ) rethrows -> Result {
        shared.preconditionIsolated()
        return try withoutActuallyEscaping(body) { body in
            // A global actor's closure differs from a plain one only in its static type, and the
            // precondition above has just proven what that type promises.
            try unsafe unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }
}

/// Executor that queues the jobs of Swift concurrency for the loop's thread and wakes it.
final class LoopExecutor: SerialExecutor, TaskExecutor, Sendable {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var thread: pthread_t?
    }

    private let inbox = Locked(Inbox())
    private let wakeDescriptor: Int32

    init() {
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(wakeDescriptor >= 0, "the kernel refused an eventfd")
    }

    /// Whether jobs wait for the loop's next turn.
    var hasJobs: Bool { inbox.withLock { !$0.jobs.isEmpty } }

    /// A descriptor that is readable whenever there are jobs.
    var wakeable: Int32 { wakeDescriptor }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wasEmpty = inbox.withLock { inbox in
            inbox.jobs.append(job)
            return inbox.jobs.count == 1
        }
        if wasEmpty { _ = eventfd_write(wakeDescriptor, 1) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        unsafe UnownedTaskExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(isCurrentThread, "this must run on the event loop's thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        isCurrentThread
    }

    private var isCurrentThread: Bool {
        inbox.withLock { inbox in inbox.thread.map { pthread_equal($0, pthread_self()) != 0 } }
            ?? false
    }

    /// Makes the calling thread run the jobs of this executor.
    func adoptCurrentThread() {
        inbox.withLock { inbox in
            precondition(inbox.thread == nil, "the event loop already has a thread")
            inbox.thread = pthread_self()
        }
    }

    /// Lets another thread adopt this executor.
    func releaseThread() {
        inbox.withLock { inbox in inbox.thread = nil }
    }

    /// Runs all waiting jobs, and the jobs that they enqueue.
    func runJobs() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(wakeDescriptor, &count)
        while true {
            let jobs = inbox.withLock { inbox in
                let jobs = inbox.jobs
                inbox.jobs = []
                return jobs
            }
            if jobs.isEmpty { return }
            for job in jobs {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
    }
}
