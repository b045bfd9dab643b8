/// Reader of the values after the equals sign.
struct ValueReader {
    /// A value, and whether it was quoted.
    struct Item {
        let text: String
        let isQuoted: Bool
    }

    private var rest: ArraySlice<UInt8>
    private let hasComments: Bool

    /// - Parameter hasComments: whether a number sign after a blank begins a comment.
    init(rest: ArraySlice<UInt8>, hasComments: Bool = true) {
        self.rest = rest.trimmed
        self.hasComments = hasComments
        skipComment()
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Consumes a comma, and returns whether there was one.
    mutating func takeComma() -> Bool {
        guard rest.first == UInt8(ascii: ",") else { return false }
        rest = rest.dropFirst().drop(while: \.isBlank)
        skipComment()
        return true
    }

    /// Reads a value and the blanks after it.
    mutating func item(endsAtComma: Bool) throws(WrittenValue.Mistake) -> Item {
        let isQuoted = rest.first == UInt8(ascii: "\"")
        let bytes = isQuoted ? try quoted() : plain(endsAtComma: endsAtComma)
        rest = rest.drop(while: \.isBlank)
        if isQuoted { skipComment() }
        return Item(text: String(decoding: bytes, as: UTF8.self), isQuoted: isQuoted)
    }

    private mutating func quoted() throws(WrittenValue.Mistake) -> [UInt8] {
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return bytes
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { throw .openQuote }
                guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else {
                    throw .escape
                }
                bytes.append(next)
            default: bytes.append(byte)
            }
        }
        throw .openQuote
    }

    private mutating func plain(endsAtComma: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = rest.first {
            if endsAtComma, byte == UInt8(ascii: ",") { break }
            if bytes.last.map(\.isBlank) ?? false { skipComment() }
            guard !rest.isEmpty else { break }
            bytes.append(byte)
            rest = rest.dropFirst()
        }
        return Array(bytes[...].trimmed)
    }

    /// Skips a comment that begins here.
    private mutating func skipComment() {
        if hasComments, rest.first == UInt8(ascii: "#") { rest = [] }
    }
}
