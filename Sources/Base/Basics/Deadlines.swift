/// Moments at which something must be done about each of many, of which the first is always at hand.
///
/// What waits is known by a number: code for any kind of key would look up types at each step.
///
/// It is a binary heap from which those that hold no more are dropped when they come to its top. Of equal moments the one that was set
/// first comes first.
package struct Deadlines: Sendable {
    private struct Entry: Sendable {
        let moment: Duration
        /// How many were set before it.
        let number: UInt64
        let key: UInt64

        func precedes(_ other: Entry) -> Bool {
            (moment, number) < (other.moment, other.number)
        }
    }

    /// Entries that hold no more and are not worth a heap of its own without them.
    private static var slack: Int { 64 }

    private var heap: [Entry] = []
    /// The entry of each that holds.
    private var current: [UInt64: Entry] = [:]
    private var nextNumber: UInt64 = 0
    /// How many entries were looked at so far.
    private(set) var steps = 0

    /// There is nothing to be done.
    package init() {}

    /// The first moment.
    package var first: Duration? { heap.first?.moment }

    /// When something must be done about this; nothing where there is no moment.
    package subscript(key: UInt64) -> Duration? {
        get { current[key]?.moment }
        set {
            guard newValue != current[key]?.moment else { return }
            current[key] = nil
            if let newValue {
                let entry = Entry(moment: newValue, number: nextNumber, key: key)
                nextNumber += 1
                current[key] = entry
                heap.append(entry)
                siftUp()
            }
            // A deadline that is moved again and again must not leave a growing heap behind.
            if heap.count > 2 * current.count + Self.slack { rebuild() }
            dropDead()
        }
    }

    /// Takes out everything whose moment has come, in the order of the moments.
    package mutating func removeDue(at now: Duration) -> [UInt64] {
        var due: [UInt64] = []
        while let key = removeFirst(dueAt: now) { due.append(key) }
        return due
    }

    /// Takes out the first, if its moment has come.
    package mutating func removeFirst(dueAt now: Duration) -> UInt64? {
        guard let entry = heap.first, entry.moment <= now else { return nil }
        current[entry.key] = nil
        dropDead()
        return entry.key
    }

    /// Drops from the top what does not hold any more.
    private mutating func dropDead() {
        while let entry = heap.first, !holds(entry) {
            let last = heap.removeLast()
            guard !heap.isEmpty else { return }
            heap[0] = last
            siftDown(from: 0)
        }
    }

    private func holds(_ entry: Entry) -> Bool { current[entry.key]?.number == entry.number }

    private mutating func rebuild() {
        heap = Array(current.values)
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            steps += 1
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                steps += 1
                if heap[child].precedes(heap[first]) { first = child }
            }
            if first == parent { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}
