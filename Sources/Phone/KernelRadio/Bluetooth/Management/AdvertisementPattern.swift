/// Bytes at a place of a field, by which an adapter that can do so tells wanted advertisements from others.
package struct AdvertisementPattern: Hashable, Sendable {
    /// The most bytes of one.
    package static let lengthLimit = 31
    /// The most patterns of one monitor.
    package static let limit = 16

    /// In which field.
    package let field: AdvertisingField
    /// Behind how many bytes of the field.
    package let offset: UInt8
    /// What is there.
    package let bytes: [UInt8]

    /// A pattern of these bytes.
    package init(_ field: AdvertisingField, offset: UInt8 = 0, _ bytes: [UInt8]) {
        self.field = field
        self.offset = offset
        self.bytes = Array(bytes.prefix(Self.lengthLimit))
    }

    static func bytes(of patterns: [AdvertisementPattern]) -> [UInt8] {
        let patterns = patterns.prefix(limit)
        return [UInt8(patterns.count)]
            + patterns.flatMap { pattern in
                [pattern.field.rawValue, pattern.offset, UInt8(pattern.bytes.count)]
                    + pattern.bytes.sized(lengthLimit)
            }
    }
}

/// Reads the answer to `addAdvertisementMonitor`: the number by which it is removed.
package func advertisementMonitor(
    parsing bytes: [UInt8]
) throws(ManagementFormatError) -> UInt16 {
    var reader = ManagementReader(bytes)
    return try reader.readUInt16()
}
