/// What a field of an advertisement holds, in the numbers of the Bluetooth SIG.
package struct AdvertisingField: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// All services with a short number.
    package static let services16 = AdvertisingField(rawValue: 0x03)
    /// The beginning of the name.
    package static let shortenedName = AdvertisingField(rawValue: 0x08)
    /// The whole name.
    package static let completeName = AdvertisingField(rawValue: 0x09)
    /// Services that the host looks for, with a long number.
    package static let solicitation = AdvertisingField(rawValue: 0x15)
    /// What is said of a service with a short number.
    package static let serviceData16 = AdvertisingField(rawValue: 0x16)
    /// What the host looks like.
    package static let appearance = AdvertisingField(rawValue: 0x19)
    /// What makers put in, under their numbers.
    package static let manufacturerData = AdvertisingField(rawValue: 0xFF)
}

/// The fields of an advertisement or of a scan response, none of them more than fits.
package struct AdvertisingData: Hashable, Sendable {
    /// What an advertisement of the first kind has room for.
    package static let legacyLimit = 31
    /// What stands before a field: its length and its kind.
    private static let headLength = 2

    /// The most bytes that it may have.
    package let limit: Int
    /// All fields so far, as they are sent.
    package private(set) var bytes: [UInt8] = []

    /// - Parameter reserved: bytes that the kernel adds.
    package init(limit: Int = legacyLimit, reserved: Int = 0) {
        self.limit = max(0, limit - max(0, reserved))
    }

    /// The bytes that another field has room for, its length and kind among them.
    package var room: Int { limit - bytes.count }

    /// Adds a field; false where it does not fit, which changes nothing.
    @discardableResult
    package mutating func add(_ field: AdvertisingField, _ content: [UInt8]) -> Bool {
        guard content.count < UInt8.max, content.count + Self.headLength <= room else {
            return false
        }
        bytes += [UInt8(content.count + 1), field.rawValue] + content
        return true
    }

    /// Asks for a peer that offers a service.
    ///
    /// - Parameter service: its 16 bytes, the lowest first.
    @discardableResult
    package mutating func addSolicitation(_ service: [UInt8]) -> Bool {
        add(.solicitation, service.sized(16))
    }

    /// Names services that this host offers, by their short numbers.
    @discardableResult
    package mutating func addServices16(_ services: [UInt16]) -> Bool {
        add(.services16, services.flatMap(\.littleEndianBytes))
    }

    /// Says what this host looks like.
    @discardableResult
    package mutating func addAppearance(_ appearance: UInt16) -> Bool {
        add(.appearance, appearance.littleEndianBytes)
    }

    /// Says something under the number of a maker.
    @discardableResult
    package mutating func addManufacturerData(_ maker: UInt16, _ content: [UInt8]) -> Bool {
        add(.manufacturerData, maker.littleEndianBytes + content)
    }

    /// Adds a name, as much of it as fits by whole characters; false where nothing of it does.
    @discardableResult
    package mutating func addName(_ name: String) -> Bool {
        let whole = name.utf8Prefix(Int.max)
        if whole.isEmpty { return false }
        if add(.completeName, whole) { return true }
        let part = name.utf8Prefix(max(0, min(room, Int(UInt8.max)) - Self.headLength))
        return !part.isEmpty && add(.shortenedName, part)
    }
}
