/// A Greek letter and its neighbours.
struct GreekPlace {
    private let letter: Unicode.Scalar
    private let previous: Unicode.Scalar?
    private let beforePrevious: Unicode.Scalar?
    private let next: Unicode.Scalar?

    init(in glyphs: [Glyph], at index: Int) {
        func letter(at index: Int) -> Unicode.Scalar? {
            guard glyphs.indices.contains(index), case .greek(let letter) = glyphs[index].sign
            else { return nil }
            return letter
        }
        self.letter = letter(at: index) ?? glyphs[index].scalar
        previous = letter(at: index - 1)
        beforePrevious = previous == nil ? nil : letter(at: index - 2)
        next = letter(at: index + 1)
    }

    /// Whether no other Greek letter is adjacent.
    var isAlone: Bool { previous == nil && next == nil }

    /// Transliteration of the letter in this position.
    var letters: String {
        switch (letter, previous, next) {
        case ("υ", "ο", _): "u"
        case ("υ", "α", let next), ("υ", "ε", let next):
            next.map { !Greek.voiceless.contains($0) } ?? false ? "v" : "f"
        case ("γ", _, "γ"), ("γ", _, "ξ"), ("γ", _, "χ"): "n"
        // At the beginning of a word μπ is one sound.
        case ("μ", nil, "π"): "b"
        case ("π", "μ", _) where beforePrevious == nil: ""
        default: Greek.sounds[letter] ?? ""
        }
    }
}
