package import Linux

/// Callboard's own name for a notice: thirteen characters that sort by time.
package struct NoticeID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Digits and letters without those that are taken for one another.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// Reads a name; nil for anything else.
    package init?(_ text: String) {
        var value: UInt64 = 0
        guard text.utf8.count == 13 else { return nil }
        for character in text.lowercased() {
            guard let digit = Self.alphabet.firstIndex(of: character), value >> 59 == 0 else {
                return nil
            }
            value = value << 5 | UInt64(digit)
        }
        rawValue = value
    }

    package var description: String {
        String((0..<13).reversed().map { Self.alphabet[Int(rawValue >> (5 * UInt64($0)) & 31)] })
    }
}

/// Makes names for notices, each greater than the one before.
package struct NoticeIDSource: Sendable {
    private var last: UInt64 = 0

    package init() {}

    /// A new name, for a notice of this moment.
    package mutating func next(at wall: WallTime) -> NoticeID {
        // Milliseconds in the upper 44 bits; the rest counts, and carries on when the clock is set
        // back.
        let byClock = UInt64(clamping: wall.milliseconds) << 20
        last = max(byClock, last &+ 1)
        return NoticeID(rawValue: last)
    }
}
