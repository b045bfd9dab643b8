import Linux

/// What an attribute, a service or a characteristic is: 16 bits from the Bluetooth numbers, or 128
/// from anybody; both forms of the same number are equal.
package struct UUID: Hashable, Sendable {
    /// The full 128 bits, whichever form was sent.
    package let value: UInt128

    /// Core specification, Vol 3 Part B 2.5.1: the 128 bits that a short number is put into.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    /// The number itself, short or long.
    package init(_ value: UInt128) {
        self.value = value
    }

    /// A number from the Bluetooth SIG's tables.
    package init(short: UInt16) {
        value = Self.base | UInt128(short) << 96
    }

    /// The short form, where there is one.
    package var short: UInt16? {
        let short = UInt16(truncatingIfNeeded: value >> 96)
        return UUID(short: short) == self ? short : nil
    }

    /// Two bytes where the short form exists, else sixteen; the lowest byte first.
    var bytes: [UInt8] {
        short.map(\.littleEndianBytes) ?? value.littleEndianBytes
    }

    /// Declares a service that peers may look for.
    package static let primaryService = UUID(short: 0x2800)
    /// Declares a service that only belongs to others.
    package static let secondaryService = UUID(short: 0x2801)
    /// Declares a characteristic.
    package static let characteristic = UUID(short: 0x2803)
    /// Client Characteristic Configuration: where a client switches notifications on.
    package static let clientCharacteristicConfiguration = UUID(short: 0x2902)
    /// The Generic Attribute service, which every peer has and which tells of changed services.
    package static let genericAttributeService = UUID(short: 0x1801)
    /// The Service Changed characteristic of the Generic Attribute service.
    package static let serviceChanged = UUID(short: 0x2A05)
    /// The Client Supported Features characteristic of the Generic Attribute service.
    package static let clientSupportedFeatures = UUID(short: 0x2B29)
    /// The Database Hash characteristic of the Generic Attribute service.
    package static let databaseHash = UUID(short: 0x2B2A)
    /// The Generic Access service, which says who somebody is.
    package static let genericAccessService = UUID(short: 0x1800)
    /// The Device Name characteristic of the Generic Access service.
    package static let deviceName = UUID(short: 0x2A00)
    /// The Appearance characteristic of the Generic Access service.
    package static let appearance = UUID(short: 0x2A01)
    /// The Central Address Resolution characteristic of the Generic Access service.
    package static let centralAddressResolution = UUID(short: 0x2AA6)
}

extension UUID: CustomStringConvertible {
    /// The number as documents have it, short where it has a short one.
    package var description: String {
        if let short { return short.hexadecimal }
        let digits = value.hexadecimal
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }

    /// All digits of the number in base 16, leading zeros too.
    var hexadecimal: String {
        padded(to: Self.bitWidth / 4, radix: 16).uppercased()
    }
}
