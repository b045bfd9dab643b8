/// A Bluetooth device's address.
struct DeviceAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Takes the six bytes as they are in packets, the lowest first.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// Names one link of the air: an adapter, and its number for the link.
struct LinkID: Hashable, Sendable {
    let adapter: UInt16
    let handle: UInt16
}

/// One whole packet of the attribute protocol.
struct AttributePacket: Hashable, Sendable {
    let link: LinkID
    let isReceived: Bool
    let bytes: [UInt8]
}

/// What packets of the host controller interface lead to.
enum ControllerEvent: Hashable, Sendable {
    /// A link is up, to the device with this address.
    case linked(LinkID, DeviceAddress)
    /// A link is gone.
    case unlinked(LinkID)
    /// The adapter begins anew, so all its links are gone.
    case adapterReset(UInt16)
    /// The device at the other end has told by which address it is known for good.
    case identity(LinkID, DeviceAddress)
    /// Two addresses belong to the same device, the second for good.
    case alias(DeviceAddress, DeviceAddress)
    /// A packet of the attribute protocol came or went.
    case attribute(AttributePacket)
}

/// What was passed over.
package struct PassedOver: Hashable, Sendable {
    /// Packets of other channels than the attribute protocol's.
    package var otherChannels = 0
    /// Packets of which the file has only a part, or that do not continue anything.
    package var broken = 0
    /// Packets that are longer than any of the attribute protocol's.
    package var oversized = 0
    /// Packets of links or phones beyond the most that are told apart.
    package var surplus = 0
    /// Values that may be announcements, on links that do not tell which characteristic is which.
    package var unreadAnnouncements = 0
    /// Those links.
    package var unreadLinks = 0
    /// What was asked and told of services of which nothing is made.
    package var otherServices = 0
}

/// Makes links and whole packets of what was captured of the host controller interface.
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

    /// Core specification, Vol 4 Part E 7.7: the events that say which links there are.
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
                // Reset.
                return try fields.readLittle(UInt16.self) == 0x0C03 ? reset(packet.adapter) : []
            case 0x3E:
                let subevent = try fields.readUInt8()
                // Connection Complete, and its two enhanced forms.
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
