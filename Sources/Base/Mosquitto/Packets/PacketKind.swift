/// Type of an MQTT packet: the upper half of its first byte.
package enum PacketKind: UInt8, CaseIterable, Sendable {
    case reserved
    case connect
    case connack
    case publish
    case puback
    case pubrec
    case pubrel
    case pubcomp
    case subscribe
    case suback
    case unsubscribe
    case unsuback
    case pingreq
    case pingresp
    case disconnect
    case auth

    /// Returns whether a broker sends it to a client without enhanced authentication.
    func isFromBroker(_ version: BrokerEndpoint.Version) -> Bool {
        switch self {
        case .connack, .publish, .puback, .pubrec, .pubrel, .pubcomp, .suback, .unsuback, .pingresp:
            true
        case .disconnect: version == .five
        case .reserved, .connect, .subscribe, .unsubscribe, .pingreq, .auth: false
        }
    }
}

extension PacketKind: CustomStringConvertible {
    /// The name in the MQTT specification.
    package var description: String {
        switch self {
        case .reserved: "reserved"
        case .connect: "CONNECT"
        case .connack: "CONNACK"
        case .publish: "PUBLISH"
        case .puback: "PUBACK"
        case .pubrec: "PUBREC"
        case .pubrel: "PUBREL"
        case .pubcomp: "PUBCOMP"
        case .subscribe: "SUBSCRIBE"
        case .suback: "SUBACK"
        case .unsubscribe: "UNSUBSCRIBE"
        case .unsuback: "UNSUBACK"
        case .pingreq: "PINGREQ"
        case .pingresp: "PINGRESP"
        case .disconnect: "DISCONNECT"
        case .auth: "AUTH"
        }
    }
}
