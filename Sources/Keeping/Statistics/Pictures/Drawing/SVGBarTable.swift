internal import Notices

/// Names with bars beside them.
struct SVGBarTable {
    /// One row.
    struct Row {
        let name: String
        /// The length of the bar, and how much of it is of the other colour.
        let length: Double
        var marked = 0.0
        let value: String
    }

    static let rowHeight = 28.0
    private static let top = 50.0
    private static let bottom = 18.0
    private static let columnGap = 36.0
    /// A column of text at most.
    private static let columnWidth = 7.4

    let title: String
    var beside = ""
    let rows: [Row]
    let style: String
    /// What a bar over the whole width means; the longest one where it is nil.
    var full: Double?
    let empty: String

    /// How wide names may be.
    var nameWidth = 176.0
    /// In how many columns the rows stand.
    var columns = 1

    /// How high it is, or would be with so many rows.
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
        // Whatever there is, is seen.
        bar.width = row.length > 0 ? max(row.length * scale, 1) : 0
        canvas.bar(bar, style, radius: 4)
        bar.width = row.marked * scale
        canvas.bar(bar, "red", radius: 4)
        canvas.text(row.value, x: place.right, y: place.y + 16, "text last")
    }

    /// A name in a box of its own, so that wide letters do not run into the bar.
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
