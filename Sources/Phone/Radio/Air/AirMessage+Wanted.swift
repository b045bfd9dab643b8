extension AirMessage {
    /// A maker with frames of its own, and how those of beacons begin.
    private static let apple: UInt16 = 0x004C
    private static let iBeacon: [UInt8] = [0x02, 0x15]
    /// How frames begin in which any maker may speak of a beacon.
    private static let anyMaker: [UInt8] = [0xBE, 0xAC]
    /// The service of Eddystone.
    private static let eddystone: UInt16 = 0xFEAA

    /// Whether a maker's data may be a beacon's: of all that is heard only that, and what paired phones send, is
    /// made anything of.
    package static func wants(_ manufacturer: UInt16, _ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: anyMaker) || manufacturer == apple && bytes.starts(with: iBeacon)
    }

    /// Whether what is said of a service may be a beacon's.
    package static func wants(service: UInt16) -> Bool { service == eddystone }

    /// By what a radio that can choose what it hears tells the same: bytes behind so many of a maker's data, whose
    /// number is the first two of them, or the number of a service.
    package static let wanted: [AirPattern] = [
        .manufacturer(offset: 0, [0x4C, 0x00] + iBeacon),
        // What phones of this maker send while they are near others.
        .manufacturer(offset: 0, [0x4C, 0x00, 0x10]),
        .manufacturer(offset: 2, anyMaker),
        .service(eddystone),
    ]
}

/// By what wanted messages are told from others.
package enum AirPattern: Hashable, Sendable {
    /// Bytes at a place of a maker's data.
    case manufacturer(offset: UInt8, [UInt8])
    /// Something about the service with this number.
    case service(UInt16)
}
