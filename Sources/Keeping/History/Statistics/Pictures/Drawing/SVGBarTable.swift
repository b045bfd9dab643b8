internal import Notices

/// Table of names with bars.
struct SVGBarTable {
    /// Row of the table.
    struct Row {
        let name: String
        /// Length of the bar in the unit of `full`; `marked` is the part that is red.
        let length: Double
        var marked = 0.0
        let value: String
    }

    static let rowHeight = 28.0
    private static let top = 50.0
    private static let bottom = 18.0
    private static let columnGap = 36.0
    /// Largest width of a terminal column of text, of which wide characters take two.
    private static let columnWidth = 7.4

    let title: String
    var beside = ""
    let rows: [Row]
    let style: String
    /// Value shown as a full-width bar; nil for the largest value of the rows.
    var full: Double?
    let empty: String

    /// Width of the name column.
    var nameWidth = 176.0
    /// Number of columns of rows.
    var columns = 1

    /// Returns the height, optionally for a different number of rows.
    func height(rows count: Int? = nil) -> Double {
        let count = max(1, count ?? rows.count)
        return Self.top + Self.bottom + Self.rowHeight * Double((count + columns - 1) / columns)
    }

    func draw(in box: Box, on canvas: inout SVGCanvas) {
        canvas.card(box, title, beside: beside)
        if rows.isEmpty {
            canvas.text(empty, x: box.x + 20, y: box.y + Self.top + 14, "muted")
            return
        }
        let perColumn = (rows.count + columns - 1) / columns
        let width = (box.width - 40 - Self.columnGap * Double(columns - 1)) / Double(columns)
        let full = full ?? rows.map(\.length).max() ?? 0
        for (index, row) in rows.enumerated() {
            let column = Double(index / perColumn)
            let place = Box(
                x: box.x + 20 + (width + Self.columnGap) * column,
                y: box.y + Self.top + Self.rowHeight * Double(index % perColumn), width: width,
                height: Self.rowHeight)
            draw(row, in: place, full: full, on: &canvas)
        }
    }

    private func draw(_ row: Row, in place: Box, full: Double, on canvas: inout SVGCanvas) {
        let valueWidth = Double(rows.map(\.value.columns).max() ?? 0) * Self.columnWidth
        let left = place.x + nameWidth + 12
        var bar = Box(
            x: left, y: place.y + 4, width: max(20, place.right - valueWidth - 10 - left),
            height: 14)
        let scale = full > 0 ? bar.width / full : 0
        drawName(row.name, x: place.x, y: place.y, width: nameWidth, on: &canvas)
        canvas.bar(bar, "empty", radius: 4)
        // Any length above zero stays visible.
        bar.width = row.length > 0 ? max(row.length * scale, 1) : 0
        canvas.bar(bar, style, radius: 4)
        bar.width = row.marked * scale
        canvas.bar(bar, "red", radius: 4)
        canvas.text(row.value, x: place.right, y: place.y + 16, "text last")
    }

    /// Draws a name in a nested viewport, so that wide characters do not overlap the bar.
    private func drawName(
        _ name: String, x: Double, y: Double, width: Double, on canvas: inout SVGCanvas
    ) {
        canvas.writer.begin(
            "svg", ("x", x.drawn), ("y", y.drawn), ("width", width.drawn),
            ("height", Self.rowHeight.drawn))
        canvas.text(name.cut(to: Int(width / Self.columnWidth)), x: 0, y: 16, "text")
        canvas.writer.end()
    }
}
