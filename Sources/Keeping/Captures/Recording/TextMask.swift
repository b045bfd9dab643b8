/// Replaces texts with unreadable ones of the same form.
///
/// Each letter, digit or symbol becomes another of the same alphabet and the same number of bytes.
/// Spaces and punctuation stay, and equal texts stay equal. Invalid UTF-8 stays as it is.
struct TextMask: Sendable {
    /// Random key, generated for each file and never stored.
    private let key: (UInt64, UInt64)

    init() {
        var random = SystemRandomNumberGenerator()
        self.init(random: &random)
    }

    init(random: inout some RandomNumberGenerator) {
        key = (random.next(), random.next())
    }

    /// Returns the masked text with the same number of bytes.
    func masked(_ text: [UInt8]) -> [UInt8] {
        var numbers = Numbers(key: key, text: text)
        var masked: [UInt8] = []
        masked.reserveCapacity(text.count)
        var rest = text[...]
        while let first = rest.first {
            let length = Self.length(of: first)
            let bytes = rest.prefix(length)
            rest = rest.dropFirst(bytes.count)
            if length == 1 {
                masked.append(Self.other(first, numbers.next()))
            } else if let scalar = Self.scalar(of: bytes, length) {
                masked += Array(String(Self.other(scalar, numbers.next())).utf8)
            } else {
                // Only the first byte is known to be invalid.
                rest = text[(bytes.startIndex + 1)...]
                masked.append(first)
            }
        }
        return masked
    }

    /// Length in bytes of the character with this first byte.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func scalar(of bytes: ArraySlice<UInt8>, _ length: Int) -> Unicode.Scalar? {
        guard bytes.count == length, let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }

    /// Replacement letters without vowels, so that no words appear.
    private static let letters = Array("bcdfghjklmnpqrstvwxz".utf8)

    private static func other(_ byte: UInt8, _ number: UInt64) -> UInt8 {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        let lower = isUpper ? byte | 0x20 : byte
        switch lower {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            let others = letters.filter { $0 != lower }
            let letter = others[Int(number % UInt64(others.count))]
            return isUpper ? letter & ~0x20 : letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digit = (UInt64(byte - UInt8(ascii: "0")) + 1 + number % 9) % 10
            return UInt8(ascii: "0") + UInt8(digit)
        default: return byte
        }
    }

    /// Returns another character of the same category among the 64 that differ in the last byte.
    private static func other(_ scalar: Unicode.Scalar, _ number: UInt64) -> Unicode.Scalar {
        let category = scalar.properties.generalCategory
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
            break
        default: return scalar
        }
        let first = scalar.value & ~63
        let others = (first..<first + 64).compactMap(Unicode.Scalar.init).filter {
            $0 != scalar && $0.properties.generalCategory == category
        }
        if others.isEmpty { return fallback(scalar) }
        return others[Int(number % UInt64(others.count))]
    }

    /// Replacement for a character without another one of its category.
    private static func fallback(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case ..<0x800: scalar == "ł" ? "ż" : "ł"
        case ..<0x10000: scalar == "一" ? "丁" : "一"
        default: scalar == "𠀀" ? "𠀁" : "𠀀"
        }
    }

    /// Number sequence determined by the key and the text.
    private struct Numbers {
        private var hasher: Hasher

        init(key: (UInt64, UInt64), text: [UInt8]) {
            hasher = Hasher()
            hasher.combine(key.0)
            hasher.combine(key.1)
            hasher.combine(text)
        }

        mutating func next() -> UInt64 {
            hasher.combine(0x9E)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
    }
}
