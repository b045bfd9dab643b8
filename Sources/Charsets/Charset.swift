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
        var pieces = pieces(of: text)
        if let width { pieces.cut(to: width, mark: mark) }
        return pieces.bytes
    }

    /// The text as `encode` makes it, and spaces behind it up to exactly so many columns.
    package func padded(_ text: String, to width: Int) -> [UInt8] {
        var pieces = pieces(of: text)
        pieces.cut(to: width, mark: mark)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: max(0, width - pieces.columns))
        return pieces.bytes + spaces
    }

    /// What stands at the end of a text that was cut; one column.
    private var mark: [UInt8] {
        switch self {
        case .utf8: Array("…".utf8)
        case .ascii, .latin1, .cp437: [UInt8(ascii: "~")]
        }
    }

    private func pieces(of text: String) -> Pieces {
        switch self {
        case .utf8: Pieces(utf8: text.cleaned())
        case .ascii: Transliterator.pieces(of: text.cleaned(), on: .ascii)
        case .latin1: Transliterator.pieces(of: text.cleaned(), on: .latin1)
        case .cp437: Transliterator.pieces(of: text.cleaned(), on: .cp437)
        }
    }
}
