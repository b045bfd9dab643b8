internal import Notices

/// One line of a page: pieces of text, each with a style.
struct PageLine {
    private(set) var pieces: [(text: String, ink: Ink)] = []
    private(set) var width = 0

    init() {}

    init(_ text: String, _ ink: Ink = .plain) {
        append(text, ink)
    }

    mutating func append(_ text: String, _ ink: Ink = .plain) {
        guard !text.isEmpty else { return }
        pieces.append((text, ink))
        width += text.columns
    }

    mutating func append(_ line: PageLine) {
        pieces += line.pieces
        width += line.width
    }

    /// Appends spaces up to a width.
    mutating func pad(to width: Int) {
        append(String(repeating: " ", count: max(0, width - self.width)))
    }

    /// Returns the line, truncated to a width and without trailing spaces.
    func text(columns: Int, isColored: Bool) -> String {
        var room = columns
        var shown: [(text: String, ink: Ink)] = []
        for piece in pieces where room > 0 {
            let text = piece.text.cut(to: room)
            room -= text.columns
            shown.append((text, piece.ink))
        }
        while let last = shown.last, last.text.last == " " {
            shown.removeLast()
            let rest = String(last.text.reversed().drop { $0 == " " }.reversed())
            if !rest.isEmpty { shown.append((rest, last.ink)) }
        }
        return shown.map { isColored ? $0.ink.applied(to: $0.text) : $0.text }.joined()
    }
}

extension [PageLine] {
    /// Arranges entries two spaces apart after the first line's content, and wraps them to that
    /// column.
    init(_ first: PageLine, _ entries: [PageLine], columns: Int) {
        let indent = first.width
        var lines = [first]
        var line = first
        for entry in entries {
            if line.width > indent, line.width + 2 + entry.width > columns {
                lines.append(PageLine())
                line = PageLine()
                line.pad(to: indent)
            }
            if line.width > indent { line.append("  ") }
            line.append(entry)
            lines[lines.count - 1] = line
        }
        self = lines
    }

    /// Returns these lines with other lines to their right.
    func beside(_ right: [PageLine], at column: Int) -> [PageLine] {
        (0..<Swift.max(count, right.count)).map { index in
            var line = index < count ? self[index] : PageLine()
            guard index < right.count else { return line }
            line.pad(to: column)
            line.append(right[index])
            return line
        }
    }
}
