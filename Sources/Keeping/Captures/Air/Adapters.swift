/// Address of a Bluetooth device.
struct DeviceAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Creates an address from its six bytes in packet order, lowest first.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// Identifier of a link: the adapter and its connection handle.
struct LinkID: Hashable, Sendable {
    let adapter: UInt16
    let handle: UInt16
}

/// A complete Attribute Protocol packet.
struct AttributePacket: Hashable, Sendable {
    let link: LinkID
    let isReceived: Bool
    let bytes: [UInt8]
}

/// Link event derived from packets of the host controller interface.
enum ControllerEvent: Hashable, Sendable {
    case linked(LinkID, DeviceAddress)
    case unlinked(LinkID)
    /// Adapter reset; all its links are gone.
    case adapterReset(UInt16)
    /// Identity address that the remote device sent.
    case identity(LinkID, DeviceAddress)
    /// A changing address and the identity address of the same device.
    case alias(DeviceAddress, DeviceAddress)
    case attribute(AttributePacket)
}

/// Counts of skipped packets and values.
package struct PassedOver: Hashable, Sendable {
    /// Packets of channels other than the Attribute Protocol's.
    package var otherChannels = 0
    /// Packets that are truncated in the file, or that continue no other packet.
    package var broken = 0
    /// Packets above the size limit.
    package var oversized = 0
    /// Packets of links or phones beyond the limits.
    package var surplus = 0
    /// Values that may be announcements, on links without known characteristics.
    package var unreadAnnouncements = 0
    /// Links with such values.
    package var unreadLinks = 0
    /// Requests and values of services that are not evaluated.
    package var otherServices = 0
}

/// Converts captured packets of the host controller interface to links and complete packets.
struct Adapters {
    private var data = DataStreams()
    private let management = ManagementEvents()

    var passedOver: PassedOver { data.passedOver }

    init() {}

    mutating func receive(_ packet: CapturedPacket) -> [ControllerEvent] {
        switch packet.kind {
        case .event: event(packet)
        case .sentData: data.receive(packet, isReceived: false)
        case .receivedData: data.receive(packet, isReceived: true)
        case .data: data.receive(packet, isReceived: nil)
        case .managementEvent: management.receive(packet)
        case .adapterChange: reset(packet.adapter)
        case .command, .other: []
        }
    }

    private mutating func reset(_ adapter: UInt16) -> [ControllerEvent] {
        data.forget(adapter: adapter)
        return [.adapterReset(adapter)]
    }

    /// Evaluates the events that open and close links (Core specification, Vol 4 Part E 7.7).
    private mutating func event(_ packet: CapturedPacket) -> [ControllerEvent] {
        var fields = RecordFieldReader(packet.bytes)
        do throws(RecordFieldReader.EndsEarly) {
            let code = try fields.readUInt8()
            _ = try fields.readUInt8()
            switch code {
            case 0x05:
                let status = try fields.readUInt8()
                let handle = try fields.readLittle(UInt16.self) & 0x0FFF
                return status == 0 ? unlink(LinkID(adapter: packet.adapter, handle: handle)) : []
            case 0x0E:
                _ = try fields.readUInt8()
                // The completed command is Reset.
                return try fields.readLittle(UInt16.self) == 0x0C03 ? reset(packet.adapter) : []
            case 0x3E:
                let subevent = try fields.readUInt8()
                // Connection Complete and its two enhanced forms.
                guard [0x01, 0x0A, 0x29].contains(subevent) else { return [] }
                let status = try fields.readUInt8()
                let handle = try fields.readLittle(UInt16.self) & 0x0FFF
                _ = try fields.readBytes(2)
                let peer = DeviceAddress(try fields.readBytes(6))
                guard status == 0 else { return [] }
                let link = LinkID(adapter: packet.adapter, handle: handle)
                return unlink(link) + [.linked(link, peer)]
            default: return []
            }
        } catch {
            data.passedOver.broken += 1
            return []
        }
    }

    private mutating func unlink(_ link: LinkID) -> [ControllerEvent] {
        data.forget(link)
        return [.unlinked(link)]
    }
}
