package import Linux

/// The sleep of a host that a test leads.
@LoopActor
package final class SleepingHost {
    private var slept: Duration = .zero
    /// What whoever watches is given.
    package private(set) lazy var host = HostSleep { [unowned self] in slept }

    package init() {}

    /// Sleeps for some time; whoever watches hears of it when the loop looks next.
    package func suspend(_ time: Duration) {
        slept += time
    }

    /// Sleeps, and wakes.
    package func pass(_ time: Duration) {
        suspend(time)
        host.look()
    }
}
