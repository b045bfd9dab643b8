/// Why bytes are not the PDU that they should be.
package enum PDUError: Error, Hashable, Sendable {
    /// They are another PDU.
    case wrongOpcode
    /// They end too early.
    case truncated
    /// They go on after the end.
    case trailingBytes
    /// A list says that its entries have a length that they cannot have.
    case invalidEntryLength(UInt8)
    /// A list says that its entries have a format that there is not.
    case invalidFormat(UInt8)
    /// A list has no entry.
    case emptyList
    /// A list ends within an entry.
    case unevenList
    /// A UUID has neither two bytes nor sixteen.
    case invalidUUIDLength(Int)
}

extension PDUError: CustomStringConvertible {
    /// What is wrong, in words, without what the peer sent.
    package var description: String {
        switch self {
        case .wrongOpcode: "is another PDU"
        case .truncated: "ends too early"
        case .trailingBytes: "goes on after its end"
        case .invalidEntryLength(let length): "has list entries of \(length) bytes"
        case .invalidFormat(let format): "has a list of format \(format)"
        case .emptyList: "has an empty list"
        case .unevenList: "ends within a list entry"
        case .invalidUUIDLength(let length): "has a UUID of \(length) bytes"
        }
    }
}
