/// How long calls rang, in tenths of a second, for the one in the middle.
struct RingTimes: Sendable {
    /// What rang longer counts as this long: no ring lasts so long.
    static let longest = 1200

    private var counts = [Int](repeating: 0, count: longest + 1)
    private var total = 0

    /// Counts one ring.
    mutating func add(_ time: Duration) {
        let (seconds, attoseconds) = max(time, .zero).components
        let tenths =
            seconds > 120 ? Self.longest : Int(seconds * 10 + attoseconds / 100_000_000_000_000_000)
        counts[min(tenths, Self.longest)] += 1
        total += 1
    }

    /// The median in seconds; nil where nothing rang.
    var median: Double? {
        guard total > 0 else { return nil }
        return Double(tenths(at: (total - 1) / 2) + tenths(at: total / 2)) / 20
    }

    /// How long the ring was that is at this place when all are sorted.
    private func tenths(at place: Int) -> Int {
        var seen = 0
        for (tenths, count) in counts.enumerated() {
            seen += count
            if seen > place { return tenths }
        }
        return Self.longest
    }
}
