internal import Radio

/// Encoded messages of all formats of beacons.
enum BeaconBytes {
    /// Format of a beacon.
    enum Format: Sendable {
        case iBeacon
        case altBeacon
        case eddystone
    }

    private static let apple: UInt16 = 0x004C
    private static let radiusNetworks: UInt16 = 0x0118
    private static let eddystone: UInt16 = 0xFEAA
    /// Difference in dB between the transmit power at the beacon, which Eddystone sends, and the
    /// signal at one metre.
    private static let lossOfFirstMetre = 41
    /// Message of an iPhone to other devices of its owner; its content does not matter.
    private static let nearbyInfo: [UInt8] = [0x10, 0x05, 0x0B, 0x1C, 0x5A, 0x3E, 0x71]

    /// Manufacturer data of an iPhone without a link.
    static let phone = [AirData(apple, nearbyInfo)]

    /// Returns the manufacturer data and the service data of a beacon.
    static func data(
        _ format: Format, uuid: UInt128, major: UInt16, minor: UInt16, power: Int
    ) -> (manufacturer: [AirData], service: [AirData]) {
        let name = bytes(uuid)
        let numbers = bytes(major) + bytes(minor)
        let strength = UInt8(truncatingIfNeeded: power)
        switch format {
        case .iBeacon: return ([AirData(apple, [0x02, 0x15] + name + numbers + [strength])], [])
        case .altBeacon:
            return ([AirData(radiusNetworks, [0xBE, 0xAC] + name + numbers + [strength, 0])], [])
        case .eddystone:
            let atTheBeacon = UInt8(truncatingIfNeeded: power + lossOfFirstMetre)
            return ([], [AirData(eddystone, [0x00, atTheBeacon] + name + [0, 0])])
        }
    }

    /// Returns the bytes of a number, the highest first.
    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map {
            UInt8(truncatingIfNeeded: number >> ($0 * 8))
        }
    }
}
