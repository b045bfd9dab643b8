internal import Notices

/// The words below bars on a terminal: months or the like, and below them their years.
struct CalendarLines {
    private let ticks: [CalendarAxis.Tick]
    private let pitch: Int
    private let indent: Int

    /// - Parameters:
    ///   - pitch: the columns from one bar to the next.
    ///   - indent: the column of the first bar.
    ///   - columns: how wide a line may be.
    init(_ buckets: DayBuckets, pitch: Int, indent: Int, columns: Int) {
        (self.pitch, self.indent) = (pitch, indent)
        let ticks = CalendarAxis(buckets).ticks { ticks in
            zip(ticks, ticks.dropFirst()).allSatisfy { tick, next in
                tick.text.columns < (next.bucket - tick.bucket) * pitch
            }
        }
        // A January without its year would be taken for one of the year before.
        self.ticks = ticks.filter { tick in
            let width = max(tick.text.columns, tick.year?.columns ?? 0)
            return indent + tick.bucket * pitch + width <= columns
        }
    }

    /// One line, or two where there are years.
    var lines: [PageLine] {
        let words = line(ticks.map { ($0.bucket, $0.text) })
        var years = ticks.compactMap { tick in tick.year.map { (tick.bucket, $0) } }
        if years.isEmpty { return [words] }
        // Of two years without room for both, the whole one is of more use than the end of another.
        if years.count > 1, years[0].1.columns >= (years[1].0 - years[0].0) * pitch {
            years.removeFirst()
        }
        return [words, line(years)]
    }

    private func line(_ entries: [(bucket: Int, text: String)]) -> PageLine {
        var line = PageLine()
        for (bucket, text) in entries {
            line.pad(to: indent + bucket * pitch)
            line.append(text, .dim)
        }
        return line
    }
}
