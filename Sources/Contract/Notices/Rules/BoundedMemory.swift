/// Dictionary of limited size; beyond the limit the least recently set entry is dropped.
package struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        var stamp: UInt64
    }

    let limit: Int
    /// Number of entries dropped for lack of room.
    private(set) var forgottenCount = 0
    private var entries: [Key: Entry] = [:]
    /// Keys in order of setting; an item whose stamp differs from that of its entry is void.
    private var order: [(key: Key, stamp: UInt64)] = []
    private var oldest = 0
    private var lastStamp: UInt64 = 0

    /// - Parameter limit: most entries.
    package init(limit: Int) {
        self.limit = limit
    }

    var count: Int { entries.count }

    var values: [Value] { entries.values.map(\.value) }

    /// All entries, in no particular order.
    package var all: [(key: Key, value: Value)] { entries.map { ($0.key, $0.value.value) } }

    /// Value of a key; setting it renews its age.
    package subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            guard let newValue else {
                entries[key] = nil
                return
            }
            lastStamp += 1
            entries[key] = Entry(value: newValue, stamp: lastStamp)
            order.append((key, lastStamp))
            makeRoom()
        }
    }

    private mutating func makeRoom() {
        while entries.count > limit, oldest < order.count {
            let (key, stamp) = order[oldest]
            oldest += 1
            guard entries[key]?.stamp == stamp else { continue }
            entries[key] = nil
            forgottenCount += 1
        }
        guard order.count > 2 * limit + 16 else { return }
        order = order[oldest...].filter { entries[$0.key]?.stamp == $0.stamp }
        oldest = 0
    }
}
