/// What somebody looks for: any text, of which all words must be there, the last perhaps only begun.
///
/// Words between quotation marks must stand one after another. There is no other notation, so that
/// nothing anybody types is wrong.
package struct SearchWords: Hashable, Sendable {
    /// Bytes of what is typed that count; what stands behind is passed over.
    package static let lengthLimit = 1024
    /// Words and phrases that count.
    static let limit = 32

    /// A word, or several in a row.
    package struct Term: Hashable, Sendable {
        package let text: String
        /// Whether it is a phrase, whose words are whole.
        package let isPhrase: Bool
        /// Whether the last word may be the beginning of one.
        var isBegun = false
    }

    /// What was typed.
    package let typed: String
    /// What was made of it.
    package let terms: [Term]

    /// Takes apart what somebody typed; anything is a search.
    package init(_ typed: String) {
        self.typed = typed
        var terms: [Term] = []
        var text = String.UnicodeScalarView()
        var isQuoted = false
        func end() {
            if !text.isEmpty { terms.append(Term(text: String(text), isPhrase: isQuoted)) }
            text = String.UnicodeScalarView()
        }
        let scalars = String(decoding: typed.utf8.prefix(Self.lengthLimit), as: UTF8.self)
            .unicodeScalars
        for scalar in scalars {
            if Self.quotes.contains(scalar) {
                end()
                isQuoted.toggle()
            } else if !isQuoted, scalar.properties.isWhitespace {
                end()
            } else {
                text.append(scalar)
            }
        }
        let isOpen = isQuoted || !text.isEmpty
        end()
        terms = Array(terms.filter { $0.text.contains { !$0.isWhitespace } }.prefix(Self.limit))
        // A phrase that is not closed yet is still being typed, like a word with nothing behind.
        if isOpen, !terms.isEmpty { terms[terms.count - 1].isBegun = true }
        self.terms = terms
    }

    /// Whether there is nothing to look for.
    package var isEmpty: Bool { terms.isEmpty }

    private static let quotes: Set<Unicode.Scalar> = [
        "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}",
    ]
}
