internal import Board
internal import Formats

/// Finds the rows that have some text in them, whatever its case and accents.
struct RowFilter {
    private let plain: String
    /// The same in letters without accents; nil where that says less.
    private let spelt: [UInt8]?

    init(_ text: String) {
        plain = text.lowercased()
        let spelt = Self.spelling(of: text)
        // What stands for letters that cannot be spelt stands for all of them.
        self.spelt = spelt.isEmpty || spelt.contains(Self.unreadable) ? nil : spelt
    }

    /// Whether the label, who or what it says has the text in it.
    func fits(_ row: BoardRow) -> Bool {
        plain.isEmpty || [row.label, row.who, row.text].contains { fits($0) }
    }

    private func fits(_ text: String) -> Bool {
        if text.lowercased().contains(plain) { return true }
        // In ASCII a text is spelt as it stands.
        guard let spelt, text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return Self.spelling(of: text).contains(spelt)
    }

    private static let unreadable = UInt8(ascii: "?")

    private static func spelling(of text: String) -> [UInt8] {
        Charset.ascii.encode(text.lowercased())
    }
}
