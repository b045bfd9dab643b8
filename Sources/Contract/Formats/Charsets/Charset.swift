internal import Notices

/// Character set of a line, sign or display.
package enum Charset: String, CaseIterable, Hashable, Sendable {
    case ascii
    /// ISO 8859-1: ASCII and Western European letters.
    case latin1
    /// Code page 437 of the IBM PC, supported by most displays and receipt printers.
    case cp437
    case utf8

    /// Encodes the cleaned text, replacing characters that the charset lacks.
    ///
    /// The result contains no control characters. A text wider than `width` is cut between two characters and ends in a mark.
    package func encode(_ text: String, width: Int? = nil) -> [UInt8] {
        guard let width else { return pieces(of: text).bytes }
        return cut(text, to: width).bytes
    }

    /// Encodes the text and pads it with spaces to exactly this many columns.
    package func padded(_ text: String, to width: Int) -> [UInt8] {
        let pieces = cut(text, to: width)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: max(0, width - pieces.columns))
        return pieces.bytes + spaces
    }

    /// Mark at the end of a shortened text; one column.
    var mark: [UInt8] {
        switch self {
        case .utf8: Array("…".utf8)
        case .ascii, .latin1, .cp437: [UInt8(ascii: "~")]
        }
    }

    /// Returns whether the whole text fits into the columns.
    package func fits(_ text: String, in width: Int) -> Bool {
        let pieces = beginning(of: text, wider: width) ?? pieces(of: text, upTo: width)
        return pieces.columns <= width
    }

    /// Returns the width of encoded bytes in columns.
    package func columns(of bytes: [UInt8]) -> Int {
        self == .utf8 ? String(decoding: bytes, as: UTF8.self).columns : bytes.count
    }

    /// Encodes the text up to the width, without reading further.
    func cut(_ text: String, to width: Int) -> Pieces {
        guard width > 0 else { return Pieces() }
        var pieces = beginning(of: text, wider: width) ?? pieces(of: text, upTo: width)
        pieces.cut(to: width, mark: mark)
        return pieces
    }

    /// Returns the encoded beginning of the text if it alone exceeds the width; otherwise nil.
    func beginning(of text: String, wider width: Int) -> Pieces? {
        let scalars = text.unicodeScalars
        // A column rarely takes more than four scalars; if even sixteen times as many do not fill
        // the line, the whole text is read.
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

    /// Encodes the text in pieces of one character each, up to slightly more than `limit` columns.
    ///
    /// For an incomplete text, pieces that the rest could change are omitted.
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
