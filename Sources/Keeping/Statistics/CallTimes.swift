import Linux

/// How long calls took, in steps of some length, for the one in the middle.
struct CallTimes: Sendable {
    /// Thousandths of a second in a step.
    private let unit: Int64
    /// Calls of so many steps each; what took longer counts as the last.
    private var counts: [Int]
    private var number = 0

    /// How long all of them took.
    private(set) var total = Duration.zero

    /// - Parameters:
    ///   - unit: the length of a step.
    ///   - longest: how many steps are told apart.
    init(unit: Duration, longest: Int) {
        self.unit = max(1, unit.milliseconds)
        counts = [Int](repeating: 0, count: longest + 1)
    }

    /// Counts one call.
    mutating func add(_ time: Duration) {
        // No call lasts for a year, and what says so must not overflow.
        let milliseconds = max(min(time, .seconds(366 * 86_400)), .zero).milliseconds
        counts[min(Int(milliseconds / unit), counts.count - 1)] += 1
        total += .milliseconds(milliseconds)
        number += 1
    }

    /// The median in seconds; nil where there was none.
    var median: Double? {
        guard number > 0 else { return nil }
        let steps = step(at: (number - 1) / 2) + step(at: number / 2)
        return Double(Int64(steps) * unit) / 2000
    }

    /// How many steps the call took that is at this place when all are sorted.
    private func step(at place: Int) -> Int {
        var seen = 0
        for (step, count) in counts.enumerated() {
            seen += count
            if seen > place { return step }
        }
        return counts.count - 1
    }
}
