package import Linux

/// Callboard's own name for a notice: thirteen characters that sort by time.
package struct NoticeID: Hashable, Sendable, CustomStringConvertible {
    /// The name as a number, by which notices sort in the order in which they came.
    package let rawValue: UInt64

    /// The name with this number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// How many characters a name has.
    static let length = 13

    /// Digits and letters without those that are taken for one another.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Reads a name; nil for anything else.
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

    /// The name as people type it: thirteen digits and letters.
    package var description: String {
        let alphabet = Self.alphabet
        let characters = [UInt8](capacity: Self.length) { characters in
            for place in (0..<Self.length).reversed() {
                characters.append(alphabet[Int(rawValue >> (5 * UInt64(place)) & 31)])
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}

/// Makes names for notices, each greater than the one before.
package struct NoticeIDSource: Sendable {
    private var last: UInt64 = 0

    /// A source that has given no name yet.
    package init() {}

    /// A new name, for a notice of this moment.
    package mutating func next(at wall: WallTime) -> NoticeID {
        // Milliseconds in the upper 44 bits; the rest counts, and carries on when the clock is set
        // back.
        let byClock = UInt64(clamping: wall.milliseconds) << 20
        last = max(byClock | Self.beginning(byClock), last &+ 1)
        return NoticeID(rawValue: last)
    }

    /// Where counting begins in a millisecond: elsewhere in each, so that the ends of names differ.
    private static func beginning(_ byClock: UInt64) -> UInt64 {
        // The upper bits of a product with the golden ratio; half of the room is left to count in.
        (byClock &* 0x9E37_79B9_7F4A_7C15) >> 45
    }
}
