/// Error of parsing a PDU.
package enum PDUError: Error, Hashable, Sendable {
    case wrongOpcode
    case truncated
    case trailingBytes
    /// The list has an impossible entry length.
    case invalidEntryLength(UInt8)
    /// The list has an unknown format.
    case invalidFormat(UInt8)
    case emptyList
    /// The list ends within an entry.
    case unevenList
    /// The UUID has neither two bytes nor sixteen.
    case invalidUUIDLength(Int)
}

extension PDUError: CustomStringConvertible {
    /// Text of the error, without data from the peer.
    package var description: String {
        switch self {
        case .wrongOpcode: "has the wrong opcode"
        case .truncated: "ends too early"
        case .trailingBytes: "has bytes after its end"
        case .invalidEntryLength(let length): "has list entries of \(length) bytes"
        case .invalidFormat(let format): "has a list of format \(format)"
        case .emptyList: "has an empty list"
        case .unevenList: "ends within a list entry"
        case .invalidUUIDLength(let length): "has a UUID of \(length) bytes"
        }
    }
}
