extension Glyph {
    /// Classifies a character of any number of scalars.
    init(_ character: Character, on page: CodePage) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else {
            self.init(scalar: " ", sign: .nothing)
            return
        }
        if scalars.count == 1 {
            self.init(first, on: page)
        } else if let composed = SignTable.composed[character] {
            self.init(composed, on: page)
        } else if let word = Pictures.word(joined: scalars) {
            self.init(scalar: first, sign: word)
        } else {
            self.init(parts: scalars, on: page)
        }
    }

    /// Classifies a single scalar.
    init(_ scalar: Unicode.Scalar, on page: CodePage) {
        let sign: Sign
        let own = page.byte(of: scalar)
        if !scalar.isASCII, case .small(let text, let place, _) = SignTable.signs[scalar.value] {
            sign = .small(text, place, own)
        } else if let byte = own, !scalar.isLoneGreek {
            sign = byte == UInt8(ascii: " ") ? .space : .byte(byte)
        } else if let known = SignTable.signs[scalar.value] {
            sign = known
        } else if let composed = SignTable.composed[Character(scalar)], composed != scalar {
            // Another number for the same character, such as the Kelvin sign.
            self.init(composed, on: page)
            return
        } else {
            sign = scalar.fallback
        }
        self.init(scalar: scalar, sign: sign)
    }

    /// Classifies a character that is in no table by its parts; marks are ignored.
    private init(parts scalars: Character.UnicodeScalarView, on page: CodePage) {
        let parts = scalars.map { Glyph($0, on: page) }
        let seen = parts.filter { $0.sign != .nothing }
        guard let first = seen.first else {
            self.init(scalar: parts[0].scalar, sign: .nothing)
            return
        }
        // One sign is enough, such as for an emoji and its skin tone, an ideograph and its variant,
        // or a syllable and its letters.
        if seen.count == 1 || seen.allSatisfy({ $0.sign == first.sign }) {
            self = first
        } else {
            let known = seen.filter { $0.sign != .unreadable }.compactMap(\.sign.plainText)
            let text = known.joined()
            self.init(scalar: first.scalar, sign: text.isEmpty ? .unreadable : .text(text))
        }
    }
}

extension Sign {
    /// ASCII form of the sign without context; nil if there is none.
    fileprivate var plainText: String? {
        switch self {
        case .byte(let byte) where byte < 0x80: String(Unicode.Scalar(byte))
        case .text(let text), .letters(let text), .apart(let text), .small(let text, _, _),
            .picture(let text), .stop(let text):
            text
        case .space: " "
        case .dot: "-"
        case .byte, .cyrillic, .greek, .unreadable, .hidden, .nothing: nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a Greek letter, which code pages include for formulas only.
    var isLoneGreek: Bool { (0x370...0x3FF).contains(value) }

    /// Sign of a scalar that is in no table, derived from its Unicode properties.
    fileprivate var fallback: Sign {
        let properties = properties
        if let digit { return .text(digit) }
        if let number = Letterforms.number(of: self) { return .apart(number) }
        if let letter = Letterforms.letter(of: self) { return .text(letter) }
        if Pictures.contains(self) { return Pictures.word(of: self) }
        if properties.isDefaultIgnorableCodePoint { return .nothing }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control: return .nothing
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
        case .dashPunctuation: return .text("-")
        case .connectorPunctuation: return .text("_")
        case .openPunctuation: return .text("(")
        case .closePunctuation: return .text(")")
        case .initialPunctuation, .finalPunctuation: return .text("\"")
        case .otherPunctuation:
            // Only punctuation of a particular script is likely to be a full stop.
            let isGeneral = (0x2000...0x206F).contains(value) || (0x2E00...0x2E7F).contains(value)
            return isGeneral ? .text("*") : .stop(".")
        case .otherSymbol, .modifierSymbol: return .hidden
        default: return .unreadable
        }
    }

    /// ASCII form of a decimal digit of any script.
    private var digit: String? {
        guard properties.numericType == .decimal, let value = properties.numericValue,
            (0...9).contains(value)
        else { return nil }
        return String(Int(value))
    }
}
