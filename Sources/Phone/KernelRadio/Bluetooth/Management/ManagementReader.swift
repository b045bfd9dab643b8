/// Error of parsing a message of the kernel.
package enum ManagementFormatError: Error, Hashable, Sendable {
    case truncated
    /// The length differs from that in the header.
    case wrongLength(told: Int, found: Int)
}

extension ManagementFormatError: CustomStringConvertible {
    /// Text of the error.
    package var description: String {
        switch self {
        case .truncated: "ends too early"
        case .wrongLength(let told, let found): "has \(found) bytes instead of \(told)"
        }
    }
}

/// Reader of the fields of a message; all numbers have their lowest byte first.
struct ManagementReader {
    private var unread: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        unread = bytes[...]
    }

    mutating func readUInt8() throws(ManagementFormatError) -> UInt8 {
        guard let byte = unread.popFirst() else { throw .truncated }
        return byte
    }

    mutating func readBool() throws(ManagementFormatError) -> Bool {
        try readUInt8() != 0
    }

    mutating func readUInt16() throws(ManagementFormatError) -> UInt16 {
        try readBytes(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    mutating func readUInt32() throws(ManagementFormatError) -> UInt32 {
        try readBytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func readBytes(_ count: Int) throws(ManagementFormatError) -> [UInt8] {
        guard count <= unread.count else { throw .truncated }
        defer { unread = unread.dropFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Reads all remaining bytes, possibly none.
    mutating func readRest() -> [UInt8] {
        defer { unread = [] }
        return Array(unread)
    }

    mutating func readAddress() throws(ManagementFormatError) -> BluetoothAddress {
        BluetoothAddress(bytes: try readBytes(BluetoothAddress.length))
    }

    mutating func readPeer() throws(ManagementFormatError) -> PeerAddress {
        let address = try readAddress()
        return PeerAddress(address, AddressKind(rawValue: try readUInt8()))
    }

    /// Reads a text of this number of bytes, up to the first zero.
    mutating func readText(_ count: Int) throws(ManagementFormatError) -> String {
        String(decoding: try readBytes(count).prefix { $0 != 0 }, as: UTF8.self)
    }
}
