internal import CLinux

/// Hears that the machine has slept, without waking up for it: a clock that stands still meanwhile has fallen behind one that
/// does not.
@LoopActor
package final class SleepWatch {
    /// What clocks may differ by without any sleep.
    private nonisolated static let tolerance: Duration = .seconds(1)
    /// A moment that does not come.
    private nonisolated static let never = Int(Int32.max)

    private var descriptor: FileDescriptor?
    private var number: Int32?
    private var watch: EventLoop.WatchID?
    private var behind: Duration = .zero

    /// Hears nothing yet.
    package init() {}

    isolated deinit {
        stop()
    }

    /// Calls a handler each time that the machine has slept, until `stop`; where the kernel cannot tell, nobody is called.
    package func watch(_ handler: @escaping @LoopActor () -> Void) {
        stop()
        let timer = FileDescriptor(
            owning: timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
        guard timer.rawValue >= 0, Self.arm(timer.rawValue) else { return }
        behind = Self.difference
        let number = timer.rawValue
        self.number = number
        descriptor = consume timer
        watch = try? EventLoop.shared.watch(number, for: .readable) { [weak self] _ in
            self?.look(handler)
        }
    }

    /// Hears nothing any more.
    package func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        number = nil
        descriptor = nil
    }

    /// The clock on the wall was set, which the kernel does after each sleep, and a person may do as well.
    private func look(_ handler: @LoopActor () -> Void) {
        guard let number else { return }
        _ = Self.arm(number)
        let now = Self.difference
        defer { behind = now }
        if now - behind > Self.tolerance { handler() }
    }

    /// Has the descriptor become ready when the clock on the wall is set.
    private static func arm(_ number: Int32) -> Bool {
        var setting = itimerspec()
        setting.it_value.tv_sec = never
        // TFD_TIMER_CANCEL_ON_SET is 2, and no constant that Swift can see.
        let flags = Int32(TFD_TIMER_ABSTIME) | 2
        var expirations: UInt64 = 0
        _ = unsafe read(number, &expirations, MemoryLayout<UInt64>.size)
        return unsafe timerfd_settime(number, flags, &setting, nil) == 0
    }

    /// How far the clock that stands still has fallen behind.
    private static var difference: Duration { now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC) }

    private static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
