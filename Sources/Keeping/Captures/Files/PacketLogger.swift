/// Record header of a file from Apple's PacketLogger.
struct PacketLoggerRecord: RecordHeader {
    static let length = 13
    /// Number of header bytes included in the length field.
    private static let counted = 9
    private static let types: Set<UInt8> = [
        0x00, 0x01, 0x02, 0x03, 0x08, 0x09, 0x0A, 0x0B, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
    ]

    /// Size of the packet in bytes; negative if the length is invalid.
    let size: Int
    private let time: Int64
    private let microseconds: UInt32
    private let type: UInt8

    init(_ header: ArraySlice<UInt8>, _ order: ByteOrder) throws(RecordFieldReader.EndsEarly) {
        var fields = RecordFieldReader(header)
        size = Int(try fields.readUInt32(order)) - Self.counted
        let seconds = Int64(try fields.readUInt32(order))
        microseconds = try fields.readUInt32(order)
        time = seconds * 1_000_000 + Int64(microseconds)
        type = try fields.readUInt8()
    }

    func packet(_ bytes: ArraySlice<UInt8>, _: ByteOrder) -> CapturedPacket {
        let kind: CapturedPacket.Kind =
            switch type {
            case 0x00: .command
            case 0x01: .event
            case 0x02: .sentData
            case 0x03: .receivedData
            case 0xFE, 0xFF: .adapterChange
            default: .other
            }
        return CapturedPacket(time: time, kind: kind, bytes: bytes)
    }

    /// Returns the byte order in which the first record is valid; these files have no magic number.
    static func order(_ head: [UInt8]) -> ByteOrder? {
        [ByteOrder.big, .little].first { order in
            guard let record = try? PacketLoggerRecord(head[...], order) else { return false }
            return (0...CapturedPacket.sizeLimit).contains(record.size)
                && record.microseconds < 1_000_000 && types.contains(record.type)
        }
    }
}
