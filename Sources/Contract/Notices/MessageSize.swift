/// Length of a complete message as reported by a phone.
struct MessageSize: Hashable, Sendable {
    /// Upper limit; a larger value is treated as missing.
    static let limit = Int(UInt32.max)

    let byteCount: Int

    /// Parses decimal digits; nil for anything else and beyond the limit.
    init?(parsing digits: ArraySlice<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var count = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            count = count * 10 + Int(digit - UInt8(ascii: "0"))
            guard count <= Self.limit else { return nil }
        }
        byteCount = count
    }
}
