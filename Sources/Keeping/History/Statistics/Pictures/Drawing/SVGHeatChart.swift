internal import Linux
internal import Notices

/// Heat map of notifications by weekday and hour.
struct SVGHeatChart {
    private static let steps = 6

    let figures: StatisticsFigures
    let box: Box

    func draw(on canvas: inout SVGCanvas) {
        canvas.card(box, "Notifications by weekday and hour", beside: "local time")
        let plot = Box(
            x: box.x + 58, y: box.y + 66, width: box.width - 78, height: box.height - 66 - 48)
        let pitch = plot.width / 24
        let row = plot.height / 7
        let greatest = figures.heat.joined().max() ?? 0
        for hour in stride(from: 0, to: 24, by: 3) {
            canvas.text(
                hour.padded(to: 2), x: plot.x + pitch * (Double(hour) + 0.5), y: plot.y - 10,
                "muted small middle")
        }
        for (weekday, counts) in figures.heat.enumerated() {
            let y = plot.y + row * Double(weekday)
            canvas.text(
                LocalDay.weekdays[weekday], x: plot.x - 12, y: y + row / 2 + 4, "muted small last")
            for (hour, count) in counts.enumerated() {
                draw(
                    greatest > 0 ? Double(count) / Double(greatest) : 0,
                    Box(
                        x: plot.x + pitch * Double(hour), y: y, width: pitch - 3, height: row - 3),
                    on: &canvas)
            }
        }
        drawLegend(greatest, below: plot, on: &canvas)
    }

    private func draw(_ part: Double, _ field: Box, on canvas: inout SVGCanvas) {
        canvas.bar(field, "empty", radius: 4)
        guard part > 0 else { return }
        canvas.writer.element(
            "rect", ("class", "violet"), ("x", field.x.drawn), ("y", field.y.drawn),
            ("width", field.width.drawn), ("height", field.height.drawn), ("rx", "4"),
            ("fill-opacity", (0.08 + 0.92 * part).drawn))
    }

    /// Draws the legend, from zero to the strongest colour.
    private func drawLegend(_ greatest: Int, below plot: Box, on canvas: inout SVGCanvas) {
        let y = plot.bottom + 12
        guard greatest > 0 else {
            canvas.text("No notifications in this time", x: plot.x, y: y + 12, "muted small")
            return
        }
        let words = greatest.of("notification")
        let width = 20.0
        let end = plot.right - Double(words.columns) * 6.6
        var x = end - Double(Self.steps + 1) * width - 8
        canvas.text("0", x: x - 8, y: y + 11, "muted small last")
        for step in 0...Self.steps {
            draw(
                Double(step) / Double(Self.steps), Box(x: x, y: y, width: width - 3, height: 13),
                on: &canvas)
            x += width
        }
        canvas.text(words, x: plot.right - 3, y: y + 11, "muted small last")
        guard let peak = peak(greatest) else { return }
        canvas.text("Fullest hour: \(peak)", x: plot.x, y: y + 11, "muted small")
    }

    private func peak(_ greatest: Int) -> String? {
        for (weekday, counts) in figures.heat.enumerated() {
            if let hour = counts.firstIndex(of: greatest) {
                return "\(LocalDay.weekdays[weekday]), \(hour)–\(hour + 1) h"
            }
        }
        return nil
    }
}
