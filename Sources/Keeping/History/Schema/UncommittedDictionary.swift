/// Dictionary whose changes can be read at once, and can be discarded until they are committed.
struct UncommittedDictionary<Key: Hashable & Comparable, Value> {
    private let limit: Int
    private var settled: [Key: Value] = [:]
    private var changes: [Key: Value?] = [:]

    /// Creates an empty dictionary.
    ///
    /// - Parameter limit: limit of keys; above it, the lowest keys are dropped until half the limit
    ///   remains
    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Key) -> Value? {
        get { changes[key] ?? settled[key] }
        set { changes[key] = .some(newValue) }
    }

    /// The committed content.
    var all: [Key: Value] { settled }

    /// Commits the changes.
    mutating func settle() {
        for (key, value) in changes { settled[key] = value }
        changes.removeAll(keepingCapacity: true)
        guard settled.count > limit else { return }
        for key in settled.keys.sorted().prefix(settled.count - limit / 2) {
            settled[key] = nil
        }
    }

    /// Discards the changes.
    mutating func abandon() {
        changes.removeAll(keepingCapacity: true)
    }
}
