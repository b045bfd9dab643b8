internal import Notices

/// Chart of calls per day: a bar per day, with missed calls at its base.
struct SVGCallChart {
    private static let margin = (left: 56.0, right: 20.0, top: 64.0, bottom: 34.0)
    /// Smallest distance between bars.
    private static let leastPitch = 2.4
    private static let widestBar = 34.0
    /// Largest width of a character in axis labels, and the smallest gap between labels.
    private static let characterWidth = 6.6
    private static let distance = 10.0

    let figures: StatisticsFigures
    let box: Box

    func draw(on canvas: inout SVGCanvas) {
        let plot = Box(
            x: box.x + Self.margin.left, y: box.y + Self.margin.top,
            width: box.width - Self.margin.left - Self.margin.right,
            height: box.height - Self.margin.top - Self.margin.bottom)
        let buckets = DayBuckets(figures.days, atMost: Int(plot.width / Self.leastPitch))
        canvas.card(box, "Calls per day")
        guard figures.calls.total > 0 else {
            canvas.text("No calls in this time", x: box.x + 20, y: box.y + 62, "muted")
            return
        }
        let next = canvas.key("missed", "red", x: box.x + 150, y: box.y + 29)
        let end = canvas.key("all others", "blue", x: next, y: box.y + 29)
        if buckets.length > 1 { canvas.text(buckets.words, x: end, y: box.y + 29, "muted small") }
        let scale = Scale(upTo: buckets.buckets.map(\.calls).max() ?? 0, lines: 4)
        for line in scale.lines {
            let y = plot.bottom - line / scale.top * plot.height
            canvas.rule(x: plot.x, y: y, width: plot.width, line == 0 ? "axis" : "rule")
            canvas.text(line.shortened, x: plot.x - 10, y: y + 4, "muted small last")
        }
        let pitch = plot.width / Double(max(1, buckets.buckets.count))
        var missed = ""
        var others = ""
        for (index, bucket) in buckets.buckets.enumerated() {
            let width = min(max(pitch * 0.78, pitch - 6), Self.widestBar)
            let x = plot.x + pitch * (Double(index) + 0.5) - width / 2
            let foot = bucket.missed / scale.top * plot.height
            let all = bucket.calls / scale.top * plot.height
            missed += Self.path(x: x, bottom: plot.bottom, width: width, height: foot)
            others += Self.path(x: x, bottom: plot.bottom - foot, width: width, height: all - foot)
        }
        if !others.isEmpty { canvas.writer.element("path", ("class", "blue"), ("d", others)) }
        if !missed.isEmpty { canvas.writer.element("path", ("class", "red"), ("d", missed)) }
        drawLabels(of: buckets, pitch: pitch, below: plot, on: &canvas)
    }

    private static func path(x: Double, bottom: Double, width: Double, height: Double) -> String {
        guard height > 0 else { return "" }
        let up = (-height).drawn
        return "M\(x.drawn) \(bottom.drawn)v\(up)h\(width.drawn)v\(height.drawn)z"
    }

    private func drawLabels(
        of buckets: DayBuckets, pitch: Double, below plot: Box, on canvas: inout SVGCanvas
    ) {
        let isWide = pitch > 40
        let words = { (tick: CalendarAxis.Tick) in
            [tick.text, tick.year].compactMap(\.self).joined(separator: " ")
        }
        let x = { (tick: CalendarAxis.Tick) in
            plot.x + pitch * (Double(tick.bucket) + (isWide ? 0.5 : 0))
        }
        /// Horizontal range of a tick's label.
        let room = { (tick: CalendarAxis.Tick) in
            let width = Double(words(tick).columns) * Self.characterWidth
            let start = isWide ? x(tick) - width / 2 : x(tick)
            return start...(start + width)
        }
        let ticks = CalendarAxis(buckets).ticks { ticks in
            zip(ticks, ticks.dropFirst()).allSatisfy {
                room($0).upperBound + Self.distance <= room($1).lowerBound
            }
        }
        for tick in ticks where room(tick).upperBound <= plot.right + 12 {
            canvas.text(
                words(tick), x: x(tick), y: plot.bottom + 20,
                isWide ? "muted small middle" : "muted small")
            guard !isWide else { continue }
            canvas.writer.element(
                "path", ("class", "axis"), ("d", "M\(x(tick).drawn) \(plot.bottom.drawn)v5"))
        }
    }
}
