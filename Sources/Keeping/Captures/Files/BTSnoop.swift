/// Packet encapsulation of a btsnoop file.
enum BTSnoopLayout: UInt32, Hashable, Sendable {
    /// Bare packets; the flags give their type.
    case bare = 1001
    /// Packets preceded by their type, as written by Android.
    case serial = 1002
    /// Packets of the kernel's monitor, as written by btmon.
    case monitor = 2001

    private static let version: UInt32 = 1

    init(header: [UInt8]) throws(FormatProblem) {
        var fields = RecordFieldReader(header.dropFirst(8))
        guard let version = try? fields.readBig(UInt32.self),
            let datalink = try? fields.readBig(UInt32.self)
        else { throw FormatProblem("is a btsnoop capture that ends within its header") }
        guard version == Self.version else {
            throw FormatProblem(
                "is a btsnoop capture of version \(version); only version \(Self.version) is known")
        }
        guard let layout = Self(rawValue: datalink) else {
            throw FormatProblem(
                "is a btsnoop capture of datalink \(datalink); "
                    + "1001 (HCI), 1002 (H4) and 2001 (btmon) can be read")
        }
        self = layout
    }
}

/// Record header of a btsnoop file.
struct BTSnoopRecord: RecordHeader {
    static let length = 24
    /// The start of 1970 in the file's times: microseconds since the year 0.
    private static let epoch: Int64 = 0x00E0_3AB4_4A67_6000 - 946_684_800_000_000

    let size: Int
    private let flags: UInt32
    private let time: Int64

    init(_ header: ArraySlice<UInt8>, _: BTSnoopLayout) throws(RecordFieldReader.EndsEarly) {
        var fields = RecordFieldReader(header)
        _ = try fields.readBig(UInt32.self)
        size = Int(try fields.readBig(UInt32.self))
        flags = try fields.readBig(UInt32.self)
        _ = try fields.readBig(UInt32.self)
        time = try fields.readBig(Int64.self).subtractingReportingOverflow(Self.epoch).partialValue
    }

    func packet(_ bytes: ArraySlice<UInt8>, _ layout: BTSnoopLayout) -> CapturedPacket {
        let isReceived = flags & 1 != 0
        switch layout {
        case .serial:
            return CapturedPacket(time: time, serial: bytes, isReceived: isReceived)
        case .monitor:
            return CapturedPacket(
                time: time, adapter: UInt16(truncatingIfNeeded: flags >> 16),
                monitor: UInt16(truncatingIfNeeded: flags), bytes: bytes)
        case .bare:
            let kind: CapturedPacket.Kind =
                switch (flags & 2 != 0, isReceived) {
                case (true, false): .command
                case (true, true): .event
                case (false, false): .sentData
                case (false, true): .receivedData
                }
            return CapturedPacket(time: time, kind: kind, bytes: bytes)
        }
    }
}
