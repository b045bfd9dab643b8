internal import Notices

/// The characters that a line, a sign or a display can show.
package enum Charset: String, CaseIterable, Hashable, Sendable {
    /// Letters, digits and signs of ASCII.
    case ascii
    /// ISO 8859-1: ASCII and Western European letters.
    case latin1
    /// Code page 437 of the IBM PC, which most displays and receipt printers have.
    case cp437
    /// Everything, as UTF-8.
    case utf8

    /// The text in this charset: cleaned, and in other words where the charset lacks a character.
    ///
    /// No byte is a control, whatever the text. A text of more columns than `width` is cut between
    /// two characters and ends in a mark.
    package func encode(_ text: String, width: Int? = nil) -> [UInt8] {
        guard let width else { return pieces(of: text).bytes }
        return cut(text, to: width).bytes
    }

    /// The text as `encode` makes it, and spaces behind it up to exactly so many columns.
    package func padded(_ text: String, to width: Int) -> [UInt8] {
        let pieces = cut(text, to: width)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: max(0, width - pieces.columns))
        return pieces.bytes + spaces
    }

    /// What stands at the end of a text that was cut; one column.
    var mark: [UInt8] {
        switch self {
        case .utf8: Array("…".utf8)
        case .ascii, .latin1, .cp437: [UInt8(ascii: "~")]
        }
    }

    /// Whether all of the text has room in so many columns.
    package func fits(_ text: String, in width: Int) -> Bool {
        let pieces = beginning(of: text, wider: width) ?? pieces(of: text, upTo: width)
        return pieces.columns <= width
    }

    /// The columns that bytes of a text in this charset take.
    package func columns(of bytes: [UInt8]) -> Int {
        self == .utf8 ? String(decoding: bytes, as: UTF8.self).columns : bytes.count
    }

    /// The text, read no farther than its cut.
    func cut(_ text: String, to width: Int) -> Pieces {
        guard width > 0 else { return Pieces() }
        var pieces = beginning(of: text, wider: width) ?? pieces(of: text, upTo: width)
        pieces.cut(to: width, mark: mark)
        return pieces
    }

    /// What the text begins with, if some part of it fills more than so many columns by itself.
    func beginning(of text: String, wider width: Int) -> Pieces? {
        let scalars = text.unicodeScalars
        // A column is rarely made of more than four scalars; where even sixteen times as many fill no
        // line, all are read.
        let room = 128 + 4 * min(width, 1_024)
        for count in [room, 16 * room] {
            guard
                let end = scalars.index(
                    scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
                end < scalars.endIndex
            else { return nil }
            let part = String(scalars[..<end])
            let pieces = pieces(of: part, isWhole: false, upTo: width)
            if pieces.exceeds(width) { return pieces }
        }
        return nil
    }

    /// The text in pieces of one character each, or more of it than `limit` columns; of the
    /// beginning of a text, those that the rest cannot change.
    func pieces(of text: String, isWhole: Bool = true, upTo limit: Int = .max) -> Pieces {
        let text = text.cleaned()
        guard let page else { return Pieces(utf8: text, isWhole: isWhole, upTo: limit) }
        return Transliterator.pieces(of: text, on: page, isWhole: isWhole, upTo: limit)
    }

    private var page: CodePage? {
        switch self {
        case .utf8: nil
        case .ascii: .ascii
        case .latin1: .latin1
        case .cp437: .cp437
        }
    }
}
