/// The reason why a packet from a broker is kept from libmosquitto.
package enum PacketProblem: Error, Hashable, Sendable {
    /// The first packet does not answer a CONNECT, so this is probably not a broker.
    case notMQTT
    /// A broker does not send this kind of packet, or not at this time.
    case unexpected(PacketKind)
    /// The length field has more than four bytes.
    case endlessLength
    /// The packet exceeds the announced limit.
    case tooLong(PacketKind, bytes: Int)
    /// A field extends beyond the end of the packet.
    case cutShort(PacketKind)
    /// Bytes follow the last field.
    case leftover(PacketKind)
    /// Bits of the first byte have invalid values.
    case flags(PacketKind)
    /// The specification has no such property.
    case unknownProperty(UInt32, PacketKind)
    /// The property belongs to other packets.
    case misplacedProperty(UInt32, PacketKind)
}

extension PacketProblem: CustomStringConvertible {
    /// Description for the end of a sentence, without any received content.
    package var description: String {
        switch self {
        case .notMQTT: "something that is not MQTT"
        case .unexpected(let kind): "an unexpected \(kind) packet"
        case .endlessLength: "a packet with a malformed length"
        case .tooLong(let kind, let bytes): "a \(kind) packet of \(bytes) bytes, which is too long"
        case .cutShort(let kind): "a \(kind) packet that ends too early"
        case .leftover(let kind): "a \(kind) packet with bytes after its end"
        case .flags(let kind): "a \(kind) packet with wrong flags"
        case .unknownProperty(let number, let kind):
            "a \(kind) packet with the unknown property \(number)"
        case .misplacedProperty(let number, let kind):
            "a \(kind) packet with property \(number), which belongs to other packets"
        }
    }

    /// Whether an older version of MQTT, which has no properties, may work instead.
    var mayBeVersion: Bool { self != .notMQTT }
}
