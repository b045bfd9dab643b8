/// Bytes at an offset in a field, by which adapters with such a filter select wanted
/// advertisements.
package struct AdvertisementPattern: Hashable, Sendable {
    /// Maximum number of bytes of one pattern.
    package static let lengthLimit = 31
    /// Maximum number of patterns of one monitor.
    package static let limit = 16

    package let field: AdvertisingField
    /// Offset in the field.
    package let offset: UInt8
    package let bytes: [UInt8]

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

/// Parses the answer to `addAdvertisementMonitor`: the handle by which the monitor is removed.
package func advertisementMonitor(
    parsing bytes: [UInt8]
) throws(ManagementFormatError) -> UInt16 {
    var reader = ManagementReader(bytes)
    return try reader.readUInt16()
}
