internal import Board
internal import Formats

/// Filter of rows that contain a text, regardless of case and accents.
struct RowFilter {
    private let plain: String
    /// The text in ASCII without accents; nil if that would lose characters.
    private let spelt: [UInt8]?

    init(_ text: String) {
        plain = text.lowercased()
        let spelt = Self.spelling(of: text)
        // The replacement of characters that have no spelling would match all of them.
        self.spelt = spelt.isEmpty || spelt.contains(Self.unreadable) ? nil : spelt
    }

    /// Returns whether the label, name or text of the row contains the text.
    func fits(_ row: BoardRow) -> Bool {
        plain.isEmpty || [row.label, row.who, row.text].contains { fits($0) }
    }

    private func fits(_ text: String) -> Bool {
        if text.lowercased().contains(plain) { return true }
        // An ASCII text is its own spelling.
        guard let spelt, text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return Self.spelling(of: text).contains(spelt)
    }

    private static let unreadable = UInt8(ascii: "?")

    private static func spelling(of text: String) -> [UInt8] {
        Charset.ascii.encode(text.lowercased())
    }
}
