/// Table written as a sequence of words: a character, its replacement, the next character.
///
/// An empty replacement is written `∅`.
struct Pairs: Sendable {
    let entries: [(scalar: Unicode.Scalar, text: String)]

    init(_ text: String) {
        var words = text.split { $0 == " " || $0 == "\n" }.makeIterator()
        var entries: [(Unicode.Scalar, String)] = []
        while let character = words.next(), let text = words.next() {
            for scalar in character.unicodeScalars {
                entries.append((scalar, text == "∅" ? "" : String(text)))
            }
        }
        self.entries = entries
    }

    /// Replacement of each character.
    var texts: [Unicode.Scalar: String] {
        Dictionary(entries.map { ($0.scalar, $0.text) }) { first, _ in first }
    }
}
