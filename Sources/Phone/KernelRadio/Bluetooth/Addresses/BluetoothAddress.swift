/// The 48 bits by which controllers call each other.
package struct BluetoothAddress: Hashable, Sendable {
    /// How many bytes it has.
    package static let length = 6

    private let value: UInt64

    /// Takes the first six bytes, the lowest of the address first, as they are on the wire; missing
    /// ones are zero.
    package init(bytes: some Sequence<UInt8>) {
        value = bytes.prefix(Self.length).enumerated().reduce(0) { value, byte in
            value | UInt64(byte.element) << UInt64(8 * byte.offset)
        }
    }

    /// Reads six pairs of hex digits with colons between them, in either case.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == Self.length else { return nil }
        var value: UInt64 = 0
        for part in parts {
            // Digits alone: Swift would also take a sign.
            let digits = part.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard part.count == 2, digits.count == 2 else { return nil }
            value = value << 8 | UInt64(digits[0] << 4 | digits[1])
        }
        self.value = value
    }

    /// The lowest byte first, as on the wire.
    package var bytes: [UInt8] {
        (0..<Self.length).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// Whether it is no address at all.
    package var isZero: Bool { value == 0 }

    /// The two highest bits, which tell the kinds of random addresses apart.
    var highestBits: UInt8 { UInt8(truncatingIfNeeded: value >> 46) }

    /// The address with all bits zero, which stands for none or for any.
    package static let zero = BluetoothAddress(bytes: [])
}

extension BluetoothAddress: CustomStringConvertible {
    /// Six pairs of digits, as people know it.
    package var description: String {
        bytes.reversed().map(\.hexadecimal).joined(separator: ":")
    }
}
