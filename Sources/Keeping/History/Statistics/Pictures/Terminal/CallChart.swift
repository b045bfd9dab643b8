internal import Notices

/// Chart of calls per day, and of missed calls on the same scale below.
struct CallChart {
    private static let height = 6
    /// Largest width of a bar.
    private static let widestBar = 6

    let figures: StatisticsFigures

    func lines(columns: Int) -> [PageLine] {
        guard figures.calls.total > 0 else {
            return [PageLine("Calls per day", .bold), PageLine("no calls", .dim)]
        }
        // The axis is as wide as its longest number and three columns.
        let greatest = figures.days.map(\.calls).max() ?? 0
        let axisWidth = greatest.grouped.count + 3
        let width = max(1, columns - axisWidth)
        let buckets = DayBuckets(figures.days, atMost: width)
        let pitch = max(1, min(width / max(1, buckets.buckets.count), Self.widestBar))
        let scale = Scale(upTo: buckets.buckets.map(\.calls).max() ?? 0, lines: 4)
        let axis = Axis(width: axisWidth, pitch: pitch, top: scale.top)
        let missed = buckets.buckets.map(\.missed)
        var title = PageLine("Calls per day", .bold)
        title.append("  \(buckets.words)", .dim)
        var lines = [title]
        lines += axis.bars(buckets.buckets.map(\.calls), height: Self.height, .blue)
        lines += CalendarLines(buckets, pitch: pitch, indent: axisWidth, columns: columns).lines
        lines.append(missedTitle)
        let part = (missed.max() ?? 0) / scale.top
        if part > 0 {
            let height = min(Int((part * Double(Self.height)).rounded(.up)), Self.height)
            lines += axis.bars(missed, height: height, .red)
        }
        return lines
    }

    /// Properties common to the bars of a chart.
    private struct Axis {
        let width: Int
        /// Columns from one bar to the next.
        let pitch: Int
        let top: Double

        /// Returns bars; a bar over the chart's full height reaches the top of the scale.
        func bars(_ values: [Double], height: Int, _ ink: Ink) -> [PageLine] {
            (0..<height).reversed().map { row in
                let number = [0: "0", CallChart.height - 1: top.shortened][row] ?? ""
                var line = PageLine()
                line.pad(to: width - 2 - number.columns)
                line.append(number, .dim)
                line.append(row == 0 ? "┴ " : "│ ", .dim)
                line.append(values.map { bar($0, height: height, row: row) }.joined(), ink)
                return line
            }
        }

        private func bar(_ value: Double, height: Int, row: Int) -> String {
            let part = value / top * Double(CallChart.height) / Double(height)
            let block = Blocks.standing(part, height: height, row: row)
            if pitch <= 2 { return String(repeating: block, count: pitch) }
            return String(repeating: block, count: pitch - 1) + " "
        }
    }

    private var missedTitle: PageLine {
        var title = PageLine("Missed", .bold)
        let ratio = figures.calls.missedRatio?.percent ?? "none"
        title.append(
            "  \(figures.calls.missed.grouped) of \(figures.calls.total.grouped), \(ratio)")
        if figures.calls.missed > 0 { title.append("  same scale", .dim) }
        return title
    }
}
