package import Linux
package import Notices

/// Something that hears events, without ever holding up the loop.
///
/// An outlet has only what it needs: all of it has a default.
@LoopActor
package protocol Outlet: AnyObject {
    // MARK: What it hears

    /// Takes an event that rules let pass; what cannot be passed on at once is kept, up to a limit.
    func show(_ event: BridgeEvent)

    /// Takes every event with what rules say of it, whatever is left out for others.
    func witness(_ ruled: RuledEvent)

    /// What of beacons it hears beside what happens.
    var attention: BeaconAttention { get }

    // MARK: Its end

    /// How it is doing.
    var status: OutletStatus { get }

    /// Passes on what is still kept and then calls `done`, once, perhaps before this returns.
    ///
    /// What has not gone after `limit` is given up; without a limit that takes as long as the other end
    /// does. Later events are ignored.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void)

    // MARK: What it opens

    /// Opens what it shows events on, which may be another outlet's until that has let go of it, as often as it takes.
    func open()

    /// Whether it is open, and what is shown to it reaches a person.
    var isOpen: Bool { get }

    /// Takes all that holds when it comes, before it is opened and before anything else is shown to it.
    ///
    /// - Parameter wall: now, by the clock on the wall.
    func join(_ events: [BridgeEvent], at wall: WallTime)

    /// Goes on for one that was called the same and has ended.
    func succeed(_ predecessor: any Outlet)

    /// Looks how large it is: a terminal that changes its size may not tell.
    func sizeMayHaveChanged()

    /// Reopens its file under the same name: the old one may have been moved away.
    func reopen()
}

extension Outlet {
    package func show(_ event: BridgeEvent) {}
    package func witness(_ ruled: RuledEvent) {}
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
