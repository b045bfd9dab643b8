import Linux

/// Histogram of call durations in steps of equal length, for the median.
struct CallTimes: Sendable {
    /// Length of a step in milliseconds.
    private let unit: Int64
    /// Number of calls by duration in steps; longer calls count in the last entry.
    private var counts: [Int]
    private var number = 0

    /// Total duration of all calls.
    private(set) var total = Duration.zero

    /// Creates an empty histogram.
    ///
    /// - Parameters:
    ///   - unit: length of a step
    ///   - longest: number of steps
    init(unit: Duration, longest: Int) {
        self.unit = max(1, unit.milliseconds)
        counts = [Int](repeating: 0, count: longest + 1)
    }

    mutating func add(_ time: Duration) {
        // Longer durations are invalid and would overflow.
        let milliseconds = max(min(time, .seconds(366 * 86_400)), .zero).milliseconds
        counts[min(Int(milliseconds / unit), counts.count - 1)] += 1
        total += .milliseconds(milliseconds)
        number += 1
    }

    /// The median in seconds; nil without calls.
    var median: Double? {
        guard number > 0 else { return nil }
        let steps = step(at: (number - 1) / 2) + step(at: number / 2)
        return Double(Int64(steps) * unit) / 2000
    }

    /// Returns the duration in steps of the call at an index in sorted order.
    private func step(at place: Int) -> Int {
        var seen = 0
        for (step, count) in counts.enumerated() {
            seen += count
            if seen > place { return step }
        }
        return counts.count - 1
    }
}
