/// Copying to the clipboard of the terminal's user with the escape sequence OSC 52.
package enum TerminalClipboard {
    /// Maximum length of a text in bytes; longer texts are truncated because terminals ignore
    /// longer sequences.
    package static let textLimit = 74_994

    /// Returns the escape sequence.
    package static func sequence(copying text: String) -> [UInt8] {
        var bytes = Array(text.utf8.prefix(textLimit))
        if bytes.count < text.utf8.count {
            // Do not cut within a character.
            while let last = bytes.last, last & 0b1100_0000 == 0b1000_0000 { bytes.removeLast() }
            if let last = bytes.last, last >= 0b1100_0000 { bytes.removeLast() }
        }
        return Array("\u{1B}]52;c;".utf8) + base64(bytes) + [0x07]
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let value = (0..<3).reduce(0) { sum, index in
                sum << 8 | Int(index < part.count ? part[start + index] : 0)
            }
            for digit in 0..<4 {
                let isPadding = digit > part.count
                output.append(
                    isPadding ? UInt8(ascii: "=") : alphabet[value >> (18 - 6 * digit) & 63])
            }
        }
        return output
    }
}
