internal import Scenes

/// How large things are on a picture of some size.
struct ImageMeasures: Hashable {
    /// How a notice of the list is laid out.
    enum Rows: Hashable {
        /// All of it in columns.
        case columns
        /// Who above, what it says below.
        case stacked
    }

    let size: SceneSize
    /// The size of ordinary letters.
    let text: Int
    let rows: Rows

    init(_ size: SceneSize) {
        self.size = size
        let (width, height) = (size.width, size.height)
        let isWide = width * 10 >= height * 11
        // A fortieth of the width on a screen, more on small ones, and never less than can be read.
        let ordinary = isWide ? min(width / 40, height / 18) : min(width / 24, height / 18)
        let small = isWide ? min(width / 22, height / 8, 14) : min(width / 11, 15)
        // Three lines on the lowest displays.
        text = min(max(ordinary, small, size.height < 48 ? 8 : 9), 96)
        rows = isWide && width >= 14 * text || height < 8 * text ? .columns : .stacked
    }

    /// Letters beside each other, about, where each is as wide as high.
    var ems: Int { size.width / text }
    /// Room at the edges and between parts; on tiny displays every pixel counts.
    var margin: Int { isTiny ? 1 : max(2, text / 2) }
    /// Whether there is room for nothing but the most important.
    var isTiny: Bool { size.height < 100 }
    /// From one line to the next: letters of other scripts are higher than Latin ones.
    var line: Int { isTiny ? text * 5 / 4 : text * 7 / 5 }
    /// The same within a text of several lines.
    var pitch: Int { text * 13 / 10 }
    /// Hours and minutes in ordinary letters.
    var clock: Int { text * 33 / 10 }
    /// Whether thick letters are more than blots.
    var hasBold: Bool { text >= 11 }
    /// The bar at the top; none where there are two lines or less.
    var header: Int {
        if size.height < 3 * line { return 0 }
        if isLow { return line }
        return isTiny ? line + 1 : text * 2 + margin
    }
    var smallText: Int { max(8, text * 3 / 4) }
    /// Whether a notice has all that is known of it on one line.
    var isNarrow: Bool { ems < 18 }
    /// How thick lines between parts are; three lines of text leave no room for any.
    var rule: Int { isLow ? 0 : max(1, text / 14) }
    /// Whether there is room for three lines at most.
    var isLow: Bool { size.height < 48 }

    /// What is left under the header.
    var body: SceneBox {
        let top = header == 0 ? 0 : header + rule + (isLow ? 0 : isTiny ? 1 : margin / 2)
        return SceneBox(
            x: margin, y: top, width: size.width - 2 * margin,
            height: size.height - top - (isTiny ? 0 : margin / 2))
    }
}
