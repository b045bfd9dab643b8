/// Text from the phone: its exact bytes, and a string that is always valid.
package struct Text: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Keeps exactly these bytes, valid or not.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    package static let empty = Text(bytes: [])

    package var isEmpty: Bool { bytes.isEmpty }

    /// Whether the bytes are valid UTF-8, so that `string` loses nothing.
    package var isValid: Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// The text with invalid bytes replaced, without a partial character at the end.
    ///
    /// The phone cuts texts by bytes, which can leave a partial character.
    package var string: String {
        String(decoding: bytes[..<(bytes.endIndex - cutTail)], as: UTF8.self)
    }

    /// Number of bytes of a partial character at the end.
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
