/// A line for a device, put together of texts of which each may have columns of its own.
package struct CharsetLine {
    /// How much room a text has.
    package enum Fit: Hashable, Sendable {
        /// As much as it needs.
        case whole
        /// At most so many columns.
        case atMost(Int)
        /// Exactly so many columns, with spaces behind it.
        case left(Int)
        /// Exactly so many columns, with spaces before it.
        case right(Int)
    }

    private let charset: Charset
    private let limit: Int
    private var pieces = Pieces()

    /// - Parameter limit: how many columns the line may have; what is beyond is cut, with a mark.
    package init(_ charset: Charset, upTo limit: Int) {
        self.charset = charset
        self.limit = limit
    }

    /// Adds words as they stand in a template: spaces at their ends stay.
    package mutating func append(literal text: some StringProtocol) {
        let words = text.drop { $0 == " " }
        pieces.append(spaces: text.count - words.count)
        append(String(words), .whole)
        pieces.append(spaces: words.reversed().prefix { $0 == " " }.count)
    }

    /// Adds a text: cleaned, in the charset, and cut where it is longer than its room.
    package mutating func append(_ text: String, _ fit: Fit) {
        // One column more than there is room for, so that the cut is seen.
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

    /// Whether nothing but spaces has been added.
    package var isBlank: Bool { pieces.bytes.allSatisfy { $0 == UInt8(ascii: " ") } }

    /// The line, without an end.
    package var bytes: [UInt8] {
        var pieces = pieces
        pieces.cut(to: limit, mark: charset.mark)
        return pieces.bytes
    }
}
