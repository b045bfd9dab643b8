internal import Notices

/// Counts how often names occur, of which there may be any number, in bounded memory: exactly while
/// there are fewer than `limit`, and past that at most `shortfall` too few for any of them.
///
/// When the table is full, as much is taken from the credit of each name as leaves half of them
/// (Misra and Gries); names without credit go.
struct FrequentNames: Sendable {
    /// How often a name occurred.
    struct Tally: Hashable, Sendable {
        var count = 0
        /// How many of these were calls that nobody took.
        var missed = 0
        /// What else the name is called, as told last.
        var caption: Text?
        fileprivate var credit = 0
    }

    /// Different names; at this many the rarest go.
    static let limit = 4096
    /// Bytes of all names; past that likewise.
    static let byteLimit = 4 << 20

    /// A name, hashed as one run of bytes: an array hashes each of its elements by itself.
    private struct Key: Hashable {
        let name: Text

        func hash(into hasher: inout Hasher) {
            unsafe name.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var tallies: [Key: Tally] = [:]
    /// By how much any count may be too small.
    private(set) var shortfall = 0
    private var byteCount = 0

    /// How many names are counted.
    var count: Int { tallies.count }

    /// What was counted of a name.
    subscript(name: Text) -> Tally? { tallies[Key(name: name)] }

    /// Counts a name once more.
    mutating func add(_ name: Text, caption: Text? = nil, isMissed: Bool = false) {
        let isNew = Self.count(in: &tallies[Key(name: name), default: Tally()], caption, isMissed)
        guard isNew else { return }
        byteCount += name.bytes.count + (caption?.bytes.count ?? 0)
        if tallies.count >= Self.limit || byteCount > Self.byteLimit { makeRoom() }
    }

    /// Notes one occurrence, and says whether it is the first.
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

    /// The names that occurred most often, the first in the order of bytes where they tie.
    func top(_ count: Int) -> [(name: Text, tally: Tally)] {
        let sorted = tallies.sorted { left, right in
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            return left.key.name.bytes.lexicographicallyPrecedes(right.key.name.bytes)
        }
        return sorted.prefix(count).map { ($0.key.name, $0.value) }
    }
}
