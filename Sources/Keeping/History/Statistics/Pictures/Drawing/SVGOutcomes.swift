internal import Notices

/// Ring chart of call outcomes with the missed ratio in its centre.
struct SVGOutcomes {
    private static let radius = 58.0

    let figures: StatisticsFigures
    let box: Box

    func draw(on canvas: inout SVGCanvas) {
        let calls = figures.calls
        canvas.card(box, "What became of calls")
        let center = (x: box.x + 20 + Self.radius + 14, y: box.y + 122)
        circle(center, "arc ring", part: nil, from: 0, on: &canvas)
        let parts = [
            ("answered", "green", calls.answered), ("missed", "red", calls.missed),
            ("declined here", "amber", calls.declined), ("rang no longer", "grey", calls.stopped),
        ]
        var begin = 0.0
        let total = Double(calls.total)
        for (_, color, count) in parts where count > 0 {
            circle(
                center, "arc \(color)-line", part: Double(count) / total, from: begin, on: &canvas)
            begin += Double(count) / total
        }
        canvas.text(
            calls.missedRatio?.percent ?? "–", x: center.x, y: center.y + 5,
            "text title middle")
        canvas.text("missed", x: center.x, y: center.y + 24, "muted small middle")
        var y = center.y - 58
        for (words, color, count) in parts {
            let x = center.x + Self.radius + 38
            canvas.bar(Box(x: x, y: y + 1, width: 10, height: 10), color, radius: 3)
            canvas.text(words, x: x + 18, y: y + 10, "muted")
            canvas.text(count.grouped, x: box.right - 20, y: y + 10, "text last")
            y += 25
        }
        let ring = figures.medianRing.map { "\($0.shortened) s" }
        let talk = figures.medianTalk.map { Duration.seconds($0).words }
        for (words, value) in [("ring, median", ring), ("talk, median", talk)] {
            guard let value else { continue }
            canvas.text(words, x: center.x + Self.radius + 38, y: y + 10, "muted")
            canvas.text(value, x: box.right - 20, y: y + 10, "text last")
            y += 25
        }
    }

    /// Draws an arc, as a dash of a circle.
    ///
    /// - Parameters:
    ///   - part: length as a share of the circle; nil for the full circle
    ///   - begin: start as a share of the circle, clockwise from the top
    private func circle(
        _ center: (x: Double, y: Double), _ style: String, part: Double?, from begin: Double,
        on canvas: inout SVGCanvas
    ) {
        let around = 2 * Double.pi * Self.radius
        let dash = part.map { "\(($0 * around).drawn) \(around.drawn)" } ?? "none"
        canvas.writer.element(
            "circle", ("class", style), ("cx", center.x.drawn), ("cy", center.y.drawn),
            ("r", Self.radius.drawn), ("stroke-dasharray", dash),
            ("transform", "rotate(\((begin * 360 - 90).drawn) \(center.x.drawn) \(center.y.drawn))")
        )
    }
}
