/// Machine-readable last line of a message: `@example.com #123456`.
enum AutofillLine {
    /// Valid lengths of a code in such a line.
    private static let lengths = 3...12

    /// Returns the code if the message ends in such a line.
    static func code(of message: String) -> String? {
        // Few messages contain the sign, and splitting into lines is slow.
        guard message.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let lines = message.suffix(256).split(whereSeparator: \.isNewline)
        guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        let words = last.split(separator: " ")
        guard words.count >= 2, let site = words.first, site.first == "@", isSite(site.dropFirst()),
            let mark = words.dropFirst().first, mark.first == "#"
        else { return nil }
        let code = mark.dropFirst()
        let isPlain = code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPlain && lengths.contains(code.count) ? String(code) : nil
    }

    private static func isSite(_ text: Substring) -> Bool {
        text.contains(".")
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")
            }
    }
}
