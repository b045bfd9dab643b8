/// What was noted last under each of so many names; past that, what was noted longest ago goes.
package struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        var stamp: UInt64
    }

    let limit: Int
    /// How many went because there was no room.
    private(set) var forgottenCount = 0
    private var entries: [Key: Entry] = [:]
    /// Names in the order in which they were noted; one whose stamp is not its entry's is void.
    private var order: [(key: Key, stamp: UInt64)] = []
    private var oldest = 0
    private var lastStamp: UInt64 = 0

    /// Room for so many names.
    package init(limit: Int) {
        self.limit = limit
    }

    var count: Int { entries.count }

    var values: [Value] { entries.values.map(\.value) }

    /// All that is noted, in no order.
    package var all: [(key: Key, value: Value)] { entries.map { ($0.key, $0.value.value) } }

    /// What was noted under a name; setting notes it anew.
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
