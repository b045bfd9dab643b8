/// Priority queue of deadlines, one for each key.
///
/// Keys are plain numbers: generic keys would cost type look-ups at every step.
///
/// A binary heap. The entries of changed and removed deadlines are obsolete, and are dropped when
/// they reach the top. Equal deadlines keep the order in which they were set.
package struct Deadlines: Sendable {
    private struct Entry: Sendable {
        let moment: Duration
        /// Sequence number, which orders equal moments.
        let number: UInt64
        let key: UInt64

        func precedes(_ other: Entry) -> Bool {
            (moment, number) < (other.moment, other.number)
        }
    }

    /// The heap is rebuilt when it has more than this number of obsolete entries beyond one for each
    /// key.
    private static var slack: Int { 64 }

    private var heap: [Entry] = []
    /// The valid entry of each key.
    private var current: [UInt64: Entry] = [:]
    private var nextNumber: UInt64 = 0
    /// Number of comparisons with a child and of swaps with a parent so far; tests check the cost.
    private(set) var steps = 0

    package init() {}

    /// The earliest deadline.
    package var first: Duration? { heap.first?.moment }

    /// The deadline of a key; nil removes it.
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
            // A deadline that is moved again and again must not make the heap grow.
            if heap.count > 2 * current.count + Self.slack { rebuild() }
            dropDead()
        }
    }

    /// Removes all entries that are due, and returns their keys in the order of their deadlines.
    package mutating func removeDue(at now: Duration) -> [UInt64] {
        var due: [UInt64] = []
        while let key = removeFirst(dueAt: now) { due.append(key) }
        return due
    }

    /// Removes the first entry if it is due, and returns its key.
    package mutating func removeFirst(dueAt now: Duration) -> UInt64? {
        guard let entry = heap.first, entry.moment <= now else { return nil }
        current[entry.key] = nil
        dropDead()
        return entry.key
    }

    /// Drops obsolete entries from the top of the heap.
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
