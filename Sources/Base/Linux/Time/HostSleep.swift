internal import CLinux

/// Detection of suspend and resume, by the difference of a clock that stops during suspend and one
/// that does not.
///
/// Detection needs no periodic wake-up: the kernel ends a wait on the wall clock at resume, so an
/// idle loop notices it at once. The loop also checks before it runs timers that expired during
/// suspend.
@LoopActor
package final class HostSleep {
    /// The instance of this host, which the event loop checks.
    package static let host = HostSleep(
        signalled: true, gap: { now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC) })

    /// Tolerated difference between the clocks without a suspend.
    private nonisolated static let tolerance: Duration = .seconds(1)
    /// A moment in the far future.
    private nonisolated static let never = Int(Int32.max)

    private let isSignalled: Bool
    private let gap: @LoopActor () -> Duration
    private var known: Duration = .zero
    private var handlers: [UInt64: @LoopActor (Duration) -> Void] = [:]
    private var nextNumber: UInt64 = 0
    private var descriptor: FileDescriptor?
    private var watch: EventLoop.WatchID?

    private init(signalled isSignalled: Bool, gap: @escaping @LoopActor () -> Duration) {
        self.isSignalled = isSignalled
        self.gap = gap
    }

    /// Creates an instance that its owner checks.
    ///
    /// - Parameter gap: total time of suspend since boot.
    package convenience init(gap: @escaping @LoopActor () -> Duration) {
        self.init(signalled: false, gap: gap)
    }

    /// Checks for a suspend since the last check, and calls the handlers in order.
    package func look() {
        guard !handlers.isEmpty else { return }
        let now = gap()
        let slept = now - known
        guard slept > Self.tolerance else { return }
        known = now
        for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler(slept) }
    }

    fileprivate func add(_ handler: @escaping @LoopActor (Duration) -> Void) -> UInt64 {
        if handlers.isEmpty { begin() }
        defer { nextNumber += 1 }
        handlers[nextNumber] = handler
        return nextNumber
    }

    fileprivate func remove(_ number: UInt64) {
        handlers[number] = nil
        if handlers.isEmpty { end() }
    }

    // MARK: Signal of the kernel

    private func begin() {
        known = gap()
        guard isSignalled else { return }
        let timer = FileDescriptor(
            owning: timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
        guard timer.rawValue >= 0, Self.arm(timer.rawValue) else { return }
        let number = timer.rawValue
        descriptor = consume timer
        // The loop checks by itself as soon as it wakes up.
        watch = try? EventLoop.shared.watch(number, for: .readable) { _ in _ = Self.arm(number) }
    }

    private func end() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        descriptor = nil
    }

    /// Makes the descriptor readable when the wall clock is set, by the kernel at resume or by a
    /// user.
    private static func arm(_ number: Int32) -> Bool {
        var setting = itimerspec()
        setting.it_value.tv_sec = never
        // TFD_TIMER_CANCEL_ON_SET is 2; Swift does not import the constant.
        let flags = Int32(TFD_TIMER_ABSTIME) | 2
        var expirations: UInt64 = 0
        _ = unsafe read(number, &expirations, MemoryLayout<UInt64>.size)
        return unsafe timerfd_settime(number, flags, &setting, nil) == 0
    }

    private static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Watch for suspends, reported before any timer that expired meanwhile.
@LoopActor
package final class SleepWatch {
    private let sleep: HostSleep
    private var number: UInt64?

    package init(of sleep: HostSleep = .host) {
        self.sleep = sleep
    }

    isolated deinit {
        stop()
    }

    /// Calls a handler after each suspend, until `stop`.
    package func watch(_ handler: @escaping @LoopActor (_ slept: Duration) -> Void) {
        stop()
        number = sleep.add(handler)
    }

    /// Ends the watch.
    package func stop() {
        if let number { sleep.remove(number) }
        number = nil
    }
}
