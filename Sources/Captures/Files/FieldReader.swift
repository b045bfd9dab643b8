/// Reads the fields of a record or packet one after another.
struct FieldReader {
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

    mutating func readBytes(_ count: Int) throws(EndsEarly) -> ArraySlice<UInt8> {
        guard count <= unread.count else { throw EndsEarly() }
        defer { unread = unread.dropFirst(count) }
        return unread.prefix(count)
    }
}
