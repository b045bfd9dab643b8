/// A 48-bit Bluetooth device address.
package struct BluetoothAddress: Hashable, Sendable {
    /// Number of bytes.
    package static let length = 6

    private let value: UInt64

    /// Creates an address from the first six bytes, the lowest first as on the wire; missing ones
    /// are zero.
    package init(bytes: some Sequence<UInt8>) {
        value = bytes.prefix(Self.length).enumerated().reduce(0) { value, byte in
            value | UInt64(byte.element) << UInt64(8 * byte.offset)
        }
    }

    /// Parses six pairs of hexadecimal digits separated by colons, in either case.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == Self.length else { return nil }
        var value: UInt64 = 0
        for part in parts {
            // Only digits: Swift would also accept a sign.
            let digits = part.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard part.count == 2, digits.count == 2 else { return nil }
            value = value << 8 | UInt64(digits[0] << 4 | digits[1])
        }
        self.value = value
    }

    /// Bytes of the address, the lowest first as on the wire.
    package var bytes: [UInt8] {
        (0..<Self.length).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// Whether all bits are zero, which is not a valid address.
    package var isZero: Bool { value == 0 }

    /// The two highest bits, which distinguish the kinds of random addresses.
    var highestBits: UInt8 { UInt8(truncatingIfNeeded: value >> 46) }

    /// The address with all bits zero, which means none or any.
    package static let zero = BluetoothAddress(bytes: [])
}

extension BluetoothAddress: CustomStringConvertible {
    /// Six pairs of hexadecimal digits separated by colons.
    package var description: String {
        bytes.reversed().map(\.hexadecimal).joined(separator: ":")
    }
}
