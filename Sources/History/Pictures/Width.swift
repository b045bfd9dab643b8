internal import Linux

extension String {
    /// The columns the text takes on a terminal; each character at least one, for not every terminal
    /// leaves no room for what cannot be seen.
    var columns: Int {
        reduce(0) { $0 + max(1, Terminal.width(of: $1)) }
    }

    /// The text, or as much of its beginning as fits so many columns with an ellipsis after it.
    func cut(to limit: Int) -> String {
        var width = 0
        var end = startIndex
        for index in indices {
            width += max(1, Terminal.width(of: self[index]))
            if width > limit { return limit > 0 ? String(self[..<end]) + "…" : "" }
            // Up to here there is room for the ellipsis.
            if width < limit { end = self.index(after: index) }
        }
        return self
    }
}
