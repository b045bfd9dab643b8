import Notices
package import Radio

extension BeaconFrame {
    /// Company identifier of Apple, used by iBeacons.
    package static let apple: UInt16 = 0x004C
    /// 16-bit UUID of the Eddystone service.
    package static let eddystone: UInt16 = 0xFEAA

    private static let iBeaconMark: [UInt8] = [0x02, 0x15]
    private static let altBeaconMark: [UInt8] = [0xBE, 0xAC]
    /// Path loss of the first metre in dB: Eddystone states its signal at zero metres.
    private static let lossOfFirstMetre = 41

    /// Parses manufacturer data as an iBeacon, or as an AltBeacon of any company; nil for everything else.
    ///
    /// - Parameter bytes: data after the company identifier.
    package init?(manufacturer: UInt16, _ bytes: [UInt8]) {
        let format: BeaconFormat
        if manufacturer == Self.apple, bytes.count == 23, bytes.starts(with: Self.iBeaconMark) {
            format = .iBeacon
        } else if bytes.count == 24, bytes.starts(with: Self.altBeaconMark) {
            format = .altBeacon
        } else {
            return nil
        }
        self.init(
            BeaconID(
                format, uuid: UInt128(bytes[2..<18].number),
                major: UInt16(bytes[18..<20].number), minor: UInt16(bytes[20..<22].number)),
            power: Int(Int8(truncatingIfNeeded: bytes[22])))
    }

    /// Parses service data as an Eddystone-UID frame; nil for everything else.
    ///
    /// - Parameter bytes: data after the UUID; the two reserved bytes may be missing.
    package init?(service: UInt16, _ bytes: [UInt8]) {
        guard service == Self.eddystone, [18, 20].contains(bytes.count), bytes[0] == 0 else {
            return nil
        }
        self.init(
            BeaconID(.eddystone, uuid: bytes[2..<18].number, major: nil, minor: nil),
            power: Int(Int8(truncatingIfNeeded: bytes[1])) - Self.lossOfFirstMetre)
    }

    /// Parses the first beacon frame in a message; nil if there is none.
    package init?(_ message: AirMessage) {
        let frames =
            message.manufacturerData.lazy.compactMap {
                BeaconFrame(manufacturer: $0.number, $0.bytes)
            }.first
            ?? message.serviceData.lazy.compactMap { BeaconFrame(service: $0.number, $0.bytes) }
            .first
        guard let frame = frames else { return nil }
        self = frame
    }

    /// Manufacturer data of this iBeacon after the company identifier; nil for another format.
    package var iBeaconBytes: [UInt8]? {
        guard id.format == .iBeacon, let major = id.major, let minor = id.minor,
            let power = Int8(exactly: power)
        else { return nil }
        return Self.iBeaconMark + id.uuid.highestByteFirst + major.highestByteFirst
            + minor.highestByteFirst + [UInt8(truncatingIfNeeded: power)]
    }
}

extension Sequence<UInt8> {
    /// The big-endian number of these bytes.
    fileprivate var number: UInt128 { reduce(0) { $0 << 8 | UInt128($1) } }
}

extension FixedWidthInteger {
    /// The bytes of the number in big-endian order.
    fileprivate var highestByteFirst: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}
