/// A text as a single shell word, for commands that users copy.
package struct ShellWord: Sendable {
    private let text: String

    /// - Parameter text: untrusted text.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether the text contains only characters common in names, so that users see what they copy.
    package var isHarmless: Bool {
        !text.isEmpty && text.first != "-" && text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || " '’.,+_-/:()".unicodeScalars.contains(scalar)
            }
    }

    /// The word in single quotes, or unquoted if no quoting is needed.
    package var quoted: String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "/._-+:".utf8.contains(byte)
        }
        if isPlain, !text.isEmpty { return text }
        // A single quote closes the quoted part, follows escaped, and opens a new part.
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#) + "'"
    }
}
