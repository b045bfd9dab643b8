internal import Linux

/// Days grouped to fit a width: each bucket holds the mean of its days.
struct DayBuckets {
    /// Group of consecutive days.
    struct Bucket: Hashable {
        let days: ArraySlice<StatisticsFigures.Day>
        let calls: Double
        let missed: Double
    }

    /// Number of days per bucket; the last bucket may have fewer.
    let length: Int
    let buckets: [Bucket]

    /// Groups days into at most `limit` buckets of one day, or of 1, 2, 4 and so on weeks.
    init(_ days: [StatisticsFigures.Day], atMost limit: Int) {
        var length = days.count <= limit ? 1 : 7
        while (days.count + length - 1) / length > max(1, limit) { length *= 2 }
        self.length = length
        buckets = stride(from: 0, to: days.count, by: length).map { start in
            let some = days[start..<min(start + length, days.count)]
            let count = Double(some.count)
            return Bucket(
                days: some, calls: Double(some.reduce(0) { $0 + $1.calls }) / count,
                missed: Double(some.reduce(0) { $0 + $1.missed }) / count)
        }
    }

    /// Description of a bucket.
    var words: String {
        switch length {
        case 1: "a bar a day"
        case 7: "mean of each week"
        default: "mean of \(length / 7) weeks"
        }
    }
}
