/// Reassembles Attribute Protocol packets from the fragments on the links.
struct DataStreams {
    /// Limit of links with fragments; further links are skipped.
    static let linkLimit = 256
    /// Longest packet that is reassembled; attribute values have at most 512 bytes.
    static let packetLimit = 4096

    /// Channel number from the Core specification, Vol 3 Part A 2.1.
    private static let attributeChannel: UInt16 = 4
    private static let securityChannel: UInt16 = 6
    private static let headerLength = 4

    private struct StreamID: Hashable {
        let link: LinkID
        let isReceived: Bool
    }

    /// A packet that is still incomplete.
    private struct Stream {
        /// Received bytes, including the header.
        var bytes: [UInt8] = []
        /// Number of bytes still to skip.
        var ignored = 0
    }

    private var streams: [StreamID: Stream] = [:]
    var passedOver = PassedOver()

    init() {}

    mutating func forget(_ link: LinkID) {
        streams[StreamID(link: link, isReceived: true)] = nil
        streams[StreamID(link: link, isReceived: false)] = nil
    }

    mutating func forget(adapter: UInt16) {
        streams = streams.filter { $0.key.link.adapter != adapter }
    }

    /// Adds a fragment; `isReceived` is nil if the file does not record the direction.
    mutating func receive(_ packet: CapturedPacket, isReceived: Bool?) -> [ControllerEvent] {
        var fields = RecordFieldReader(packet.bytes)
        guard let head = try? fields.readLittle(UInt16.self),
            let length = try? fields.readLittle(UInt16.self),
            let piece = try? fields.readBytes(Int(length))
        else {
            passedOver.broken += 1
            // Later fragments would continue a different packet.
            var fields = RecordFieldReader(packet.bytes)
            if let head = try? fields.readLittle(UInt16.self) {
                forget(LinkID(adapter: packet.adapter, handle: head & 0x0FFF))
            }
            return []
        }
        let boundary = head >> 12 & 0b11
        let link = LinkID(adapter: packet.adapter, handle: head & 0x0FFF)
        // The value 0b00 begins a packet from the host, 0b10 one from the controller; 0b01 continues
        // either.
        let isReceived =
            isReceived
            ?? (boundary == 0b01
                ? streams[StreamID(link: link, isReceived: true)] != nil : boundary != 0b00)
        let id = StreamID(link: link, isReceived: isReceived)
        if boundary == 0b01 { return go(on: id, with: piece) }
        if streams[id] != nil, streams[id]?.ignored == 0 { passedOver.broken += 1 }
        streams[id] = nil
        guard streams.count < 2 * Self.linkLimit else {
            passedOver.surplus += 1
            return []
        }
        streams[id] = Stream()
        return go(on: id, with: piece)
    }

    private mutating func go(on id: StreamID, with piece: ArraySlice<UInt8>) -> [ControllerEvent] {
        guard var stream = streams[id] else {
            passedOver.broken += 1
            return []
        }
        if stream.ignored > 0 {
            stream.ignored -= piece.count
            streams[id] = stream.ignored > 0 ? stream : nil
            return []
        }
        stream.bytes += piece
        var fields = RecordFieldReader(stream.bytes)
        guard let length = try? fields.readLittle(UInt16.self),
            let channel = try? fields.readLittle(UInt16.self)
        else {
            streams[id] = stream
            return []
        }
        let missing = Int(length) + Self.headerLength - stream.bytes.count
        let isWanted = channel == Self.attributeChannel || channel == Self.securityChannel
        if !isWanted || length > Self.packetLimit {
            if isWanted { passedOver.oversized += 1 } else { passedOver.otherChannels += 1 }
            streams[id] = missing > 0 ? Stream(ignored: missing) : nil
            return []
        }
        guard missing <= 0 else {
            streams[id] = stream
            return []
        }
        streams[id] = nil
        guard missing == 0 else {
            passedOver.broken += 1
            return []
        }
        let bytes = Array(fields.unread)
        if channel == Self.securityChannel { return identity(of: id, bytes) }
        let packet = AttributePacket(link: id.link, isReceived: id.isReceived, bytes: bytes)
        return [.attribute(packet)]
    }

    /// Reads the identity address of a device (Core specification, Vol 3 Part H 3.6.5).
    private mutating func identity(of id: StreamID, _ bytes: [UInt8]) -> [ControllerEvent] {
        passedOver.otherChannels += 1
        guard id.isReceived, bytes.count == 8, bytes[0] == 0x09 else { return [] }
        return [.identity(id.link, DeviceAddress(bytes[2...]))]
    }
}
