package import Linux
package import Notices

/// Something that hears events, without ever holding up the loop.
@LoopActor
package protocol EventListener: AnyObject {
    /// Takes an event; what cannot be passed on at once is kept, up to a limit.
    func show(_ event: BoardEvent)
    /// What of beacons it hears beside what happens.
    var attention: BeaconAttention { get }
}

extension EventListener {
    /// Nothing but what happens.
    package var attention: BeaconAttention { .news }
}

/// How much of beacons a listener hears.
package enum BeaconAttention: Hashable, Sendable {
    /// What happens.
    case news
    /// What holds as well, although it is not new.
    case state
    /// That, and how near everything is.
    case everything

    /// Whether this is for it.
    package func takes(_ news: BeaconNews) -> Bool {
        switch self {
        case .news: !news.isKept && news.change != .range
        case .state: news.change != .range
        case .everything: true
        }
    }
}

/// Something that hears events with what the rules say of them, whatever is left out for others, and decides
/// itself what it takes.
@LoopActor
package protocol EventWitness: AnyObject {
    /// Takes an event; what cannot be passed on at once is kept, up to a limit.
    func show(_ ruled: RuledEvent)
}

/// Somewhere notices go.
package protocol Outlet: EventListener, Finishing {}

/// Something that has an end of its own, with what is still on its way.
@LoopActor
package protocol Finishing: AnyObject {
    /// How it is doing.
    var status: OutletStatus { get }

    /// Passes on what is still kept and then calls `done`, once, perhaps before this returns.
    ///
    /// What has not gone after `limit` is given up; without a limit that takes as long as whoever
    /// is at the other end does. Later events are ignored.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void)
}

extension Finishing {
    /// What can neither fail nor be late has nothing to tell of itself.
    package var status: OutletStatus { OutletStatus() }
}
