package import Notices

/// What of the events that come is news, through each beginning of whatever tells them.
package struct NewsPhase {
    /// What the events that come are about.
    private enum Phase {
        /// What was asked for of the past, and what happens.
        case news
        /// What held before anybody followed.
        case past
        /// What holds now that it is told once more.
        case present
    }

    private var memory = NewsMemory()
    private var phase = Phase.news
    private var hasBegun = false

    /// Nothing was told yet.
    package init() {}

    /// What follows tells all that holds, whatever was told before.
    package mutating func begin() {
        phase = hasBegun ? .present : .past
        if hasBegun { memory.beginAgain() }
        hasBegun = true
    }

    /// All that holds was told, or nobody tells it any more.
    package mutating func end() {
        phase = .news
    }

    /// What is new in an event; nil where nothing is.
    package mutating func news(in event: BridgeEvent) -> BridgeEvent? {
        guard phase != .past else {
            memory.note(event)
            return nil
        }
        return memory.news(in: event, isHeld: phase == .present)
    }
}
