import Notices
package import Radio

extension BeaconFrame {
    /// The number of the maker under which iBeacons send.
    package static let apple: UInt16 = 0x004C
    /// The number of the service under which Eddystone sends.
    package static let eddystone: UInt16 = 0xFEAA

    private static let iBeaconMark: [UInt8] = [0x02, 0x15]
    private static let altBeaconMark: [UInt8] = [0xBE, 0xAC]
    /// What a signal loses on its first metre: Eddystone tells how strong it is where it leaves.
    private static let lossOfFirstMetre = 41

    /// Reads what a maker's beacon sends: an iBeacon, or an AltBeacon of any maker; nil for everything else.
    ///
    /// - Parameter bytes: what follows the number of the maker.
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

    /// Reads what is sent under a service: Eddystone's frame with a name; nil for everything else.
    ///
    /// - Parameter bytes: what follows the number of the service; two bytes for later use may be missing.
    package init?(service: UInt16, _ bytes: [UInt8]) {
        guard service == Self.eddystone, [18, 20].contains(bytes.count), bytes[0] == 0 else {
            return nil
        }
        self.init(
            BeaconID(.eddystone, uuid: bytes[2..<18].number, major: nil, minor: nil),
            power: Int(Int8(truncatingIfNeeded: bytes[1])) - Self.lossOfFirstMetre)
    }

    /// Reads the first frame that a message holds; nil where none does.
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

    /// What an iBeacon of this name sends after the number of its maker; nil for one of another format.
    package var iBeaconBytes: [UInt8]? {
        guard id.format == .iBeacon, let major = id.major, let minor = id.minor,
            let power = Int8(exactly: power)
        else { return nil }
        return Self.iBeaconMark + id.uuid.highestByteFirst + major.highestByteFirst
            + minor.highestByteFirst + [UInt8(truncatingIfNeeded: power)]
    }
}

extension Sequence<UInt8> {
    /// The number that the bytes are, the highest first.
    fileprivate var number: UInt128 { reduce(0) { $0 << 8 | UInt128($1) } }
}

extension FixedWidthInteger {
    /// The bytes of the number, the highest first.
    fileprivate var highestByteFirst: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}
