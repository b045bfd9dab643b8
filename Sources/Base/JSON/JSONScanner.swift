/// The bytes of a text, taken one after the other; knows line and column.
struct JSONScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of this line that continue a character and so do not count as a column.
    private var continuationBytes = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The byte that comes next, or nil at the end.
    var next: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    var position: JSONPosition {
        JSONPosition(line: line, column: index - lineStart - continuationBytes + 1)
    }

    mutating func advance() {
        if index < bytes.count { index += 1 }
    }

    /// Takes the next byte if it is this one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Takes these bytes if they come next.
    mutating func take(all text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    /// Takes decimal digits and returns how many there were.
    mutating func takeDigits() -> Int {
        let start = index
        while let byte = next, byte.isDigit { index += 1 }
        return index - start
    }

    mutating func skipWhitespace() {
        while let byte = next {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                index += 1
            case UInt8(ascii: "\n"):
                index += 1
                line += 1
                lineStart = index
                continuationBytes = 0
            default: return
            }
        }
    }

    /// Takes a run of characters that stand for themselves in a string and have one byte each.
    mutating func takePlainCharacters(into text: inout [UInt8]) {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""),
                byte != UInt8(ascii: "\\")
            else { break }
            index += 1
        }
        text += bytes[start..<index]
    }

    /// Takes a character of two to four bytes, or returns false where the bytes are not UTF-8.
    mutating func takeMultibyteCharacter(into text: inout [UInt8]) -> Bool {
        guard let lead = next, let (length, second) = Self.multibyteForm(of: lead),
            bytes.count - index >= length, second.contains(bytes[index + 1]),
            bytes[(index + 2)..<(index + length)].allSatisfy({ (0x80...0xBF).contains($0) })
        else { return false }
        text += bytes[index..<(index + length)]
        index += length
        continuationBytes += length - 1
        return true
    }

    /// How many bytes a character with this first byte has, and what the second may be: other
    /// values there are longer forms than needed, surrogates, or beyond U+10FFFF.
    private static func multibyteForm(of lead: UInt8) -> (Int, ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }

    /// A mark to come back to with `text(since:)`.
    var mark: Int { index }

    /// What was taken since a mark.
    func text(since mark: Int) -> String {
        String(decoding: bytes[mark..<index], as: UTF8.self)
    }
}

extension UInt8 {
    var isDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// The value of this hexadecimal digit.
    var hexDigit: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
