internal import Linux
internal import Notices

/// Priority queue of events by time; events of equal time stay in order of insertion.
struct EventQueue {
    private struct Entry {
        let time: Int64
        let order: UInt64
        /// Index of the event, which is not moved with its entry.
        let place: Int

        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    private var entries: [Entry] = []
    private var events: [BridgeEvent?] = []
    private var freePlaces: [Int] = []
    private var lastOrder: UInt64 = 0

    var nextTime: Int64? { entries.first?.time }

    mutating func push(_ event: BridgeEvent) {
        lastOrder += 1
        let place: Int
        if let free = freePlaces.popLast() {
            place = free
            events[place] = event
        } else {
            place = events.count
            events.append(event)
        }
        entries.append(Entry(time: event.time.milliseconds, order: lastOrder, place: place))
        var index = entries.count - 1
        while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func pop() -> BridgeEvent? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        freePlaces.append(first.place)
        return events[first.place].take()
    }

    /// Restores the heap order from the first entry.
    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            if least == index { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
