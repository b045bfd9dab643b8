package import Notices

/// Filter that extracts news from events across repeated snapshots of the current state.
package struct NewsPhase {
    /// Meaning of the current events.
    private enum Phase {
        /// Requested past events, and live events.
        case news
        /// State from before the subscription.
        case past
        /// The current state, repeated after a reconnection or loss.
        case present
    }

    private var memory = NewsMemory()
    private var phase = Phase.news
    private var hasBegun = false

    package init() {}

    /// Marks the start of a snapshot of the current state.
    package mutating func begin() {
        phase = hasBegun ? .present : .past
        if hasBegun { memory.beginAgain() }
        hasBegun = true
    }

    /// Marks the end of the snapshot, or a lost connection.
    package mutating func end() {
        phase = .news
    }

    /// Returns the part of an event that is new; nil if there is none.
    package mutating func news(in event: BridgeEvent) -> BridgeEvent? {
        guard phase != .past else {
            memory.note(event)
            return nil
        }
        return memory.news(in: event, isHeld: phase == .present)
    }
}
