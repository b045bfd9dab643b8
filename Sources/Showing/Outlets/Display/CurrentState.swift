package import Board
package import Linux
package import Notices

/// Current state, for displays and clients that join later.
@LoopActor
package final class CurrentState: Outlet {
    /// Current state in addition to live events, for later clients.
    package var attention: BeaconAttention { .state }

    package private(set) var day = Day()

    package init() {}

    /// Returns the events that describe the current state to a new client.
    ///
    /// - Parameter wall: the current wall-clock time.
    package func all(at wall: WallTime) -> [BridgeEvent] {
        day.events(since: wall.midnight)
    }

    /// Takes an event and forgets the state that it ends.
    package func show(_ event: BridgeEvent) {
        day.take(event)
    }
}
