/// A table that is written as words in a row: a character, what stands for it, the next character.
///
/// What is nothing is written `∅`.
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

    /// What stands for each character.
    var texts: [Unicode.Scalar: String] {
        Dictionary(entries.map { ($0.scalar, $0.text) }) { first, _ in first }
    }
}
