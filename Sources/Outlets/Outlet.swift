package import Linux
package import Notices

/// Somewhere notices go: it takes events without ever holding up the loop.
@LoopActor
package protocol Outlet: AnyObject {
    /// Takes an event; what the outlet cannot pass on at once it keeps, up to a limit of its own.
    func show(_ event: BoardEvent)

    /// How it is doing.
    var status: OutletStatus { get }

    /// Passes on what is still kept and then calls `done`, once, perhaps before this returns.
    ///
    /// What has not gone after `limit` is given up; without a limit that takes as long as whoever
    /// is at the other end does. Later events are ignored.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void)
}

extension Outlet {
    /// An outlet that can neither fail nor be late has nothing to tell of itself.
    package var status: OutletStatus { OutletStatus() }
}
