package import Linux

/// Callboard's own identifier of a notification: thirteen characters that sort by time.
package struct NoticeID: Hashable, Sendable, CustomStringConvertible {
    /// Numeric value, whose order is the order of arrival.
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Number of characters.
    static let length = 13

    /// Digits and letters, without letters that are easily confused.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Parses an identifier; nil for anything else.
    package init?(_ text: String) {
        var value: UInt64 = 0
        guard text.utf8.count == Self.length else { return nil }
        for byte in text.lowercased().utf8 {
            guard let digit = Self.alphabet.firstIndex(of: byte), value >> 59 == 0 else {
                return nil
            }
            value = value << 5 | UInt64(digit)
        }
        rawValue = value
    }

    /// Text form: thirteen digits and letters.
    package var description: String {
        let alphabet = Self.alphabet
        return String(upTo: Self.length) { characters in
            for place in (0..<Self.length).reversed() {
                characters.append(alphabet[Int(rawValue >> (5 * UInt64(place)) & 31)])
            }
        }
    }
}

/// Generator of increasing identifiers.
package struct NoticeIDSource: Sendable {
    private var last: UInt64 = 0

    package init() {}

    /// Returns a new identifier for this time.
    package mutating func next(at wall: WallTime) -> NoticeID {
        // Milliseconds in the upper 44 bits; the rest is a counter, which continues if the clock is
        // set back.
        let byClock = UInt64(clamping: wall.milliseconds) << 20
        last = max(byClock | Self.beginning(byClock), last &+ 1)
        return NoticeID(rawValue: last)
    }

    /// Returns the start of the counter, which differs in each millisecond so that the suffixes differ.
    private static func beginning(_ byClock: UInt64) -> UInt64 {
        // Upper bits of a product with the golden ratio; half of the range remains for counting.
        (byClock &* 0x9E37_79B9_7F4A_7C15) >> 45
    }
}
