internal import Notices

/// Statistics as a page for a terminal.
package struct StatisticsPage: Sendable {
    /// Supported page widths.
    package static let widths = 20...200
    /// Smallest width with two tables side by side.
    private static let wide = 96

    /// Limit of rows in the table of categories, the number of categories with a name.
    private static let kindLimit = 13

    private let columns: Int
    private let isColored: Bool

    /// Creates a page.
    ///
    /// - Parameter columns: width of a line, limited to `widths`
    package init(columns: Int, isColored: Bool) {
        self.columns = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
        self.isColored = isColored
    }

    /// Returns the page; each line ends with a line feed.
    package func text(of figures: StatisticsFigures) -> String {
        var sections = [summary(of: figures)]
        if figures.notices > 0 {
            sections.append(CallChart(figures: figures).lines(columns: columns))
            sections.append(
                HeatChart(figures: figures, isColored: isColored).lines(columns: columns))
            sections.append(pair(callers(of: figures), apps(of: figures)))
        }
        if !figures.days.isEmpty { sections.append(pair(kinds(of: figures), phones(of: figures))) }
        for table in [people(of: figures), things(of: figures)] where !table.rows.isEmpty {
            sections.append(table.lines(columns: columns))
        }
        let lines = sections.joined(separator: [PageLine()])
        return lines.map { $0.text(columns: columns, isColored: isColored) + "\n" }.joined()
    }

    private func summary(of figures: StatisticsFigures) -> [PageLine] {
        var title = PageLine(figures.spanWords, .bold)
        if figures.days.count > 1 { title.append("  \(figures.lengthWords)", .dim) }
        var lines = [title]
        let calls = figures.calls
        let isLong = figures.days.count > 1
        let median = isLong ? figures.medianNotices.map { "median \($0.shortened) a day" } : nil
        lines += fact("Notifications", figures.notices.grouped, [median].compactMap(\.self))
        if let busiest = figures.busiest, isLong {
            lines += fact(
                "Busiest day", busiest.day.wordsWithWeekday, [busiest.notices.of("notification")])
        }
        let outcomes = [
            (calls.answered, "answered"), (calls.missed, "missed"), (calls.declined, "declined"),
            (calls.stopped, "rang no longer"),
        ]
        lines += fact(
            "Calls", calls.total.grouped,
            outcomes.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" })
        if let ring = figures.medianRing {
            lines += fact("Ring", "\(ring.shortened) s", ["median"])
        }
        if let talk = figures.medianTalk {
            let median = "median \(Duration.seconds(talk).words)"
            lines += fact("Talked", figures.talked.words, [median])
        }
        if figures.leftOut > 0 {
            lines += fact("Omitted", figures.leftOut.grouped, ["without a plausible time"])
        }
        return lines
    }

    /// Returns one line, or more if the details do not fit.
    private func fact(_ name: String, _ value: String, _ details: [String]) -> [PageLine] {
        var line = PageLine(name, .dim)
        line.pad(to: 14)
        let entries = [PageLine(value, .bold)] + details.map { PageLine($0) }
        return [PageLine](line, entries, columns: columns)
    }

    private func callers(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "Top callers" + Self.doubt(figures.callersShortfall),
            rows: figures.callers.map {
                BarTable.Row(
                    name: $0.words, length: Double($0.calls), value: $0.calls.grouped,
                    detail: $0.missed > 0 ? "\($0.missed.grouped) missed" : "")
            }, empty: "no calls")
    }

    private func apps(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "Top apps" + Self.doubt(figures.appsShortfall),
            rows: figures.apps.map {
                BarTable.Row(name: $0.words, length: Double($0.notices), value: $0.notices.grouped)
            })
    }

    private func kinds(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "Kinds",
            rows: figures.kinds.prefix(Self.kindLimit).map {
                BarTable.Row(name: $0.words, length: Double($0.notices), value: $0.notices.grouped)
            })
    }

    private func phones(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "Time connected",
            rows: figures.phones.compactMap { phone in
                phone.share.map {
                    BarTable.Row(name: phone.words, length: $0, value: $0.percent)
                }
            }, ink: .green, full: 1)
    }

    private func people(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "At home",
            rows: figures.people.map { person in
                BarTable.Row(
                    name: person.words, length: person.share ?? 0, value: person.home.words,
                    detail: person.stateWords)
            }, ink: .green, full: 1)
    }

    private func things(of figures: StatisticsFigures) -> BarTable {
        BarTable(
            title: "Left behind",
            rows: figures.things.map { thing in
                BarTable.Row(
                    name: thing.words, length: Double(thing.left), value: thing.left.of("time"),
                    detail: thing.stateWords)
            })
    }

    /// Returns two tables, side by side if they fit.
    private func pair(_ left: BarTable, _ right: BarTable) -> [PageLine] {
        guard columns >= Self.wide else {
            return left.lines(columns: columns) + [PageLine()] + right.lines(columns: columns)
        }
        let half = (columns - 4) / 2
        return left.lines(columns: half)
            .beside(right.lines(columns: half), at: columns - half)
    }

    /// Returns a note for counts that may be too small.
    private static func doubt(_ shortfall: Int) -> String {
        shortfall > 0 ? " (each up to \(shortfall.grouped) more)" : ""
    }
}
