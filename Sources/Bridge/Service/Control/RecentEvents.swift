import Contract
import Control

/// The latest events, for those who come later.
struct RecentEvents<Event> {
    /// Bytes of events that are kept; the oldest give way.
    static var byteLimit: Int { 1 << 20 }

    private var events: [(event: Event?, cost: Int, tags: ControlTags)] = []
    private var first = 0
    private var byteCount = 0

    /// Keeps one more.
    ///
    /// - Parameter cost: the bytes that it takes.
    mutating func append(_ event: Event, cost: Int, _ tags: ControlTags) {
        events.append((event, cost, tags))
        byteCount += cost
        while first < events.count,
            events.count - first > TailRequest.mostRecent || byteCount > Self.byteLimit
        {
            byteCount -= events[first].cost
            events[first] = (nil, 0, ControlTags())
            first += 1
        }
        if first * 2 > events.count {
            events.removeFirst(first)
            first = 0
        }
    }

    /// The latest that somebody wants, oldest first, so many at most.
    func latest(_ count: Int, where wants: (ControlTags) -> Bool) -> [Event] {
        var latest: [Event] = []
        for (event, _, tags) in events[first...].reversed() where latest.count < count {
            if let event, wants(tags) { latest.append(event) }
        }
        return latest.reversed()
    }
}
