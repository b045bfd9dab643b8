internal import Linux

extension StringProtocol {
    /// Width of the text on a terminal.
    package var columns: Int {
        reduce(0) { $0 + $1.columns }
    }

    /// Returns the text padded with spaces to at least this width.
    package func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// Returns the text, shortened with an ellipsis if it exceeds the width.
    package func cut(to limit: Int) -> String {
        if fits(in: limit) { return String(self) }
        if limit <= 0 { return "" }
        return String(prefix(fitting: limit - 1)) + "…"
    }

    /// Returns whether the text fits into the width, without reading a long text to its end.
    package func fits(in limit: Int) -> Bool {
        prefix(fitting: limit).endIndex == endIndex
    }

    /// Returns the longest prefix that fits into the width.
    package func prefix(fitting limit: Int) -> SubSequence {
        var width = 0
        return prefix { character in
            width += character.columns
            return width <= limit
        }
    }

    /// Wraps the text to lines of limited width, between words if possible; the last allowed line is cut.
    package func wrapped(to width: Int, lines limit: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...].drop { $0 == " " }
        while !rest.isEmpty, lines.count < limit {
            if lines.count == limit - 1 || rest.fits(in: width) {
                lines.append(rest.cut(to: width))
                break
            }
            var line = rest.prefix(fitting: width)
            // At least one character per line, even if it is wider than the line.
            if line.isEmpty { line = rest.prefix(1) }
            if rest[line.endIndex...].first.map({ $0 != " " }) ?? false,
                let space = line.lastIndex(of: " ")
            {
                line = rest[..<space]
            }
            rest = rest[line.endIndex...].drop { $0 == " " }
            while line.last == " " { line.removeLast() }
            lines.append(line.cut(to: width))
        }
        return lines
    }
}

extension Character {
    /// Width of the character; at least one, since some terminals also reserve a column for invisible characters.
    package var columns: Int {
        max(1, Terminal.width(of: self))
    }
}
