internal import Scenes

/// Dimensions of the parts of an image, derived from its size.
struct ImageMeasures: Hashable {
    /// Layout of a notification in the list.
    enum Rows: Hashable {
        /// Everything in columns.
        case columns
        /// The name above the text.
        case stacked
    }

    let size: SceneSize
    /// Ordinary font size.
    let text: Int
    let rows: Rows

    init(_ size: SceneSize) {
        self.size = size
        let (width, height) = (size.width, size.height)
        let isWide = width * 10 >= height * 11
        // A fortieth of the width on a screen, more on small ones, and never below a legible size.
        let ordinary = isWide ? min(width / 40, height / 18) : min(width / 24, height / 18)
        let small = isWide ? min(width / 22, height / 8, 14) : min(width / 11, 15)
        // The lowest displays hold three lines.
        text = min(max(ordinary, small, size.height < 48 ? 8 : 9), 96)
        rows = isWide && width >= 14 * text || height < 8 * text ? .columns : .stacked
    }

    /// Approximate number of characters in a row, if each is as wide as high.
    var ems: Int { size.width / text }
    /// Space at the edges and between parts; on tiny displays every pixel counts.
    var margin: Int { isTiny ? 1 : max(2, text / 2) }
    /// Whether there is room for the essentials only.
    var isTiny: Bool { size.height < 100 }
    /// Line height: characters of other scripts are higher than Latin ones.
    var line: Int { isTiny ? text * 5 / 4 : text * 7 / 5 }
    /// Line pitch within a text of several lines.
    var pitch: Int { text * 13 / 10 }
    /// Width of hours and minutes in the ordinary font size.
    var clock: Int { text * 33 / 10 }
    /// Whether bold text is legible.
    var hasBold: Bool { text >= 11 }
    /// Height of the bar at the top; zero if there are two lines or fewer.
    var header: Int {
        if size.height < 3 * line { return 0 }
        if isLow { return line }
        return isTiny ? line + 1 : text * 2 + margin
    }
    var smallText: Int { max(8, text * 3 / 4) }
    /// Whether the list is too narrow for columns, so that name and text share a line.
    var isNarrow: Bool { ems < 18 }
    /// Thickness of separator lines; zero on displays of three lines.
    var rule: Int { isLow ? 0 : max(1, text / 14) }
    /// Whether there is room for at most three lines.
    var isLow: Bool { size.height < 48 }

    /// The area below the header.
    var body: SceneBox {
        let top = header == 0 ? 0 : header + rule + (isLow ? 0 : isTiny ? 1 : margin / 2)
        return SceneBox(
            x: margin, y: top, width: size.width - 2 * margin,
            height: size.height - top - (isTiny ? 0 : margin / 2))
    }
}
