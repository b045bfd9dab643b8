/// Names one timer, for cancelling it.
package struct TimerID: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// Timers by deadline: a binary heap from which cancelled ones are dropped when they surface.
@LoopActor
struct TimerQueue {
    private struct Entry {
        let deadline: Duration
        let id: TimerID
    }

    private var heap: [Entry] = []
    private var handlers: [TimerID: @LoopActor () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    init() {}

    /// The deadline of the next timer that is still wanted.
    var earliest: Duration? {
        mutating get {
            dropCancelled()
            return heap.first?.deadline
        }
    }

    mutating func add(
        deadline: Duration, handler: @escaping @LoopActor () -> Void
    ) -> TimerID {
        let id = TimerID(number: nextNumber)
        nextNumber += 1
        handlers[id] = handler
        heap.append(Entry(deadline: deadline, id: id))
        siftUp(from: heap.count - 1)
        return id
    }

    mutating func cancel(_ id: TimerID) {
        handlers[id] = nil
        // A deadline that is moved again and again must not leave a growing heap behind.
        if heap.count > 64, heap.count > handlers.count * 2 { rebuild() }
    }

    /// Takes out the handler of the earliest timer if that is due.
    mutating func popDue(at now: Duration) -> (@LoopActor () -> Void)? {
        dropCancelled()
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeFirst()
        return handlers.removeValue(forKey: first.id)
    }

    private mutating func dropCancelled() {
        while let first = heap.first, handlers[first.id] == nil { removeFirst() }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown(from: 0)
    }

    private mutating func rebuild() {
        heap = heap.filter { handlers[$0.id] != nil }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    private func isEarlier(_ left: Int, _ right: Int) -> Bool {
        // Equal deadlines fire in the order in which they were set.
        (heap[left].deadline, heap[left].id.number) < (heap[right].deadline, heap[right].id.number)
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0, isEarlier(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var earliest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && isEarlier(child, earliest) {
                earliest = child
            }
            if earliest == parent { return }
            heap.swapAt(parent, earliest)
            parent = earliest
        }
    }
}
