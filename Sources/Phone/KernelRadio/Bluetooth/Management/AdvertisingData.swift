/// Type of a field of an advertisement, as assigned by the Bluetooth SIG.
package struct AdvertisingField: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Complete list of 16-bit service UUIDs.
    package static let services16 = AdvertisingField(rawValue: 0x03)
    /// The beginning of the name.
    package static let shortenedName = AdvertisingField(rawValue: 0x08)
    /// The complete name.
    package static let completeName = AdvertisingField(rawValue: 0x09)
    /// List of solicited 128-bit service UUIDs.
    package static let solicitation = AdvertisingField(rawValue: 0x15)
    /// Service data after a 16-bit UUID.
    package static let serviceData16 = AdvertisingField(rawValue: 0x16)
    package static let appearance = AdvertisingField(rawValue: 0x19)
    /// Manufacturer data, with company identifiers.
    package static let manufacturerData = AdvertisingField(rawValue: 0xFF)
}

/// Fields of an advertisement or of a scan response, within its maximum length.
package struct AdvertisingData: Hashable, Sendable {
    /// Maximum length of a legacy advertisement.
    package static let legacyLimit = 31
    /// Length of a field's header: its length and type.
    private static let headLength = 2

    /// Maximum number of bytes.
    package let limit: Int
    /// All fields so far, as sent.
    package private(set) var bytes: [UInt8] = []

    /// - Parameter reserved: number of bytes that the kernel adds.
    package init(limit: Int = legacyLimit, reserved: Int = 0) {
        self.limit = max(0, limit - max(0, reserved))
    }

    /// Number of bytes left for another field, including its length and type.
    package var room: Int { limit - bytes.count }

    /// Adds a field; returns false without a change if it does not fit.
    @discardableResult
    package mutating func add(_ field: AdvertisingField, _ content: [UInt8]) -> Bool {
        guard content.count < UInt8.max, content.count + Self.headLength <= room else {
            return false
        }
        bytes += [UInt8(content.count + 1), field.rawValue] + content
        return true
    }

    /// Solicits a service.
    ///
    /// - Parameter service: its 16 bytes, the lowest first.
    @discardableResult
    package mutating func addSolicitation(_ service: [UInt8]) -> Bool {
        add(.solicitation, service.sized(16))
    }

    /// Adds the list of offered services, by their 16-bit UUIDs.
    @discardableResult
    package mutating func addServices16(_ services: [UInt16]) -> Bool {
        add(.services16, services.flatMap(\.littleEndianBytes))
    }

    /// Adds the appearance.
    @discardableResult
    package mutating func addAppearance(_ appearance: UInt16) -> Bool {
        add(.appearance, appearance.littleEndianBytes)
    }

    /// Adds manufacturer data under a company identifier.
    @discardableResult
    package mutating func addManufacturerData(_ maker: UInt16, _ content: [UInt8]) -> Bool {
        add(.manufacturerData, maker.littleEndianBytes + content)
    }

    /// Adds a name, truncated between characters if it does not fit; returns false if nothing fits.
    @discardableResult
    package mutating func addName(_ name: String) -> Bool {
        let whole = name.utf8Prefix(Int.max)
        if whole.isEmpty { return false }
        if add(.completeName, whole) { return true }
        let part = name.utf8Prefix(max(0, min(room, Int(UInt8.max)) - Self.headLength))
        return !part.isEmpty && add(.shortenedName, part)
    }
}
