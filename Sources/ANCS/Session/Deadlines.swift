/// Moments at which something must be done about each of many, of which the first is always at hand:
/// a binary heap from which those that hold no more are dropped when they come to its top.
package struct Deadlines<Key: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let moment: Duration
        let key: Key
    }

    /// Entries that hold no more and are not worth a heap of its own without them.
    private static var slack: Int { 64 }

    private var heap: [Entry] = []
    private var moments: [Key: Duration] = [:]
    /// How many entries were looked at so far.
    private(set) var steps = 0

    /// There is nothing to be done.
    package init() {}

    /// The first moment.
    package var first: Duration? { heap.first?.moment }

    /// When something must be done about this; nothing where there is no moment.
    package subscript(key: Key) -> Duration? {
        get { moments[key] }
        set {
            guard newValue != moments[key] else { return }
            moments[key] = newValue
            if let newValue {
                heap.append(Entry(moment: newValue, key: key))
                siftUp()
            }
            if heap.count > 2 * moments.count + Self.slack { rebuild() }
            dropDead()
        }
    }

    /// Takes out everything whose moment has come, in no order.
    package mutating func removeDue(at now: Duration) -> [Key] {
        var due: [Key] = []
        while let entry = heap.first, entry.moment <= now {
            moments[entry.key] = nil
            due.append(entry.key)
            dropDead()
        }
        return due
    }

    /// Drops from the top what does not hold any more.
    private mutating func dropDead() {
        while let entry = heap.first, moments[entry.key] != entry.moment {
            let last = heap.removeLast()
            guard !heap.isEmpty else { return }
            heap[0] = last
            siftDown(from: 0)
        }
    }

    private mutating func rebuild() {
        heap = moments.map { Entry(moment: $0.value, key: $0.key) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0, heap[child].moment < heap[(child - 1) / 2].moment {
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
                if heap[child].moment < heap[first].moment { first = child }
            }
            if first == parent { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}
