internal import Linux

extension StringProtocol {
    /// The columns the text takes on a terminal.
    package var columns: Int {
        reduce(0) { $0 + $1.columns }
    }

    /// The text with spaces behind it, so that it takes so many columns at least.
    package func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// The text, or as much of its beginning as fits with an ellipsis after it.
    package func cut(to limit: Int) -> String {
        if fits(in: limit) { return String(self) }
        if limit <= 0 { return "" }
        return String(prefix(fitting: limit - 1)) + "…"
    }

    /// Whether the text takes no more columns than this; a long text is not read to its end.
    package func fits(in limit: Int) -> Bool {
        prefix(fitting: limit).endIndex == endIndex
    }

    /// The longest beginning that takes no more columns than this.
    package func prefix(fitting limit: Int) -> SubSequence {
        var width = 0
        return prefix { character in
            width += character.columns
            return width <= limit
        }
    }

    /// The text in lines of at most so many columns, broken between words where there are any; the
    /// last line that is allowed is cut.
    package func wrapped(to width: Int, lines limit: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...].drop { $0 == " " }
        while !rest.isEmpty, lines.count < limit {
            if lines.count == limit - 1 || rest.fits(in: width) {
                lines.append(rest.cut(to: width))
                break
            }
            var line = rest.prefix(fitting: width)
            // Something must go, even where the first character is wider than the line.
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
    /// The columns the character takes; at least one, for not every terminal leaves no room for what
    /// cannot be seen.
    package var columns: Int {
        max(1, Terminal.width(of: self))
    }
}
