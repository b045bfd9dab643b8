internal import Notices

/// Statistics as a self-contained SVG file, for a page or a README.
package struct StatisticsSVG: Sendable {
    private static let width = 1200.0
    private static let margin = 28.0
    private static let gap = 16.0
    private static let heatWidth = 752.0
    /// Limit of rows per table.
    private static let rowLimit = 10
    private static let phoneLimit = 6

    private let figures: StatisticsFigures

    package init(_ figures: StatisticsFigures) {
        self.figures = figures
    }

    /// The whole file.
    package var text: String {
        let inside = Self.width - 2 * Self.margin
        let half = (inside - Self.gap) / 2
        let x = Self.margin
        let tiles = Box(x: x, y: 84, width: inside, height: 96)
        let calls = Box(
            x: x, y: tiles.bottom + Self.gap, width: inside,
            height: figures.calls.total > 0 ? 270 : 92)
        let side = inside - Self.heatWidth - Self.gap
        let outcomes = Box(
            x: x + Self.heatWidth + Self.gap, y: calls.bottom + Self.gap, width: side, height: 212)
        let links = Box(
            x: outcomes.x, y: outcomes.bottom + Self.gap, width: side, height: phones.height())
        let heat = Box(
            x: x, y: outcomes.y, width: Self.heatWidth, height: links.bottom - outcomes.y)
        let names = Box(
            x: x, y: heat.bottom + Self.gap, width: half,
            height: callers.height(rows: max(callers.rows.count, apps.rows.count)))
        let totals = Box(
            x: x, y: names.bottom + Self.gap, width: inside, height: kinds.height())
        var bottom = totals
        let beacons = [people, things].filter { !$0.rows.isEmpty }.map { table in
            bottom = Box(
                x: x, y: bottom.bottom + Self.gap, width: inside, height: table.height())
            return (table, bottom)
        }

        var canvas = SVGCanvas()
        begin(height: bottom.bottom + Self.margin, on: &canvas)
        drawHeading(on: &canvas)
        drawTiles(in: tiles, on: &canvas)
        SVGCallChart(figures: figures, box: calls).draw(on: &canvas)
        SVGHeatChart(figures: figures, box: heat).draw(on: &canvas)
        SVGOutcomes(figures: figures, box: outcomes).draw(on: &canvas)
        callers.draw(in: names, on: &canvas)
        apps.draw(in: names.beside(Self.gap), on: &canvas)
        kinds.draw(in: totals, on: &canvas)
        phones.draw(in: links, on: &canvas)
        for (table, box) in beacons { table.draw(in: box, on: &canvas) }
        canvas.writer.end()
        return canvas.writer.text
    }

    private func begin(height: Double, on canvas: inout SVGCanvas) {
        canvas.writer.begin(
            "svg", ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", "0 0 \(Self.width.drawn) \(height.drawn)"), ("width", Self.width.drawn),
            ("height", height.drawn), ("role", "img"), ("aria-labelledby", "title desc"))
        canvas.writer.element("title", ("id", "title"), holding: heading)
        canvas.writer.element("desc", ("id", "desc"), holding: description)
        canvas.writer.style(SVGTheme.sheet)
        canvas.writer.element(
            "rect", ("class", "page"), ("width", Self.width.drawn), ("height", height.drawn),
            ("rx", "16"))
    }

    private var heading: String { "Notifications, \(figures.spanWords)" }

    /// Text alternative of the picture.
    private var description: String {
        var words = ["\(figures.notices.of("notification")) in \(figures.lengthWords)"]
        words.append("\(figures.calls.total.of("call")), \(figures.calls.missed.grouped) missed")
        if let busiest = figures.busiest {
            words.append(
                "most on \(busiest.day.wordsWithWeekday): \(busiest.notices.of("notification"))")
        }
        for phone in figures.phones.prefix(4) {
            if let share = phone.share { words.append("\(phone.words) connected \(share.percent)") }
        }
        for person in figures.people.prefix(4) {
            words.append("\(person.words) at home \(person.home.words)")
        }
        for thing in figures.things.prefix(4) where thing.left > 0 {
            words.append("\(thing.words) left \(thing.left.of("time"))")
        }
        return words.joined(separator: "; ") + "."
    }

    private func drawHeading(on canvas: inout SVGCanvas) {
        canvas.text("Notifications", x: Self.margin + 4, y: 54, "text title")
        canvas.text(
            figures.days.isEmpty
                ? figures.spanWords : "\(figures.spanWords)  ·  \(figures.lengthWords)",
            x: Self.width - Self.margin - 4, y: 53, "muted last")
    }

    private func drawTiles(in row: Box, on canvas: inout SVGCanvas) {
        let tiles: [(name: String, value: String, detail: String)] = [
            ("Notifications", figures.notices.grouped, ""),
            ("On a day", figures.medianNotices?.shortened ?? "–", "median"),
            (
                "Busiest day", figures.busiest?.notices.grouped ?? "–",
                figures.busiest?.day.wordsWithWeekday ?? ""
            ),
            ("Calls", figures.calls.total.grouped, ""),
            (
                "Missed", figures.calls.missed.grouped,
                figures.calls.missedRatio.map { "\($0.percent) of calls" } ?? ""
            ),
        ]
        let count = Double(tiles.count)
        let width = (row.width - Self.gap * (count - 1)) / count
        for (index, tile) in tiles.enumerated() {
            let box = Box(
                x: row.x + (width + Self.gap) * Double(index), y: row.y, width: width,
                height: row.height)
            canvas.card(box)
            canvas.text(tile.name, x: box.x + 20, y: box.y + 28, "muted")
            canvas.text(tile.value, x: box.x + 20, y: box.y + 62, "text large")
            canvas.text(tile.detail, x: box.x + 20, y: box.y + 82, "muted small")
        }
    }

    private var callers: SVGBarTable {
        SVGBarTable(
            title: "Top callers",
            beside: figures.callersShortfall > 0
                ? "each up to \(figures.callersShortfall.grouped) more" : "calls, missed in red",
            rows: figures.callers.prefix(Self.rowLimit).map {
                SVGBarTable.Row(
                    name: $0.words, length: Double($0.calls), marked: Double($0.missed),
                    value: $0.calls.grouped)
            }, style: "blue", empty: "No calls in this time")
    }

    private var apps: SVGBarTable {
        SVGBarTable(
            title: "Top apps",
            beside: figures.appsShortfall > 0
                ? "each up to \(figures.appsShortfall.grouped) more" : "notifications",
            rows: figures.apps.prefix(Self.rowLimit).map {
                SVGBarTable.Row(
                    name: $0.words, length: Double($0.notices), value: $0.notices.grouped)
            }, style: "teal", empty: "No notifications in this time")
    }

    private var kinds: SVGBarTable {
        SVGBarTable(
            title: "Kinds", beside: "notifications",
            rows: figures.kinds.prefix(Self.rowLimit + 3).map {
                SVGBarTable.Row(
                    name: $0.words, length: Double($0.notices), value: $0.notices.grouped)
            }, style: "violet", empty: "No notifications in this time", columns: 2)
    }

    private var people: SVGBarTable {
        SVGBarTable(
            title: "At home",
            beside: figures.people.count > Self.rowLimit
                ? "\(Self.rowLimit) of \(figures.people.count.grouped)" : "of the whole time",
            rows: figures.people.prefix(Self.rowLimit).map {
                SVGBarTable.Row(
                    name: $0.words, length: $0.share ?? 0,
                    value: "\($0.home.words) · \($0.stateWords)")
            }, style: "green", full: 1, empty: "")
    }

    private var things: SVGBarTable {
        SVGBarTable(
            title: "Left behind",
            beside: figures.things.count > Self.rowLimit
                ? "\(Self.rowLimit) of \(figures.things.count.grouped)" : "and where last",
            rows: figures.things.prefix(Self.rowLimit).map {
                SVGBarTable.Row(
                    name: $0.words, length: Double($0.left),
                    value: "\($0.left.of("time")) · \($0.stateWords)")
            }, style: "violet", empty: "")
    }

    private var phones: SVGBarTable {
        let all = figures.phones.filter { $0.share != nil }
        return SVGBarTable(
            title: "Time connected",
            beside: all.count > Self.phoneLimit
                ? "\(Self.phoneLimit) of \(all.count.grouped) phones" : "of the whole time",
            rows: all.prefix(Self.phoneLimit).map {
                SVGBarTable.Row(
                    name: $0.words, length: $0.share ?? 0, value: $0.share?.percent ?? "")
            }, style: "green", full: 1, empty: "No phone was connected", nameWidth: 118)
    }
}

extension Box {
    /// Returns a box of the same size to the right.
    fileprivate func beside(_ gap: Double) -> Box {
        Box(x: right + gap, y: y, width: width, height: height)
    }
}
