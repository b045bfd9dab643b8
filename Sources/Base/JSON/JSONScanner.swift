/// Byte scanner that counts lines and columns.
struct JSONScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// Continuation bytes of this line, which do not count as columns.
    private var continuationBytes = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next byte, or nil at the end.
    var next: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    var position: JSONPosition {
        JSONPosition(line: line, column: index - lineStart - continuationBytes + 1)
    }

    mutating func advance() {
        if index < bytes.count { index += 1 }
    }

    /// Consumes the next byte if it is this one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Consumes these bytes if they come next.
    mutating func take(all text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    /// Consumes decimal digits and returns their number.
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

    /// Consumes a run of single-byte characters that need no unescaping.
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

    /// Consumes a character of two to four bytes; returns false if the bytes are not UTF-8.
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

    /// Returns the length of a character with this lead byte and the range of its second byte.
    ///
    /// Other second bytes are overlong forms, surrogates, or beyond U+10FFFF.
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

    /// The current position, for `text(since:)`.
    var mark: Int { index }

    /// Returns the text consumed since a mark.
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
