import Linux

/// A question to the person on the terminal.
package enum Question {
    /// What is said where nobody is there to be asked.
    package static let nobody = "nobody can be asked to confirm here; add --yes"
    /// What a person may answer at most.
    private static let longest = 100

    /// Asks, and says whether the answer was yes; nil where nobody is there to be asked.
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
