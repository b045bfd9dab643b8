import Linux

/// Short stable identifier of a bond that does not reveal the phone's address, for programs that must distinguish phones.
package struct PhoneID: Hashable, Sendable, CustomStringConvertible {
    private static let digits = 8

    private let number: UInt32

    /// Derives the identifier of a bond.
    package init(ofBond bond: String) {
        // FNV-1a, folded: the same on every host and in every version.
        let hash = bond.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        number = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    /// Parses the form written by `description`.
    package init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count == Self.digits, isHexadecimal,
            let number = UInt32(text, radix: 16)
        else { return nil }
        self.number = number
    }

    /// Eight hexadecimal digits.
    package var description: String { number.padded(to: Self.digits, radix: 16) }
}
