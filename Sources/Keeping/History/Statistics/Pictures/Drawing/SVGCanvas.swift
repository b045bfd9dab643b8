internal import Notices

/// Drawing of the elements common to all cards.
struct SVGCanvas {
    var writer = SVGWriter()

    /// Draws a rounded box with a heading and a note on the right.
    mutating func card(_ box: Box, _ heading: String = "", beside words: String = "") {
        writer.element(
            "rect", ("class", "card"), ("x", (box.x + 0.5).drawn), ("y", (box.y + 0.5).drawn),
            ("width", (box.width - 1).drawn), ("height", (box.height - 1).drawn), ("rx", "12"))
        guard !heading.isEmpty else { return }
        text(heading, x: box.x + 20, y: box.y + 30, "text head")
        if !words.isEmpty { text(words, x: box.right - 20, y: box.y + 30, "muted small last") }
    }

    /// Draws text; `style` contains class names.
    mutating func text(_ text: String, x: Double, y: Double, _ style: String) {
        writer.element("text", ("class", style), ("x", x.drawn), ("y", y.drawn), holding: text)
    }

    /// Draws a filled box, unless its width or height is zero.
    mutating func bar(_ box: Box, _ style: String, radius: Double = 0) {
        guard box.width > 0, box.height > 0 else { return }
        let radius = min(radius, box.width / 2, box.height / 2)
        writer.element(
            "rect", ("class", style), ("x", box.x.drawn), ("y", box.y.drawn),
            ("width", box.width.drawn), ("height", box.height.drawn), ("rx", radius.drawn))
    }

    /// Draws a horizontal line.
    mutating func rule(x: Double, y: Double, width: Double, _ style: String) {
        writer.element(
            "path", ("class", style),
            ("d", "M\(x.drawn) \((y.rounded() + 0.5).drawn)h\(width.drawn)")
        )
    }

    /// Draws a legend entry; returns its right end.
    mutating func key(_ words: String, _ style: String, x: Double, y: Double) -> Double {
        bar(Box(x: x, y: y - 9, width: 10, height: 10), style, radius: 3)
        text(words, x: x + 16, y: y, "muted small")
        return x + 16 + Double(words.columns) * 6.4 + 18
    }
}

/// Rectangle in the picture.
struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
}
