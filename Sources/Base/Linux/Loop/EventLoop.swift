internal import CLinux

/// The only epoll loop.
///
/// The loop runs descriptor events, timers and the jobs of `LoopActor` on one thread, which sleeps when
/// idle.
@LoopActor
@safe package final class EventLoop {
    /// The only instance; only the thread that runs the loop uses it.
    package static let shared = EventLoop()

    /// A set of descriptor events.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Data is available, or the peer has closed.
        package static let readable = Readiness(rawValue: 1 << 0)
        package static let writable = Readiness(rawValue: 1 << 1)
        /// The peer has hung up, or the descriptor failed; always reported.
        package static let hungUp = Readiness(rawValue: 1 << 2)
        /// The peer sends nothing more; earlier data may be unread.
        package static let ended = Readiness(rawValue: 1 << 3)
    }

    /// Identifier of a watch, for changing and ending it.
    package struct WatchID: Hashable, Sendable {
        fileprivate let number: UInt64
        fileprivate let descriptor: Int32
    }

    private static let wakeNumber: UInt64 = 0
    private static let timerNumber: UInt64 = 1
    /// Maximum number of events per `epoll_wait` call.
    private static let batch = 64
    /// Buffer of events, refilled by each call; handlers do not use it.
    private var events = unsafe [epoll_event](repeating: epoll_event(), count: batch)
    /// Rounds after which idle handlers run anyway, so that an always ready descriptor cannot block
    /// them forever.
    private static let patience = 50_000

    private let epoll: FileDescriptor
    private let timerDescriptor: FileDescriptor
    private var nextNumber: UInt64 = 2
    private var watchers: [UInt64: @LoopActor (Readiness) -> Void] = [:]
    private var timers = TimerQueue()
    private var armedDeadline: Duration?
    private var idleHandlers: [@LoopActor () -> Void] = []
    private var roundsWithoutIdleness = 0

    /// Number of the current round of events and timers.
    package private(set) var round: UInt64 = 0

    /// Number of times that no descriptor was ready and no timer was due, or that idle handlers ran
    /// after `patience` busy rounds.
    package private(set) var idleMoments = 0

    private init() {
        epoll = FileDescriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
        // Deadlines must also expire during suspend, which only this clock counts.
        timerDescriptor = FileDescriptor(
            owning: timerfd_create(
                CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
        precondition(
            epoll.rawValue >= 0 && timerDescriptor.rawValue >= 0,
            "the kernel refused an epoll or timer descriptor")
        let wakeable = LoopActor.shared.executor.wakeable
        let isWatchingItself =
            control(EPOLL_CTL_ADD, wakeable, .readable, Self.wakeNumber)
            && control(EPOLL_CTL_ADD, timerDescriptor.rawValue, .readable, Self.timerNumber)
        precondition(isWatchingItself, "the kernel refused to watch the loop's own descriptors")
    }

    /// Runs the loop on the calling thread forever.
    package nonisolated static func run() {
        run { (_: @LoopActor (Never) -> Void) in }
    }

    /// Runs the loop on the calling thread, beginning with `start`.
    ///
    /// Returns the value that is passed to the closure `finish`.
    package nonisolated static func run<Result: Sendable>(
        _ start: @LoopActor (_ finish: @escaping @LoopActor (Result) -> Void) -> Void
    ) -> Result {
        let executor = LoopActor.shared.executor
        executor.adoptCurrentThread()
        defer { executor.releaseThread() }
        let outcome = LoopActor.assumeIsolated {
            let outcome = Outcome<Result>()
            start { outcome.result = outcome.result ?? $0 }
            return outcome
        }
        while true {
            executor.runJobs()
            if let result = LoopActor.assumeIsolated({ outcome.result }) { return result }
            LoopActor.assumeIsolated { shared.waitAndDispatch() }
        }
    }

    /// Runs the loop on the calling thread until an asynchronous function returns, and returns its
    /// result.
    package nonisolated static func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @LoopActor () async throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = run {
            (finish: @escaping @LoopActor (Swift.Result<Result, Failure>) -> Void) in
            LoopActor.begin {
                do throws(Failure) {
                    finish(.success(try await work()))
                } catch {
                    finish(.failure(error))
                }
            }
        }
        return try outcome.get()
    }

    /// Runs the loop for an object that must stay alive until the end.
    ///
    /// - Parameter make: creates and starts the object, and returns it.
    package nonisolated static func runHolding<Result: Sendable>(
        _ make: @LoopActor (_ finish: @escaping @LoopActor (Result) -> Void) -> AnyObject?
    ) -> Result {
        run { (finish: @escaping @LoopActor (Result) -> Void) in
            var owner: AnyObject?
            owner = make { result in
                owner = nil
                finish(result)
            }
            _ = owner
        }
    }

    /// Result of the loop, once it is known.
    @LoopActor
    private final class Outcome<Result: Sendable> {
        var result: Result?
    }

    /// Whether tasks are runnable: a stream lets a task continue before it delivers further items.
    package var hasTasks: Bool { LoopActor.shared.executor.hasJobs }

    /// Time since boot, including suspend; the base of deadlines.
    package nonisolated static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Calls a handler whenever the descriptor is ready, until `unwatch`.
    ///
    /// The watch must end before the descriptor is closed.
    package func watch(
        _ descriptor: Int32, for readiness: Readiness,
        handler: @escaping @LoopActor (Readiness) -> Void
    ) throws(Errno) -> WatchID {
        let id = WatchID(number: nextNumber, descriptor: descriptor)
        guard control(EPOLL_CTL_ADD, descriptor, readiness, id.number) else { throw .current }
        nextNumber += 1
        watchers[id.number] = handler
        return id
    }

    /// Runs an action of an owner whenever the descriptor is ready, until `unwatch` or the release
    /// of the owner.
    package func watch<Owner: AnyObject>(
        _ descriptor: Int32, for readiness: Readiness, of owner: Owner,
        _ action: @escaping @LoopActor (Owner, Readiness) -> Void
    ) throws(Errno) -> WatchID {
        try watch(descriptor, for: readiness) { [weak owner] readiness in
            if let owner { action(owner, readiness) }
        }
    }

    /// Changes the events of a watch.
    package func change(_ id: WatchID, to readiness: Readiness) throws(Errno) {
        guard control(EPOLL_CTL_MOD, id.descriptor, readiness, id.number) else { throw .current }
    }

    /// Ends a watch.
    package func unwatch(_ id: WatchID) {
        guard watchers.removeValue(forKey: id.number) != nil else { return }
        _ = control(EPOLL_CTL_DEL, id.descriptor, [], id.number)
    }

    /// Calls a handler once after a delay.
    @discardableResult
    package func after(_ delay: Duration, _ handler: @escaping @LoopActor () -> Void) -> TimerID {
        timers.add(deadline: EventLoop.now + max(delay, .zero), handler: handler)
    }

    /// Runs an action of an owner once after a delay, unless the owner was released.
    package func after<Owner: AnyObject>(
        _ delay: Duration, for owner: Owner, _ action: @escaping @LoopActor (Owner) -> Void
    ) {
        after(delay) { [weak owner] in if let owner { action(owner) } }
    }

    /// Cancels a timer; one that has fired or was cancelled is ignored.
    package func cancel(_ timer: TimerID) {
        timers.cancel(timer)
    }

    /// Calls a handler once when no descriptor is ready and no timer is due, or after many rounds
    /// without such a moment.
    package func whenIdle(_ handler: @escaping @LoopActor () -> Void) {
        idleHandlers.append(handler)
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ readiness: Readiness, _ number: UInt64
    ) -> Bool {
        var event = unsafe epoll_event()
        if readiness.contains(.readable) { unsafe event.events |= EPOLLIN.rawValue }
        if readiness.contains(.writable) { unsafe event.events |= EPOLLOUT.rawValue }
        if readiness.contains(.ended) { unsafe event.events |= EPOLLRDHUP.rawValue }
        unsafe event.data.u64 = number
        return unsafe epoll_ctl(epoll.rawValue, operation, descriptor, &event) == 0
    }

    private func waitAndDispatch() {
        round += 1
        // The host may have been suspended: observers of that run before the overdue timers.
        HostSleep.host.look()
        armTimer()
        if dispatch(waiting: false) {
            roundsWithoutIdleness += 1
            if roundsWithoutIdleness % Self.patience == 0 { callIdleHandlers() }
            return
        }
        // The descriptor of a timer that is due at once becomes ready a little later.
        if let deadline = timers.earliest, deadline <= EventLoop.now { return fireTimers() }
        roundsWithoutIdleness = 0
        if !callIdleHandlers() { dispatch(waiting: true) }
    }

    /// Calls the idle handlers, and returns whether there were any.
    @discardableResult
    private func callIdleHandlers() -> Bool {
        idleMoments += 1
        let handlers = idleHandlers
        idleHandlers = []
        for handler in handlers { handler() }
        return !handlers.isEmpty
    }

    /// Calls the handlers of ready descriptors, and returns whether there were any.
    @discardableResult
    private func dispatch(waiting isWaiting: Bool) -> Bool {
        let timeout: Int32 = isWaiting ? -1 : 0
        let count = unsafe epoll_wait(epoll.rawValue, &events, Int32(Self.batch), timeout)
        if isWaiting { HostSleep.host.look() }
        for index in 0..<max(0, Int(count)) {
            let (number, mask) = unsafe (events[index].data.u64, events[index].events)
            switch number {
            case Self.wakeNumber: continue
            case Self.timerNumber: fireTimers()
            default: watchers[number]?(readiness(ofMask: mask))
            }
        }
        return count > 0
    }

    private func readiness(ofMask mask: UInt32) -> Readiness {
        var readiness: Readiness = []
        if mask & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
        if mask & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
        if mask & EPOLLRDHUP.rawValue != 0 { readiness.insert(.ended) }
        if mask & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hungUp) }
        return readiness
    }

    private func fireTimers() {
        var expirations: UInt64 = 0
        _ = unsafe read(timerDescriptor.rawValue, &expirations, MemoryLayout<UInt64>.size)
        armedDeadline = nil
        let now = EventLoop.now
        while let handler = timers.popDue(at: now) { handler() }
    }

    private func armTimer() {
        let deadline = timers.earliest
        guard deadline != armedDeadline else { return }
        armedDeadline = deadline
        var setting = itimerspec()
        if let deadline {
            // All zeros would disarm the timer.
            let (seconds, attoseconds) = max(deadline, .nanoseconds(1)).components
            setting.it_value.tv_sec = Int(seconds)
            setting.it_value.tv_nsec = Int(attoseconds / 1_000_000_000)
        }
        unsafe timerfd_settime(
            timerDescriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
