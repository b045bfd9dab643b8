internal import Notices

/// Frequency counter for any number of names in bounded memory.
///
/// Counts are exact below `limit` names; above it, each count is too small by at most `shortfall`.
/// When the table is full, the same amount is subtracted from each name's credit, and names without
/// credit are dropped, so that at most half remain (Misra and Gries).
struct FrequentNames: Sendable {
    /// Count of a name.
    struct Tally: Hashable, Sendable {
        var count = 0
        /// Number of missed calls among them.
        var missed = 0
        /// Text to show for the name, such as the app of an identifier, if known.
        var caption: Text?
        fileprivate var credit = 0
    }

    /// Limit of different names; the rarest are dropped.
    static let limit = 4096
    /// Limit of the bytes of all names; the rarest are dropped.
    static let byteLimit = 4 << 20

    /// A name hashed as one run of bytes: an array hashes each of its elements separately.
    private struct Key: Hashable {
        let name: Text

        func hash(into hasher: inout Hasher) {
            unsafe name.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var tallies: [Key: Tally] = [:]
    /// Largest possible error of a count.
    private(set) var shortfall = 0
    private var byteCount = 0

    /// Number of counted names.
    var count: Int { tallies.count }

    /// The tally of a name.
    subscript(name: Text) -> Tally? { tallies[Key(name: name)] }

    mutating func add(_ name: Text, caption: Text? = nil, isMissed: Bool = false) {
        let isNew = Self.count(in: &tallies[Key(name: name), default: Tally()], caption, isMissed)
        guard isNew else { return }
        byteCount += name.bytes.count + (caption?.bytes.count ?? 0)
        if tallies.count >= Self.limit || byteCount > Self.byteLimit { makeRoom() }
    }

    /// Counts an occurrence; returns whether it is the first.
    private static func count(in tally: inout Tally, _ caption: Text?, _ isMissed: Bool) -> Bool {
        tally.count += 1
        tally.credit += 1
        if isMissed { tally.missed += 1 }
        if tally.caption == nil { tally.caption = caption }
        return tally.count == 1
    }

    private mutating func makeRoom() {
        var kept = 0
        var bytes = 0
        var toll = 0
        for (key, tally) in tallies.sorted(by: { $0.value.credit > $1.value.credit }) {
            kept += 1
            bytes += Self.byteCount(of: key.name, tally)
            guard kept <= Self.limit / 2, bytes <= Self.byteLimit / 2 else {
                toll = tally.credit
                break
            }
        }
        tallies = tallies.filter { $0.value.credit > toll }
        for key in tallies.keys { tallies[key]?.credit -= toll }
        shortfall += toll
        byteCount = tallies.reduce(0) { $0 + Self.byteCount(of: $1.key.name, $1.value) }
    }

    private static func byteCount(of name: Text, _ tally: Tally) -> Int {
        name.bytes.count + (tally.caption?.bytes.count ?? 0)
    }

    /// Returns the most frequent names; ties are in byte order.
    func top(_ count: Int) -> [(name: Text, tally: Tally)] {
        let sorted = tallies.sorted { left, right in
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            return left.key.name.bytes.lexicographicallyPrecedes(right.key.name.bytes)
        }
        return sorted.prefix(count).map { ($0.key.name, $0.value) }
    }
}
