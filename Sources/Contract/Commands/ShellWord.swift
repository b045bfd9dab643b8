/// A text as one word of a command that a person may copy into a shell.
package struct ShellWord: Sendable {
    private let text: String

    /// A text that anybody may have chosen.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether it consists of what names are made of, so that a person sees what they copy.
    package var isHarmless: Bool {
        !text.isEmpty && text.first != "-" && text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || " '’.,+_-/:()".unicodeScalars.contains(scalar)
            }
    }

    /// The word in single quotes, unless it needs none.
    package var quoted: String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "/._-+:".utf8.contains(byte)
        }
        if isPlain, !text.isEmpty { return text }
        // A quote ends the quoting, stands by itself, and begins it anew.
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#) + "'"
    }
}
