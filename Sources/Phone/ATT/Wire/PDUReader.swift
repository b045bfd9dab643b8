/// Reader of the fields of a PDU; all numbers of the protocol have their lowest byte first.
struct PDUReader {
    private var unread: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        unread = bytes[...]
    }

    var isAtEnd: Bool { unread.isEmpty }

    mutating func readUInt8() throws(PDUError) -> UInt8 {
        guard let byte = unread.popFirst() else { throw .truncated }
        return byte
    }

    mutating func readUInt16() throws(PDUError) -> UInt16 {
        let low = try readUInt8()
        return UInt16(try readUInt8()) << 8 | UInt16(low)
    }

    mutating func readHandle() throws(PDUError) -> Handle {
        Handle(rawValue: try readUInt16())
    }

    mutating func readBytes(_ count: Int) throws(PDUError) -> [UInt8] {
        guard count <= unread.count else { throw .truncated }
        defer { unread = unread.dropFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Reads all remaining bytes, possibly none.
    mutating func readRest() -> [UInt8] {
        defer { unread = [] }
        return Array(unread)
    }

    /// Reads all remaining bytes as one UUID.
    mutating func readUUID() throws(PDUError) -> UUID {
        let bytes = readRest()
        switch bytes.count {
        case 2: return UUID(short: bytes.reversed().reduce(0) { $0 << 8 | UInt16($1) })
        case 16: return UUID(bytes.reversed().reduce(0) { $0 << 8 | UInt128($1) })
        default: throw .invalidUUIDLength(bytes.count)
        }
    }

    /// Reads all remaining bytes as a list of entries of the same length, at least one.
    mutating func readList<Entry>(
        entryLength: Int, _ readEntry: (inout PDUReader) throws(PDUError) -> Entry
    ) throws(PDUError) -> [Entry] {
        guard !isAtEnd else { throw .emptyList }
        guard unread.count.isMultiple(of: entryLength) else { throw .unevenList }
        var entries: [Entry] = []
        while !isAtEnd {
            var entry = PDUReader(try readBytes(entryLength))
            entries.append(try readEntry(&entry))
        }
        return entries
    }
}
