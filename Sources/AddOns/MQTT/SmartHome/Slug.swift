/// A name as a topic level: lowercase letters, digits, - and _.
package enum Slug {
    /// Returns the name itself if it is a valid slug; otherwise its valid characters and a hash that makes it unique.
    package static func of(_ name: String) -> String {
        isWritten(name) ? name : marked(name, digits: 4)
    }

    /// Whether the name is a valid slug itself.
    static func isWritten(_ name: String) -> Bool {
        let text = characters(of: name)
        return text.utf8.elementsEqual(name.utf8) && !text.isEmpty
    }

    /// Returns the valid characters of a name, and a hash of up to eight digits.
    static func marked(_ name: String, digits: Int) -> String {
        let hash = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let mark = String(UInt64(hash) | 1 << 32, radix: 16).suffix(digits)
        return String(characters(of: name).prefix(limit)) + "_" + mark
    }

    /// Returns the valid characters without a hash; nil if they contain no letter or digit.
    ///
    /// The caller must check that no other name has the same result.
    static func plain(_ name: String) -> String? {
        if isWritten(name) { return name }
        let plain = characters(of: name).prefix(limit)
        return plain.contains { $0.isLetter || $0.isNumber } ? String(plain) : nil
    }

    private static func characters(of name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                text.unicodeScalars.append(Unicode.Scalar(byte + 32))
            default: if text.last != "_" { text.append("_") }
            }
        }
        return text
    }

    private static let limit = 40
}
