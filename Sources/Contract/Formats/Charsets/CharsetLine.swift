/// Line for a device, built from texts that may have fixed widths.
package struct CharsetLine {
    /// Width of a text.
    package enum Fit: Hashable, Sendable {
        /// As much as needed.
        case whole
        /// At most this many columns.
        case atMost(Int)
        /// Exactly this many columns, padded on the right.
        case left(Int)
        /// Exactly this many columns, padded on the left.
        case right(Int)
    }

    private let charset: Charset
    private let limit: Int
    private var pieces = Pieces()

    /// - Parameter limit: most columns of the line; excess text is cut and marked.
    package init(_ charset: Charset, upTo limit: Int) {
        self.charset = charset
        self.limit = limit
    }

    /// Appends literal text of a template, including leading and trailing spaces.
    package mutating func append(literal text: some StringProtocol) {
        let words = text.drop { $0 == " " }
        pieces.append(spaces: text.count - words.count)
        append(String(words), .whole)
        pieces.append(spaces: words.reversed().prefix { $0 == " " }.count)
    }

    /// Appends a text, cleaned, encoded and cut to its width.
    package mutating func append(_ text: String, _ fit: Fit) {
        // One column more than there is room for, so that the cut is detected.
        let room = max(0, limit + 1 - pieces.columns)
        switch fit {
        case .whole: pieces.append(charset.pieces(of: text, upTo: room))
        case .atMost(let width): pieces.append(charset.cut(text, to: width))
        case .left(let width):
            let text = charset.cut(text, to: width)
            pieces.append(text)
            pieces.append(spaces: width - text.columns)
        case .right(let width):
            let text = charset.cut(text, to: width)
            pieces.append(spaces: width - text.columns)
            pieces.append(text)
        }
    }

    /// Whether only spaces have been added.
    package var isBlank: Bool { pieces.bytes.allSatisfy { $0 == UInt8(ascii: " ") } }

    /// The line without a line end.
    package var bytes: [UInt8] {
        var pieces = pieces
        pieces.cut(to: limit, mark: charset.mark)
        return pieces.bytes
    }
}
