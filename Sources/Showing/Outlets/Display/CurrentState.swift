package import Board
package import Linux
package import Notices

/// Keeps what holds at the moment, for displays and people that come later.
@LoopActor
package final class CurrentState: Outlet {
    /// Those who come later are told what holds.
    package var attention: BeaconAttention { .state }

    /// The current state.
    package private(set) var day = Day()

    /// Nothing has happened yet.
    package init() {}

    /// The events that tell a newcomer all that holds.
    ///
    /// - Parameter wall: now, by the clock on the wall.
    package func all(at wall: WallTime) -> [BridgeEvent] {
        day.events(since: wall.midnight)
    }

    /// Takes an event, and forgets what it puts an end to.
    package func show(_ event: BridgeEvent) {
        day.take(event)
    }
}
