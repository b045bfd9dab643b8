import DBus

/// Whether an adapter tells of a sender each time that it is heard, as most do not: those tell once in a look.
struct SenderRepeats {
    /// How often one has to be told of in a look: a message and its answer may be two, and what is said in two
    /// parts more.
    static let enough = 6
    /// Senders that are counted in a look; further ones say no more.
    static let limit = 64

    private var counts: [ObjectPath: Int] = [:]
    /// Whether one was told of often enough.
    private(set) var areThere = false

    /// Counts that one was told of.
    mutating func count(_ path: ObjectPath) {
        guard !areThere, counts[path] != nil || counts.count < Self.limit else { return }
        counts[path, default: 0] += 1
        areThere = counts[path, default: 0] >= Self.enough
    }
}
