/// A dictionary whose changes count only once what they belong to was written.
struct UncommittedDictionary<Key: Hashable & Comparable, Value> {
    private let limit: Int
    private var settled: [Key: Value] = [:]
    private var changes: [Key: Value?] = [:]

    /// - Parameter limit: how many keys are kept; past that the lower half is forgotten.
    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Key) -> Value? {
        get { changes[key] ?? settled[key] }
        set { changes[key] = .some(newValue) }
    }

    /// What counts already.
    var all: [Key: Value] { settled }

    /// Makes the changes count.
    mutating func settle() {
        for (key, value) in changes { settled[key] = value }
        changes.removeAll(keepingCapacity: true)
        guard settled.count > limit else { return }
        for key in settled.keys.sorted().prefix(settled.count - limit / 2) {
            settled[key] = nil
        }
    }

    /// Takes the changes back.
    mutating func abandon() {
        changes.removeAll(keepingCapacity: true)
    }
}
