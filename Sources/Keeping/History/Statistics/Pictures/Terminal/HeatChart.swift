internal import Linux

/// Heat map of notifications by weekday and hour in shades.
struct HeatChart {
    private static let shades: [Character] = ["░", "▒", "▓", "█"]
    private static let widestHour = 4
    /// Width of the day's name and a space.
    private static let nameWidth = 4

    let figures: StatisticsFigures
    let isColored: Bool

    func lines(columns: Int) -> [PageLine] {
        var title = PageLine("Notifications by hour", .bold)
        title.append("  local time", .dim)
        let room = max(1, columns - Self.nameWidth)
        // Hours share a field if there is no room for each.
        let hours = [1, 2, 3, 4, 6, 8, 12].first { 24 / $0 <= room } ?? 24
        let width = min(max(1, room * hours / 24), Self.widestHour)
        let fields = figures.heat.map { counts in
            stride(from: 0, to: 24, by: hours).map { counts[$0..<$0 + hours].reduce(0, +) }
        }
        let greatest = fields.joined().max() ?? 0
        guard greatest > 0 else { return [title, PageLine("no notifications", .dim)] }
        let levels = HeatLevels(
            greatest: greatest, count: isColored ? Ink.heatLevels : Self.shades.count)
        var lines = [title, scale(hours: hours, width: width)]
        for (weekday, counts) in fields.enumerated() {
            var line = PageLine(LocalDay.weekdays[weekday] + " ", .dim)
            for count in counts { append(levels.level(of: count), width, to: &line) }
            lines.append(line)
        }
        return lines + legend(levels, columns: columns)
    }

    private func append(_ level: Int, _ width: Int, to line: inout PageLine) {
        if level == 0 {
            line.append("·" + String(repeating: " ", count: width - 1), .dim)
        } else {
            let shade = isColored ? "█" : Self.shades[level - 1]
            line.append(
                String(repeating: shade, count: width), isColored ? .heat(level) : .plain)
        }
    }

    /// Returns the hour labels, as dense as the width allows.
    private func scale(hours: Int, width: Int) -> PageLine {
        var line = PageLine()
        let distance = [3, 6, 12].first { $0 * width / hours >= 3 } ?? 24
        for hour in stride(from: 0, to: 24, by: distance) {
            line.pad(to: Self.nameWidth + hour / hours * width)
            line.append(String(hour), .dim)
        }
        return line
    }

    /// Returns the range of numbers of each shade.
    private func legend(_ levels: HeatLevels, columns: Int) -> [PageLine] {
        var start = PageLine()
        start.pad(to: Self.nameWidth)
        let entries = (0...levels.count).compactMap { level in
            levels.words(level).map { words in
                var entry = PageLine()
                append(level, 1, to: &entry)
                entry.append(" \(words)", .dim)
                return entry
            }
        }
        return [PageLine](start, entries, columns: columns)
    }
}

/// Shades for equal ranges of numbers.
struct HeatLevels {
    let greatest: Int
    /// Number of shades above zero.
    let count: Int

    /// Returns the shade of a number; 0 for zero.
    func level(of number: Int) -> Int {
        guard number > 0 else { return 0 }
        return (number * count + greatest - 1) / greatest
    }

    /// Returns the range of numbers of a shade; nil if it is empty.
    func words(_ level: Int) -> String? {
        if level == 0 { return "0" }
        let low = (level - 1) * greatest / count + 1
        let high = level * greatest / count
        if low > high { return nil }
        return low == high ? high.grouped : "\(low.grouped)–\(high.grouped)"
    }
}
