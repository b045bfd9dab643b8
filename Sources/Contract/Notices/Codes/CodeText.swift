/// One character, normalised for the search for codes.
struct CodeSign: Hashable, Sendable {
    /// Class of a character.
    enum Kind: Hashable, Sendable {
        case digit
        /// A letter, or a mark on one, of a script with spaces between words.
        case letter
        /// A letter of a script without spaces between words.
        case unspacedLetter
        case space
        case newline
        /// The end of a title or another text of the same message.
        case textEnd
        case currency
        case other
    }

    /// The character in lower case without accents; digits of any script as ASCII.
    let value: UInt32
    /// The ASCII letter or digit for which the character stands; zero if there is none.
    let ascii: UInt8
    let kind: Kind

    static let textEnd = CodeSign(value: 0, ascii: 0, kind: .textEnd)

    private init(value: UInt32, ascii: UInt8, kind: Kind) {
        self.value = value
        self.ascii = ascii
        self.kind = kind
    }

    /// Precomputed signs of ASCII, which most texts consist of.
    static let plain = (UInt8(0)..<128).map { CodeSign(judging: Unicode.Scalar($0)) }

    init(_ scalar: Unicode.Scalar) {
        self = scalar.isASCII ? Self.plain[Int(scalar.value)] : CodeSign(judging: scalar)
    }

    private init(judging scalar: Unicode.Scalar) {
        let narrow = scalar.narrowed
        value = CodeText.folded(scalar)
        switch value {
        case 0x30...0x39:
            ascii = UInt8(truncatingIfNeeded: value)
            kind = .digit
        case 0x61...0x7A where narrow.isASCII:
            ascii = UInt8(truncatingIfNeeded: narrow.value)
            kind = .letter
        default:
            ascii = 0
            kind = Self.kind(of: scalar, value)
        }
    }

    private static func kind(of scalar: Unicode.Scalar, _ value: UInt32) -> Kind {
        switch value {
        case 0x20: return .space
        case 0x0A: return .newline
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
            0x3041...0x30FA, 0x30FC...0x30FF, 0x3130...0x318F, 0x3400...0x9FFF, 0xAC00...0xD7FF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            return .unspacedLetter
        default: break
        }
        switch scalar.properties.generalCategory {
        case .currencySymbol: return .currency
        case .nonspacingMark, .spacingMark: return .letter
        default: return scalar.properties.isAlphabetic ? .letter : .other
        }
    }
}

/// The texts of one message as a sequence of signs.
struct CodeText: Sendable {
    private(set) var signs: [CodeSign] = []
    private let looks: SearchCost?

    /// - Parameters:
    ///   - limit: most characters examined in each text.
    ///   - looks: counter of character accesses.
    init(_ texts: [String], limit: Int, counting looks: SearchCost? = nil) {
        self.looks = looks
        let plain = CodeSign.plain
        signs.reserveCapacity(texts.reduce(texts.count) { $0 + min($1.utf8.count, limit) })
        for text in texts {
            var left = limit
            for scalar in text.unicodeScalars {
                guard left > 0 else { break }
                left -= 1
                if scalar.isASCII {
                    signs.append(plain[Int(scalar.value)])
                } else if !Self.isInvisible(scalar) {
                    signs.append(CodeSign(scalar))
                }
            }
            signs.append(.textEnd)
        }
    }

    /// Returns the signs of a word from the lists, given in ordinary spelling.
    static func signs(of word: String) -> [UInt32] {
        word.unicodeScalars.filter { !isInvisible($0) }.map(folded)
    }

    subscript(index: Int) -> CodeSign {
        looks?.add()
        return signs[index]
    }

    /// Returns the sign at an index; the end of a text if out of range.
    func sign(at index: Int) -> CodeSign {
        looks?.add()
        return signs.indices.contains(index) ? signs[index] : .textEnd
    }

    /// Returns whether a word of a script with spaces continues at an index.
    func isInWord(_ index: Int) -> Bool {
        let kind = sign(at: index).kind
        return kind == .letter || kind == .digit
    }

    /// Returns whether a character is ignored: accents, vowel points, directional marks.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x300...0x36F, 0x61C, 0x640, 0x64B...0x65F, 0x670, 0x93C, 0x9BC, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF:
            true
        default: false
        }
    }

    /// Returns the normalised form in which words are compared.
    static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        let scalar = scalar.narrowed
        switch scalar.value {
        case 0x41...0x5A: return scalar.value + 0x20
        case 0x21...0x7E: return scalar.value
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return 0x0A
        case 0x09, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 0x20
        case 0x2010...0x2015, 0x2212: return 0x2D
        case 0x2018, 0x2019, 0x2BC: return 0x27
        default: break
        }
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            return 0x30 + UInt32(value)
        }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        return LetterForms.plain[lower.value] ?? lower.value
    }
}

extension Unicode.Scalar {
    /// The ASCII form of a full-width letter or digit.
    fileprivate var narrowed: Unicode.Scalar {
        switch value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
            Unicode.Scalar(value - 0xFEE0) ?? self
        default: self
        }
    }
}
