extension AirMessage {
    /// Company identifier of Apple, and the prefix of its iBeacon frames.
    private static let apple: UInt16 = 0x004C
    private static let iBeacon: [UInt8] = [0x02, 0x15]
    /// Prefix of AltBeacon frames, which any company may send.
    private static let anyMaker: [UInt8] = [0xBE, 0xAC]
    /// Service number of Eddystone.
    private static let eddystone: UInt16 = 0xFEAA

    /// Returns whether manufacturer data may be from a beacon.
    ///
    /// Of all received messages, only these and those of paired phones are used.
    package static func wants(_ manufacturer: UInt16, _ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: anyMaker) || manufacturer == apple && bytes.starts(with: iBeacon)
    }

    /// Returns whether service data may be from a beacon.
    package static func wants(service: UInt16) -> Bool { service == eddystone }

    /// Patterns of wanted messages, for a radio that can filter.
    ///
    /// They match bytes at an offset in manufacturer data, which begins with the two bytes of the
    /// company identifier, or a service number.
    package static let wanted: [AirPattern] = [
        .manufacturer(offset: 0, [0x4C, 0x00] + iBeacon),
        // Nearby Info, sent often by Apple phones: by it, paired phones are received too.
        .manufacturer(offset: 0, [0x4C, 0x00, 0x10]),
        .manufacturer(offset: 2, anyMaker),
        .service(eddystone),
    ]
}

/// Pattern that selects wanted messages.
package enum AirPattern: Hashable, Sendable {
    /// Bytes at an offset in manufacturer data.
    case manufacturer(offset: UInt8, [UInt8])
    /// Data of the service with this number.
    case service(UInt16)
}
