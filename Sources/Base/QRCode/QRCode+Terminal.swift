extension QRCode {
    /// Width of the quiet zone in modules.
    private static let zone = 4
    /// White on black; terminals with eight colours ignore the bright white.
    private static let half = "\u{1B}[37;40;97m"
    /// White on white.
    private static let whole = "\u{1B}[37;47;97;107m"
    private static let plain = "\u{1B}[0m"
    private static let block = "\u{2588}"
    private static let sign = "##"

    /// Returns the width of the code in terminal columns.
    package func terminalColumns(isUTF8: Bool) -> Int {
        (size + 2 * Self.zone) * (isUTF8 ? 1 : 2)
    }

    /// Returns the code as lines for a terminal, including the quiet zone.
    ///
    /// Light modules are drawn: in white on black, or, without colours, in the terminal's own
    /// colours, which requires light text on a dark background. If inverted, dark modules are
    /// drawn, for dark text on a light background.
    package func terminalText(
        isUTF8: Bool, isColored: Bool = true, isInverted: Bool = false
    ) -> String {
        let rows = stride(from: -Self.zone, to: size + Self.zone, by: isUTF8 ? 2 : 1)
        return rows.map { row in
            let cells =
                isUTF8 ? halves(row, drawsDark: isInverted) : signs(row, drawsDark: isInverted)
            return (isColored ? Self.colored(cells) : cells.joined()) + "\n"
        }.joined()
    }

    private var columns: Range<Int> { -Self.zone..<size + Self.zone }

    /// Two rows of modules in one row of characters.
    private func halves(_ row: Int, drawsDark: Bool) -> [String] {
        columns.map { column in
            let upper = self[row: row, column: column] == drawsDark
            let lower = self[row: row + 1, column: column] == drawsDark
            return switch (upper, lower) {
            case (true, true): Self.block
            case (true, false): "\u{2580}"
            case (false, true): "\u{2584}"
            case (false, false): " "
            }
        }
    }

    /// One row of modules, two characters for each.
    private func signs(_ row: Int, drawsDark: Bool) -> [String] {
        columns.map { self[row: row, column: $0] == drawsDark ? Self.sign : "  " }
    }

    /// Returns a line whose fully drawn cells have a white background, too.
    ///
    /// Characters leave gaps between lines on some terminals, and `##` leaves them everywhere; a
    /// background has none. Light gaps in dark areas mislead cameras more than the opposite.
    private static func colored(_ cells: [String]) -> String {
        var line = half
        var isWhite = false
        for cell in cells {
            let isWhole = cell == block || cell == sign
            if isWhole != isWhite { line += isWhole ? whole : half }
            line += cell
            isWhite = isWhole
        }
        return line + plain
    }
}
