extension QRCode {
    /// The width of the light zone around a code, in modules.
    private static let zone = 4
    /// Black on white; terminals that know eight colours overlook the brighter white.
    private static let paper = "\u{1B}[30;47;107m"
    private static let ink = "\u{1B}[30;40m"
    private static let plain = "\u{1B}[0m"

    /// How many columns of a terminal the code takes.
    package func terminalColumns(isUTF8: Bool) -> Int {
        (size + 2 * Self.zone) * (isUTF8 ? 1 : 2)
    }

    /// The code in lines for a terminal, with the light zone around it.
    ///
    /// In colours it is black on white on every terminal. Without them what is light is drawn, for terminals
    /// with light letters on dark ground. Inverted, light and dark change places: without colours, for
    /// dark letters on light ground.
    package func terminalText(
        isUTF8: Bool, isColored: Bool = true, isInverted: Bool = false
    ) -> String {
        let drawsDark = isColored != isInverted
        let lines = stride(from: -Self.zone, to: size + Self.zone, by: isUTF8 ? 2 : 1)
        return lines.map { row in
            let line =
                isUTF8
                ? halves(row, drawsDark: drawsDark)
                : signs(row, drawsDark: drawsDark, isColored: isColored)
            return isColored ? Self.paper + line + Self.plain + "\n" : line + "\n"
        }.joined()
    }

    private var columns: Range<Int> { -Self.zone..<size + Self.zone }

    /// Two rows of modules in one of characters.
    private func halves(_ row: Int, drawsDark: Bool) -> String {
        columns.map { column in
            let upper = self[row: row, column: column] == drawsDark
            let lower = self[row: row + 1, column: column] == drawsDark
            return switch (upper, lower) {
            case (true, true): "\u{2588}"
            case (true, false): "\u{2580}"
            case (false, true): "\u{2584}"
            case (false, false): " "
            }
        }.joined()
    }

    /// One row of modules, two characters for each; in colours they are as black as their ground.
    private func signs(_ row: Int, drawsDark: Bool, isColored: Bool) -> String {
        var line = ""
        var wasDrawn = false
        for column in columns {
            let isDrawn = self[row: row, column: column] == drawsDark
            if isColored, isDrawn != wasDrawn { line += isDrawn ? Self.ink : Self.paper }
            line += isDrawn ? "##" : "  "
            wasDrawn = isDrawn
        }
        return line
    }
}
