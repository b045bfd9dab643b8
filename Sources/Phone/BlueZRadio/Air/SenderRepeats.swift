import DBus

/// Detection of adapters that report every reception of a sender.
///
/// Most report each sender once per discovery.
struct SenderRepeats {
    /// Number of reports of one sender in one discovery from which on the adapter counts as
    /// repeating.
    ///
    /// A message and its scan response may cause two, and messages in two parts more.
    static let enough = 6
    /// Maximum number of senders counted per discovery; further ones are ignored.
    static let limit = 64

    private var counts: [ObjectPath: Int] = [:]
    /// Whether a sender was reported often enough.
    private(set) var areThere = false

    /// Counts a report of a sender.
    mutating func count(_ path: ObjectPath) {
        guard !areThere, counts[path] != nil || counts.count < Self.limit else { return }
        counts[path, default: 0] += 1
        areThere = counts[path, default: 0] >= Self.enough
    }
}
