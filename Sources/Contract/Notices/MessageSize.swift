/// How long a phone says a whole message is.
struct MessageSize: Hashable, Sendable {
    /// More than this no message has; a phone that says so says nothing.
    static let limit = Int(UInt32.max)

    let byteCount: Int

    /// Reads decimal digits and nothing else; what is no number, or one past the limit, is nil.
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
