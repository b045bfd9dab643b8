/// Combined table of replacements for characters that a charset lacks.
enum SignTable {
    /// Signs by scalar value.
    static let signs: [UInt32: Sign] = {
        var signs: [UInt32: Sign] = [:]
        for (letter, forms) in Latin.marked {
            for form in forms.unicodeScalars { signs[form.value] = .text(letter) }
        }
        for (scalar, text) in Latin.double.entries + OtherAlphabets.letters.entries {
            for form in scalar.cases { signs[form.value] = .letters(text) }
        }
        for scalar in Cyrillic.letters.keys {
            for form in scalar.cases { signs[form.value] = .cyrillic }
        }
        for (letter, forms) in Greek.letters {
            guard let letter = letter.unicodeScalars.first else { continue }
            for form in forms.unicodeScalars { signs[form.value] = .greek(letter) }
        }
        for (scalar, text) in Symbols.texts.entries { signs[scalar.value] = .text(text) }
        for (scalar, text) in Symbols.apart.entries { signs[scalar.value] = .apart(text) }
        for (scalar, text) in Symbols.stops.entries { signs[scalar.value] = .stop(text) }
        for (scalar, text) in Symbols.raised.entries {
            signs[scalar.value] = .small(text, .above, nil)
        }
        for (scalar, text) in Symbols.lowered.entries {
            signs[scalar.value] = .small(text, .below, nil)
        }
        for scalar in Symbols.dots.unicodeScalars { signs[scalar.value] = .dot }
        for (scalar, text) in Letterforms.rare.entries { signs[scalar.value] = .text(text) }
        for (word, pictures) in Pictures.words {
            for picture in pictures {
                guard let scalar = picture.unicodeScalars.first else { continue }
                signs[scalar.value] = .picture("(\(word))")
            }
        }
        for scalar in Symbols.unreadable.unicodeScalars { signs[scalar.value] = .unreadable }
        return signs
    }()

    /// Composed form of a letter and its marks: characters are equal if they are canonically equivalent.
    static let composed: [Character: Unicode.Scalar] = {
        let known = signs.keys.sorted().compactMap { Unicode.Scalar($0) }
        let ascii = (UInt8(0x20)...0x7E).map { Unicode.Scalar($0) }
        let all = ascii + CodePage.latin1.scalars + CodePage.cp437.scalars + known
        return Dictionary(all.map { (Character($0), $0) }) { first, _ in first }
    }()
}

extension Unicode.Scalar {
    /// The letter, and its capital if it is one scalar.
    fileprivate var cases: [Unicode.Scalar] {
        let upper = properties.uppercaseMapping.unicodeScalars
        guard upper.count == 1, let first = upper.first, first != self else { return [self] }
        return [self, first]
    }
}
