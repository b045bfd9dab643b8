/// Reads the fields of a record or packet one after another.
struct RecordFieldReader {
    /// The bytes end before the field does.
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

    /// Reads a number whose lowest byte comes first.
    mutating func readLittle<Number: FixedWidthInteger>(
        _: Number.Type
    ) throws(EndsEarly) -> Number {
        try readBytes(Number.bitWidth / 8).reversed().reduce(0) {
            $0 << 8 | Number(truncatingIfNeeded: $1)
        }
    }

    /// Reads a number whose highest byte comes first.
    mutating func readBig<Number: FixedWidthInteger>(_: Number.Type) throws(EndsEarly) -> Number {
        try readBytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Reads the number of a service or a characteristic, which may be a short one.
    mutating func readUUID(_ count: Int) throws(EndsEarly) -> UInt128 {
        // Core specification, Vol 3 Part B 2.5.1: the number that short ones are put into.
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
