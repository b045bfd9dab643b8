import Linux

/// UUID of an attribute type, a service or a characteristic: 16 bits assigned by the Bluetooth SIG,
/// or any 128 bits.
///
/// Both forms of the same number are equal.
package struct UUID: Hashable, Sendable {
    /// The full 128 bits, whichever form was sent.
    package let value: UInt128

    /// Base UUID for short numbers (Core specification, Vol 3 Part B 2.5.1).
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    package init(_ value: UInt128) {
        self.value = value
    }

    /// Creates the UUID of a number assigned by the Bluetooth SIG.
    package init(short: UInt16) {
        value = Self.base | UInt128(short) << 96
    }

    /// Short form, if there is one.
    package var short: UInt16? {
        let short = UInt16(truncatingIfNeeded: value >> 96)
        return UUID(short: short) == self ? short : nil
    }

    /// Two bytes if there is a short form, else sixteen; the lowest byte first.
    var bytes: [UInt8] {
        short.map(\.littleEndianBytes) ?? value.littleEndianBytes
    }

    /// Declaration of a primary service.
    package static let primaryService = UUID(short: 0x2800)
    /// Declaration of a secondary service, which other services include.
    package static let secondaryService = UUID(short: 0x2801)
    /// Declaration of a characteristic.
    package static let characteristic = UUID(short: 0x2803)
    /// Client Characteristic Configuration, by which a client enables notifications.
    package static let clientCharacteristicConfiguration = UUID(short: 0x2902)
    /// The Generic Attribute service of every peer, which reports changed services.
    package static let genericAttributeService = UUID(short: 0x1801)
    /// The Service Changed characteristic of the Generic Attribute service.
    package static let serviceChanged = UUID(short: 0x2A05)
    /// The Client Supported Features characteristic of the Generic Attribute service.
    package static let clientSupportedFeatures = UUID(short: 0x2B29)
    /// The Database Hash characteristic of the Generic Attribute service.
    package static let databaseHash = UUID(short: 0x2B2A)
    /// The Generic Access service, with the identity of the device.
    package static let genericAccessService = UUID(short: 0x1800)
    /// The Device Name characteristic of the Generic Access service.
    package static let deviceName = UUID(short: 0x2A00)
    /// The Appearance characteristic of the Generic Access service.
    package static let appearance = UUID(short: 0x2A01)
    /// The Central Address Resolution characteristic of the Generic Access service.
    package static let centralAddressResolution = UUID(short: 0x2AA6)
}

extension UUID: CustomStringConvertible {
    /// Number as in the specification, short if there is a short form.
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
    /// Bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }

    /// All hexadecimal digits of the number, with leading zeros.
    var hexadecimal: String {
        padded(to: Self.bitWidth / 4, radix: 16).uppercased()
    }
}
