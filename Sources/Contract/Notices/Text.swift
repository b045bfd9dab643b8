/// A text from the phone: its exact bytes, and a string that is always valid.
package struct Text: Hashable, Sendable {
    /// What the phone sent.
    package let bytes: [UInt8]

    /// Keeps exactly these bytes, whatever they are.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text in UTF-8.
    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// No text at all.
    package static let empty = Text(bytes: [])

    /// Whether there is not one byte.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Whether the bytes are valid UTF-8, so that `string` loses nothing.
    package var isValid: Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// The text with invalid bytes replaced, and without the part of a character that the phone's
    /// length limit may have left at the end.
    package var string: String {
        String(decoding: bytes[..<(bytes.endIndex - cutTail)], as: UTF8.self)
    }

    /// How many bytes at the end begin a character that is not finished.
    private var cutTail: Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0b1100_0000 == 0b1000_0000 { continue }
            let expected =
                switch byte {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            return expected > length ? length : 0
        }
        return 0
    }
}
