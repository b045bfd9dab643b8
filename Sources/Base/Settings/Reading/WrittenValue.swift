/// Syntax of values in a file: plain or quoted, single or separated by commas.
enum WrittenValue {
    /// An error in the quotes or commas of a value.
    enum Mistake: Error, Hashable, Sendable {
        /// The closing quote is missing.
        case openQuote
        /// A backslash in quotes precedes a character other than a quote or a backslash.
        case escape
        /// Text follows the closing quote.
        case afterQuote
        /// An item of the list is empty.
        case emptyItem
    }

    /// Parses the only value of a line; nil if there is none.
    static func single(parsing bytes: ArraySlice<UInt8>) throws(Mistake) -> String? {
        var reader = ValueReader(rest: bytes)
        guard !reader.isAtEnd else { return nil }
        let item = try reader.item(endsAtComma: false)
        guard reader.isAtEnd else { throw .afterQuote }
        return item.text
    }

    /// Parses comma-separated values without a comment; nil if there is none.
    static func list(parsing text: String) throws(Mistake) -> [String]? {
        try list(parsing: Array(text.utf8)[...], hasComments: false)
    }

    /// Parses comma-separated values; nil if there is none.
    static func list(
        parsing bytes: ArraySlice<UInt8>, hasComments: Bool = true
    ) throws(Mistake) -> [String]? {
        var reader = ValueReader(rest: bytes, hasComments: hasComments)
        guard !reader.isAtEnd else { return nil }
        var items: [ValueReader.Item] = []
        while true {
            let item = try reader.item(endsAtComma: true)
            if item.text.isEmpty, !item.isQuoted { throw .emptyItem }
            items.append(item)
            if reader.isAtEnd { break }
            guard reader.takeComma() else { throw .afterQuote }
        }
        let isNone = items.count == 1 && items[0].text.isEmpty
        return isNone ? [] : items.map(\.text)
    }

    /// Returns a value in file syntax.
    static func single(_ text: String) -> String {
        quotedIfNeeded(text, specials: [])
    }

    /// Returns a list in file syntax.
    static func list(_ texts: [String]) -> String {
        if texts.isEmpty { return "\"\"" }
        return texts.map { quotedIfNeeded($0, specials: [UInt8(ascii: ",")]) }
            .joined(separator: ", ")
    }

    private static func quotedIfNeeded(_ text: String, specials: [UInt8]) -> String {
        let bytes = Array(text.utf8)
        let isPlain =
            !bytes.isEmpty && bytes.first.map(\.isBlank) == false
            && bytes.last.map(\.isBlank) == false && bytes.first != UInt8(ascii: "\"")
            && !bytes.contains(UInt8(ascii: "#")) && !bytes.contains(where: specials.contains)
        if isPlain { return text }
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                quoted.append(UInt8(ascii: "\\"))
            }
            quoted.append(byte)
        }
        return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether this is a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading and trailing blanks.
    var trimmed: ArraySlice<UInt8> {
        var bytes = drop(while: \.isBlank)
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }
}
