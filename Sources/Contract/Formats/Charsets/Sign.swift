/// Classification of a character for a charset that may lack it.
enum Sign: Hashable, Sendable {
    /// A character that the charset has.
    case byte(UInt8)
    /// White space of any kind.
    case space
    /// A replacement that fits in any context, such as `E` for `É`.
    case text(String)
    /// A replacement by letters, in lower case.
    case letters(String)
    /// A replacement that must not touch adjacent digits, such as a currency or a fraction.
    case apart(String)
    /// A superscript or subscript, and its byte if the charset has it.
    case small(String, SmallPlace, UInt8?)
    /// A middle dot, whose replacement depends on its neighbours.
    case dot
    /// A letter whose transliteration depends on its word.
    case cyrillic
    /// A Greek letter, whose transliteration depends on its neighbours; lower case without marks.
    case greek(Unicode.Scalar)
    /// An emoji with a word for it, which is written once if the emoji is repeated.
    case picture(String)
    /// A letter of an unsupported script.
    case unreadable
    /// Punctuation of an unsupported script: omitted directly after unreadable text, otherwise replaced.
    case stop(String)
    /// An emoji without a word.
    case hidden
    /// An invisible character.
    case nothing
}

/// Position of a superscript or subscript.
enum SmallPlace: Hashable, Sendable {
    case above
    case below

    /// Prefix of a superscript or subscript that is replaced directly after a number: 10² becomes 10^2.
    var mark: String { self == .above ? "^" : "_" }
}

/// A character of a text, represented by its most significant scalar.
struct Glyph: Sendable {
    var scalar: Unicode.Scalar
    var sign: Sign

    /// Position if the character is a superscript or subscript.
    var smallPlace: SmallPlace? {
        if case .small(_, let place, _) = sign { place } else { nil }
    }

    /// Whether the character is an upper-case letter.
    var isUpper: Bool {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) }
        let category = scalar.properties.generalCategory
        return category == .uppercaseLetter || category == .titlecaseLetter
    }

    /// Whether the character is a lower-case letter.
    var isLower: Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value) }
        return scalar.properties.generalCategory == .lowercaseLetter
    }
}
