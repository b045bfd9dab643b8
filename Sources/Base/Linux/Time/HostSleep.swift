internal import CLinux

/// The sleep of the host, from suspend to resume: a clock that stands still meanwhile has fallen behind one that does not.
///
/// It costs no wake-up. The kernel ends a wait for a moment on the wall clock when it resumes, so that an idle loop hears of
/// it at once; and the loop looks before it calls anybody whose time came while the host slept.
@LoopActor
package final class HostSleep {
    /// The one of this machine, which the loop looks at.
    package static let host = HostSleep(
        signalled: true, gap: { now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC) })

    /// Clocks may differ by this much without any sleep.
    private nonisolated static let tolerance: Duration = .seconds(1)
    /// A moment that does not come.
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

    /// A sleep that somebody else looks for.
    ///
    /// - Parameter gap: how long the host has slept since its start.
    package convenience init(gap: @escaping @LoopActor () -> Duration) {
        self.init(signalled: false, gap: gap)
    }

    /// Looks whether the host has slept since the last look, and calls everybody who watches, in their order.
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

    // MARK: The kernel's signal

    private func begin() {
        known = gap()
        guard isSignalled else { return }
        let timer = FileDescriptor(
            owning: timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
        guard timer.rawValue >= 0, Self.arm(timer.rawValue) else { return }
        let number = timer.rawValue
        descriptor = consume timer
        // The loop looks by itself as soon as it is awake.
        watch = try? EventLoop.shared.watch(number, for: .readable) { _ in _ = Self.arm(number) }
    }

    private func end() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        descriptor = nil
    }

    /// Has the descriptor become ready when the wall clock is set, which the kernel does after each sleep, and a person
    /// may do as well.
    private static func arm(_ number: Int32) -> Bool {
        var setting = itimerspec()
        setting.it_value.tv_sec = never
        // TFD_TIMER_CANCEL_ON_SET is 2, and no constant that Swift can see.
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

/// Hears that the host has slept, and for how long, before anything whose time came meanwhile.
@LoopActor
package final class SleepWatch {
    private let sleep: HostSleep
    private var number: UInt64?

    /// Hears nothing yet.
    package init(of sleep: HostSleep = .host) {
        self.sleep = sleep
    }

    isolated deinit {
        stop()
    }

    /// Calls a handler each time that the host has slept, until `stop`.
    package func watch(_ handler: @escaping @LoopActor (_ slept: Duration) -> Void) {
        stop()
        number = sleep.add(handler)
    }

    /// Hears nothing any more.
    package func stop() {
        if let number { sleep.remove(number) }
        number = nil
    }
}
