import Control

/// Buffer of the latest events, for clients that connect later.
struct RecentEvents<Event> {
    /// Byte limit of the buffer; the oldest events are dropped.
    static var byteLimit: Int { 1 << 20 }

    private var events: [(event: Event?, cost: Int, tags: ControlTags)] = []
    private var first = 0
    private var byteCount = 0

    /// Adds an event.
    ///
    /// - Parameter cost: size in bytes.
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

    /// Returns the latest matching events, oldest first, up to a number.
    func latest(_ count: Int, where wants: (ControlTags) -> Bool) -> [Event] {
        var latest: [Event] = []
        for (event, _, tags) in events[first...].reversed() where latest.count < count {
            if let event, wants(tags) { latest.append(event) }
        }
        return latest.reversed()
    }
}
