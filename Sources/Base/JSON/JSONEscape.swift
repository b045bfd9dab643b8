/// Escaping of string literals so that no terminal interprets them.
enum JSONEscape {
    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// Appends an escaped text; plain runs are copied as a whole.
    static func append(_ text: String, to output: inout [UInt8]) {
        let bytes = text.utf8Span.span
        var index = 0
        while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
        unsafe bytes.extracting(..<index).withUnsafeBufferPointer {
            unsafe output.append(contentsOf: $0)
        }
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0..<0x20, 0x7F:
                appendControl(byte, to: &output)
            case 0xC2, 0xD8, 0xE2:
                // The only lead bytes of characters that must be escaped.
                let (scalar, length) = character(at: index, of: bytes)
                if mustBeEscaped(scalar) {
                    appendHexadecimal(scalar, to: &output)
                } else {
                    for offset in 0..<length { output.append(bytes[index + offset]) }
                }
                index += length
                continue
            default:
                output.append(byte)
            }
            index += 1
        }
    }

    /// Whether a byte must be escaped, or may begin a character that must be escaped.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    /// Returns a character of two or three bytes and its length; a `String` is always valid UTF-8.
    private static func character(at index: Int, of bytes: Span<UInt8>) -> (UInt16, Int) {
        let lead = bytes[index]
        let second = UInt16(bytes[index + 1] & 0x3F)
        if lead < 0xE0 { return (UInt16(lead & 0x1F) << 6 | second, 2) }
        return (UInt16(lead & 0x0F) << 12 | second << 6 | UInt16(bytes[index + 2] & 0x3F), 3)
    }

    private static func mustBeEscaped(_ scalar: UInt16) -> Bool {
        switch scalar {
        // C1 control characters.
        case 0x80...0x9F: true
        // Line and paragraph separator, which JavaScript treats as line ends.
        case 0x2028, 0x2029: true
        // Marks, embeddings, overrides and isolates of the writing direction.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func appendControl(_ byte: UInt8, to output: inout [UInt8]) {
        let short: UInt8
        switch byte {
        case 0x08: short = UInt8(ascii: "b")
        case 0x09: short = UInt8(ascii: "t")
        case 0x0A: short = UInt8(ascii: "n")
        case 0x0C: short = UInt8(ascii: "f")
        case 0x0D: short = UInt8(ascii: "r")
        default:
            appendHexadecimal(UInt16(byte), to: &output)
            return
        }
        output.append(UInt8(ascii: "\\"))
        output.append(short)
    }

    private static func appendHexadecimal(_ unit: UInt16, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        output.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt16] {
            output.append(hexDigits[Int(unit >> shift & 0xF)])
        }
    }
}
