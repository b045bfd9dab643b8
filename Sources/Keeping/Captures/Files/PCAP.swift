/// Packet encapsulation of a pcap file.
struct PCAPLayout: Hashable, Sendable {
    /// Link type of a file.
    enum Link: UInt32, Hashable, Sendable {
        /// Packets preceded by their type.
        case serial = 187
        /// Packets preceded by four bytes of direction and by their type.
        case serialWithDirection = 201
        /// Packets of the kernel's monitor.
        case monitor = 254
    }

    let order: ByteOrder
    let link: Link
    /// Timestamp units per microsecond.
    let unitsPerMicrosecond: Int64

    /// Creates a layout; nil if the bytes are not a pcap header.
    init?(header: [UInt8]) throws(FormatProblem) {
        switch header.prefix(4) {
        case [0xA1, 0xB2, 0xC3, 0xD4]: (order, unitsPerMicrosecond) = (.big, 1)
        case [0xD4, 0xC3, 0xB2, 0xA1]: (order, unitsPerMicrosecond) = (.little, 1)
        case [0xA1, 0xB2, 0x3C, 0x4D]: (order, unitsPerMicrosecond) = (.big, 1000)
        case [0x4D, 0x3C, 0xB2, 0xA1]: (order, unitsPerMicrosecond) = (.little, 1000)
        default: return nil
        }
        var fields = RecordFieldReader(header.dropFirst(20))
        guard let number = try? fields.readUInt32(order) else {
            throw FormatProblem("is a pcap capture that ends within its header")
        }
        guard let link = Link(rawValue: number & 0x0FFF_FFFF) else {
            throw FormatProblem(
                "is a pcap capture of link type \(number & 0x0FFF_FFFF); 187 and 201 (H4) and 254 "
                    + "(Linux monitor) can be read")
        }
        self.link = link
    }
}

/// Record header of a pcap file.
struct PCAPRecord: RecordHeader {
    static let length = 16

    let size: Int
    private let time: Int64

    init(_ header: ArraySlice<UInt8>, _ layout: PCAPLayout) throws(RecordFieldReader.EndsEarly) {
        var fields = RecordFieldReader(header)
        let seconds = Int64(try fields.readUInt32(layout.order))
        let fraction = Int64(try fields.readUInt32(layout.order))
        time = seconds * 1_000_000 + fraction / layout.unitsPerMicrosecond
        size = Int(try fields.readUInt32(layout.order))
    }

    func packet(_ bytes: ArraySlice<UInt8>, _ layout: PCAPLayout) -> CapturedPacket {
        var fields = RecordFieldReader(bytes)
        switch layout.link {
        case .serial: return CapturedPacket(time: time, serial: bytes, isReceived: nil)
        case .serialWithDirection:
            guard let direction = try? fields.readBig(UInt32.self) else { break }
            return CapturedPacket(time: time, serial: fields.unread, isReceived: direction & 1 != 0)
        case .monitor:
            guard let adapter = try? fields.readBig(UInt16.self),
                let code = try? fields.readBig(UInt16.self)
            else { break }
            return CapturedPacket(time: time, adapter: adapter, monitor: code, bytes: fields.unread)
        }
        return CapturedPacket(time: time, kind: .other, bytes: [])
    }
}
