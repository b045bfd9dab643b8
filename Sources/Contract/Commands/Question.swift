import Linux

/// Confirmation prompt on the terminal.
package enum Question {
    /// Error message if there is no terminal to ask on.
    package static let nobody = "confirmation requires a terminal; add --yes"
    /// Longest answer read, in bytes.
    private static let longest = 100

    /// Prompts and returns whether the answer was yes; nil without a terminal.
    package static func ask(_ question: String) -> Bool? {
        guard Terminal.isTerminal(StandardStream.input.rawValue),
            Terminal.isTerminal(StandardStream.error.rawValue)
        else { return nil }
        Terminal.dropInput(of: StandardStream.input.rawValue)
        try? StandardStream.error.write("\(question) [y/N] ")
        let answer = (try? StandardStream.input.read(upTo: longest)) ?? []
        let word = String(decoding: answer, as: UTF8.self).lowercased()
            .filter { !$0.isWhitespace }
        return ["y", "yes"].contains(word)
    }
}
