package import Linux
package import Notices

/// Output that receives events and never blocks the loop.
///
/// Every member has a default implementation.
@LoopActor
package protocol Outlet: AnyObject {
    // MARK: Events

    /// Takes an event that passed the rules; queues it, up to a limit, if it cannot be sent at
    /// once.
    func show(_ event: BridgeEvent)

    /// Takes every event with the verdict of the rules, including events that are hidden elsewhere.
    func takeUnfiltered(_ ruled: RuledEvent)

    /// The beacon news that `show` receives; by default live changes only, without distances.
    var attention: BeaconAttention { get }

    // MARK: The end

    var status: OutletStatus { get }

    /// Sends what is queued and then calls `done` once, possibly before this function returns.
    ///
    /// Data still queued after `limit` is dropped. Without a limit, the wait is as long as the
    /// other end takes. Later events are ignored.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void)

    // MARK: Opening

    /// Opens the device, retrying as often as necessary, because another output may still use it.
    func open()

    /// Whether the device is open and events reach a user.
    var isOpen: Bool { get }

    /// Takes the current state, before the output is opened and before any other event.
    ///
    /// - Parameter wall: the current wall-clock time.
    func join(_ events: [BridgeEvent], at wall: WallTime)

    /// Takes over the counters of an ended output with the same section header.
    ///
    /// Its unsent notifications that are not current count as lost.
    func succeed(_ predecessor: any Outlet)

    /// Checks the size of the terminal, which may change without a signal.
    func sizeMayHaveChanged()

    /// Reopens the file under the same name, for log rotation.
    func reopen()
}

extension Outlet {
    package func show(_ event: BridgeEvent) {}
    package func takeUnfiltered(_ ruled: RuledEvent) {}
    package var attention: BeaconAttention { .news }
    package var status: OutletStatus { OutletStatus() }
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) { done() }
    package func open() {}
    package var isOpen: Bool { true }
    package func join(_ events: [BridgeEvent], at wall: WallTime) {
        for event in events { show(event) }
    }
    package func succeed(_ predecessor: any Outlet) {}
    package func sizeMayHaveChanged() {}
    package func reopen() {}
}
