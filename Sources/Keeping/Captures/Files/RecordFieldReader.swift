/// Sequential reader of the fields of a record or packet.
struct RecordFieldReader {
    /// Error for a field beyond the end of the bytes.
    struct EndsEarly: Error {}

    private(set) var unread: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        unread = bytes[...]
    }

    init(_ bytes: ArraySlice<UInt8>) {
        unread = bytes
    }

    var isAtEnd: Bool { unread.isEmpty }

    mutating func readUInt8() throws(EndsEarly) -> UInt8 {
        guard let byte = unread.popFirst() else { throw EndsEarly() }
        return byte
    }

    /// Reads a little-endian number.
    mutating func readLittle<Number: FixedWidthInteger>(
        _: Number.Type
    ) throws(EndsEarly) -> Number {
        try readBytes(Number.bitWidth / 8).reversed().reduce(0) {
            $0 << 8 | Number(truncatingIfNeeded: $1)
        }
    }

    /// Reads a big-endian number.
    mutating func readBig<Number: FixedWidthInteger>(_: Number.Type) throws(EndsEarly) -> Number {
        try readBytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Reads the UUID of a service or characteristic, in its short or long form.
    mutating func readUUID(_ count: Int) throws(EndsEarly) -> UInt128 {
        // Core specification, Vol 3 Part B 2.5.1: the base UUID of short UUIDs.
        let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
        guard count == 2 else { return try readLittle(UInt128.self) }
        return base | UInt128(try readLittle(UInt16.self)) << 96
    }

    mutating func readBytes(_ count: Int) throws(EndsEarly) -> ArraySlice<UInt8> {
        guard count <= unread.count else { throw EndsEarly() }
        defer { unread = unread.dropFirst(count) }
        return unread.prefix(count)
    }
}
