/// The reason why a call failed.
package enum BusError: Error, Hashable, Sendable {
    /// The called service or the bus returned an error.
    case remote(name: String, message: String)
    case timedOut
    /// No connection, or the connection ended before the answer.
    case disconnected
    /// The message cannot be sent, or the received one is invalid.
    case invalid(BusMistake)
    /// Too many pending calls or bytes; see `BusLimits`.
    case busy
}

/// An error in a message to send or in a received one.
package enum BusMistake: Hashable, Sendable {
    /// An invalid bus, interface, member or error name.
    case name
    /// An invalid object path.
    case path
    /// A string with a character that D-Bus does not allow, such as NUL.
    case text
    /// An invalid type, or too many types.
    case signature
    /// An element whose type differs from that of its array or dictionary.
    case mixedTypes
    /// Nesting deeper than `BusLimits.depth`.
    case tooDeep
    /// More bytes or values than `BusLimits` allows.
    case tooLarge
    /// A descriptor that was already taken or could not be duplicated.
    case descriptor
    /// libdbus refused the message: out of memory, or the bus cannot pass descriptors.
    case refused
}

extension BusError: CustomStringConvertible {
    /// Error text; it omits the message of the peer, which could contain anything.
    package var description: String {
        switch self {
        case .remote(let name, _): name
        case .timedOut: "no answer in time"
        case .disconnected: "not connected to the bus"
        case .invalid(let mistake): mistake.description
        case .busy: "too many calls are waiting for the bus"
        }
    }
}

extension BusMistake: CustomStringConvertible {
    package var description: String {
        switch self {
        case .name: "not a valid D-Bus name"
        case .path: "not a valid object path"
        case .text: "a string that D-Bus does not allow"
        case .signature: "not a valid D-Bus type"
        case .mixedTypes: "elements of different types"
        case .tooDeep: "values nested too deeply"
        case .tooLarge: "more bytes or values than fit into one message"
        case .descriptor: "a descriptor that was already taken or cannot be duplicated"
        case .refused: "refused by the bus library"
        }
    }
}
