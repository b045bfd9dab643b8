/// A Cyrillic word, whose letters indicate its language.
struct CyrillicWord {
    static let none = CyrillicWord(range: 0..<0, tongue: .russian)

    /// Maximum number of letters examined; the longest words in use have some thirty.
    static let longest = 64

    let range: Range<Int>
    private let tongue: Cyrillic.Tongue

    private init(range: Range<Int>, tongue: Cyrillic.Tongue) {
        (self.range, self.tongue) = (range, tongue)
    }

    /// Reads the word that begins at an index.
    init(in glyphs: [Glyph], from start: Int) {
        var end = start
        var hasApostrophe = false
        let limit = min(glyphs.count, start + Self.longest)
        while end < limit {
            if glyphs[end].sign != .cyrillic {
                guard Self.isApostrophe(at: end, of: glyphs, from: start) else { break }
                hasApostrophe = true
            }
            end += 1
        }
        let word = glyphs[start..<end].filter { $0.sign == .cyrillic }
        let letters = word.map { $0.scalar.lowercased }
        let text = String(String.UnicodeScalarView(letters))
        range = start..<end
        if letters.contains(where: Cyrillic.serbianLetters.contains) {
            tongue = .serbian
        } else if hasApostrophe || letters.contains(where: Cyrillic.ukrainianLetters.contains)
            || Cyrillic.ukrainianEndings.contains(where: text.contains)
        {
            tongue = .ukrainian
        } else {
            let isBulgarian = letters.indices.contains { index in
                letters[index] == "ъ" && index + 1 < letters.count
                    && !Cyrillic.hardened.contains(letters[index + 1])
            }
            tongue = isBulgarian ? .bulgarian : .russian
        }
    }

    /// Returns whether an apostrophe is inside a word and separates a consonant from a soft vowel.
    private static func isApostrophe(at index: Int, of glyphs: [Glyph], from start: Int) -> Bool {
        guard index > start, index + 1 < glyphs.count, glyphs[index + 1].sign == .cyrillic,
            Cyrillic.apostrophes.contains(glyphs[index].scalar)
        else { return false }
        return Cyrillic.afterApostrophe.contains(glyphs[index + 1].scalar.lowercased)
    }

    /// Returns the Latin letters for a letter of the word.
    func letters(for scalar: Unicode.Scalar, at index: Int) -> String {
        let letter = scalar.lowercased
        let first = index == range.lowerBound ? tongue.firstLetters[letter] : nil
        return first ?? tongue.letters[letter] ?? Cyrillic.letters[letter] ?? ""
    }
}

extension Unicode.Scalar {
    /// The lower-case letter if it is one scalar.
    fileprivate var lowercased: Unicode.Scalar {
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first ?? self : self
    }
}
