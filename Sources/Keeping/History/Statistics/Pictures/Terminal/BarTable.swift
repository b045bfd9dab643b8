internal import Notices

/// Table of names with bars, in the given order.
struct BarTable {
    /// Row of the table.
    struct Row {
        let name: String
        /// Value shown as a bar, on the same scale for all rows.
        let length: Double
        /// Text after the bar.
        let value: String
        /// Text in a column after the value.
        var detail = ""
    }

    private static let widestName = 32

    let title: String
    let rows: [Row]
    var ink = Ink.blue
    /// Value shown as a full-width bar; nil for the largest value of the rows.
    var full: Double?
    /// Text for a table without rows.
    var empty = "none"

    func lines(columns: Int) -> [PageLine] {
        var lines = [PageLine(title, .bold)]
        if rows.isEmpty { lines.append(PageLine(empty, .dim)) }
        let valueWidth = rows.map(\.value.columns).max() ?? 0
        let details = columns < 56 ? 0 : rows.map(\.detail.columns).max() ?? 0
        let detailWidth = details > 0 ? details + 2 : 0
        let room = max(0, columns - valueWidth - detailWidth - 2)
        let longest = rows.map(\.name.columns).max() ?? 0
        let nameWidth = min(longest, Self.widestName, room / 2)
        let barWidth = max(0, room - nameWidth)
        let full = full ?? rows.map(\.length).max() ?? 0
        for row in rows {
            var line = PageLine(row.name.cut(to: nameWidth))
            line.pad(to: nameWidth + 1)
            line.append(
                Blocks.lying(full > 0 ? row.length / full : 0, width: barWidth), ink)
            line.pad(to: nameWidth + barWidth + 2 + valueWidth - row.value.columns)
            line.append(row.value)
            if detailWidth > 0 {
                line.pad(to: columns - row.detail.columns)
                line.append(row.detail, .dim)
            }
            lines.append(line)
        }
        return lines
    }
}
