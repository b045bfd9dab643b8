import Linux

extension FixedWidthInteger {
    /// Bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }

    /// All hexadecimal digits of the number, with leading zeros.
    var hexadecimal: String {
        padded(to: Self.bitWidth / 4, radix: 16).uppercased()
    }
}

extension [UInt8] {
    /// Returns exactly this number of bytes, truncated or padded with zeros.
    func sized(_ count: Int) -> [UInt8] {
        self.count < count
            ? self + [UInt8](repeating: 0, count: count - self.count) : Array(prefix(count))
    }
}

extension String {
    /// Returns the UTF-8 bytes within the limit, cut between Unicode scalars, up to the first zero.
    func utf8Prefix(_ limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            let more = Array(UTF8.encode(scalar) ?? .init())
            guard scalar.value != 0, bytes.count + more.count <= limit else { break }
            bytes += more
        }
        return bytes
    }
}
