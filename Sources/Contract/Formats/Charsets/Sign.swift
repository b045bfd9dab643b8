/// What one character is to a charset that may lack it.
enum Sign: Hashable, Sendable {
    /// The charset has it.
    case byte(UInt8)
    /// Blank room of any kind.
    case space
    /// Other signs stand for it.
    case text(String)
    /// Letters stand for it; told in small ones.
    case letters(String)
    /// It is not to run together with digits beside it: a currency, a fraction.
    case apart(String)
    /// A digit or sign above or below the line, and its byte where the charset has it.
    case small(String, SmallPlace, UInt8?)
    /// A dot at half height, which is another sign between numbers than between words.
    case dot
    /// A letter whose sound depends on the word around it.
    case cyrillic
    /// A letter whose sound depends on those beside it; told without marks, and small.
    case greek(Unicode.Scalar)
    /// A picture with a word for it, which is said once however often the picture is repeated.
    case picture(String)
    /// A letter of a script that has no place here.
    case unreadable
    /// A stop of such a script: it belongs to what cannot be read, and is this anywhere else.
    case stop(String)
    /// A picture without a word.
    case hidden
    /// Nothing to see.
    case nothing
}

/// Where a small sign stands.
enum SmallPlace: Hashable, Sendable {
    case above
    case below

    /// What says so where a number is before it.
    var mark: String { self == .above ? "^" : "_" }
}

/// A character of a text, taken for the scalar that tells what it is.
struct Glyph: Sendable {
    var scalar: Unicode.Scalar
    var sign: Sign

    /// Whether it is above or below the line, if either.
    var smallPlace: SmallPlace? {
        if case .small(_, let place, _) = sign { place } else { nil }
    }

    /// Whether it is a letter that is a capital.
    var isUpper: Bool {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) }
        let category = scalar.properties.generalCategory
        return category == .uppercaseLetter || category == .titlecaseLetter
    }

    /// Whether it is a letter that is not a capital.
    var isLower: Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value) }
        return scalar.properties.generalCategory == .lowercaseLetter
    }
}
