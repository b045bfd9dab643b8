internal import Linux

/// Positions of days, weeks, months and years below a row of day buckets.
struct CalendarAxis {
    /// Label below the bucket in which a period begins.
    struct Tick: Hashable {
        let bucket: Int
        let text: String
        /// Year of a month, set on the first month and on each January.
        let year: String?
    }

    /// Distance between two ticks.
    private enum Step {
        case days(Int)
        case weeks(Int)
        case months(Int)
        case years(Int)
    }

    /// Permitted steps by number of days, smallest first.
    private static let steps: [(span: ClosedRange<Int>, steps: [Step])] = [
        (0...14, [.days(1), .days(2), .days(3), .days(7)]),
        (15...70, [.weeks(1), .weeks(2), .weeks(4)]),
        (71...800, [.months(1), .months(2), .months(3), .months(6)]),
        (71...Int.max, [1, 2, 5, 10, 20, 50, 100].map(Step.years)),
    ]

    private let buckets: [DayBuckets.Bucket]
    private let span: Int

    init(_ buckets: DayBuckets) {
        self.buckets = buckets.buckets
        span = buckets.buckets.reduce(0) { $0 + $1.days.count }
    }

    /// Returns the ticks, evenly spaced and as dense as the labels allow.
    ///
    /// If no period begins in the buckets, the first day is labelled with its date.
    ///
    /// - Parameter fit: returns whether these ticks fit
    func ticks(where fit: ([Tick]) -> Bool) -> [Tick] {
        let steps = Self.steps.lazy.filter { $0.span.contains(span) }.flatMap(\.steps)
        let found = steps.map(ticks).first { !$0.isEmpty && fit($0) }
        if let found { return found }
        return buckets.first?.days.first.map {
            [Tick(bucket: 0, text: $0.day.dayAndMonth, year: nil)]
        } ?? []
    }

    private func ticks(every step: Step) -> [Tick] {
        guard let first = buckets.first?.days.first?.day else { return [] }
        var ticks: [Tick] = []
        for (index, bucket) in buckets.enumerated() {
            guard let day = bucket.days.first(where: { Self.begins(step, $0.day, first) })?.day
            else { continue }
            let year = String(day.date.year)
            switch step {
            case .days, .weeks:
                ticks.append(Tick(bucket: index, text: day.dayAndMonth, year: nil))
            case .months:
                let isFirst = ticks.isEmpty || day.date.month == 1
                ticks.append(
                    Tick(
                        bucket: index, text: LocalDay.months[day.date.month - 1],
                        year: isFirst ? year : nil))
            case .years: ticks.append(Tick(bucket: index, text: year, year: nil))
            }
        }
        return ticks
    }

    /// Whether a step begins on a day, counted from the first day.
    private static func begins(_ step: Step, _ day: LocalDay, _ first: LocalDay) -> Bool {
        let (year, month, dayOfMonth) = day.date
        switch step {
        case .days(let count): return (day.number - first.number).isMultiple(of: count)
        case .weeks(let count):
            return day.weekday == 0 && ((day.number - first.number) / 7).isMultiple(of: count)
        case .months(let count): return dayOfMonth == 1 && (month - 1).isMultiple(of: count)
        case .years(let count):
            return dayOfMonth == 1 && month == 1 && year.isMultiple(of: count)
        }
    }
}
