/// Search words from any text; all words are required, and the last may be a prefix.
///
/// Words between quotation marks must be consecutive. There is no other syntax, so every text is
/// valid.
package struct SearchWords: Hashable, Sendable {
    /// Limit of the typed text in bytes; the rest is ignored.
    package static let lengthLimit = 1024
    /// Limit of words and phrases; the rest is ignored.
    static let limit = 32

    /// A word, or a phrase of consecutive words.
    package struct Term: Hashable, Sendable {
        package let text: String
        /// Whether this is a phrase of whole words.
        package let isPhrase: Bool
        /// Whether the last word may be a prefix.
        var isBegun = false
    }

    /// The typed text.
    package let typed: String
    /// The words and phrases in it.
    package let terms: [Term]

    /// Parses typed text; every text is valid.
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
        // An unclosed phrase, or a word without a following space, is still being typed.
        if isOpen, !terms.isEmpty { terms[terms.count - 1].isBegun = true }
        self.terms = terms
    }

    /// Whether there is no search word.
    package var isEmpty: Bool { terms.isEmpty }

    private static let quotes: Set<Unicode.Scalar> = [
        "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}",
    ]
}
