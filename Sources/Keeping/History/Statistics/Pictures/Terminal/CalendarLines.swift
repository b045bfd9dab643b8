internal import Notices

/// Axis labels below bars on a terminal, with a second line for years.
struct CalendarLines {
    private let ticks: [CalendarAxis.Tick]
    private let pitch: Int
    private let indent: Int

    /// Selects the labels that fit.
    ///
    /// - Parameters:
    ///   - pitch: columns from one bar to the next
    ///   - indent: column of the first bar
    ///   - columns: width of a line
    init(_ buckets: DayBuckets, pitch: Int, indent: Int, columns: Int) {
        (self.pitch, self.indent) = (pitch, indent)
        let ticks = CalendarAxis(buckets).ticks { ticks in
            zip(ticks, ticks.dropFirst()).allSatisfy { tick, next in
                tick.text.columns < (next.bucket - tick.bucket) * pitch
            }
        }
        // A January without its year would seem to belong to the previous year.
        self.ticks = ticks.filter { tick in
            let width = max(tick.text.columns, tick.year?.columns ?? 0)
            return indent + tick.bucket * pitch + width <= columns
        }
    }

    /// One line, or two if there are years.
    var lines: [PageLine] {
        let words = line(ticks.map { ($0.bucket, $0.text) })
        var years = ticks.compactMap { tick in tick.year.map { (tick.bucket, $0) } }
        if years.isEmpty { return [words] }
        // If two years do not both fit, the complete one is more useful than the end of the other.
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
