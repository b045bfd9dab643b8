/// Reader of the fields of a packet.
///
/// Numbers are little-endian; missing fields are nil.
struct AttributePacketReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        rest = ArraySlice(bytes)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? {
        rest.popFirst()
    }

    mutating func word() -> UInt16? {
        guard rest.count >= 2, let low = byte(), let high = byte() else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    mutating func doubleWord() -> UInt32? {
        guard rest.count >= 4, let low = word(), let high = word() else { return nil }
        return UInt32(high) << 16 | UInt32(low)
    }

    /// Reads up to and including an end byte; returns nil if there is none.
    mutating func bytes(endedBy end: UInt8) -> [UInt8]? {
        guard let index = rest.firstIndex(of: end) else { return nil }
        defer { rest = rest[(index + 1)...] }
        return Array(rest[..<index])
    }

    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

extension [UInt8] {
    mutating func append(word: UInt16) {
        append(UInt8(word & 0xFF))
        append(UInt8(word >> 8))
    }

    mutating func append(doubleWord: UInt32) {
        append(word: UInt16(doubleWord & 0xFFFF))
        append(word: UInt16(doubleWord >> 16))
    }
}
