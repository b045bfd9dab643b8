import Linux

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }

    /// All digits of the number in base 16, leading zeros too.
    var hexadecimal: String {
        padded(to: Self.bitWidth / 4, radix: 16).uppercased()
    }
}

extension [UInt8] {
    /// Exactly so many bytes: cut, or filled with zeros.
    func sized(_ count: Int) -> [UInt8] {
        self.count < count
            ? self + [UInt8](repeating: 0, count: count - self.count) : Array(prefix(count))
    }
}

extension String {
    /// Its bytes as far as they fit, by whole characters of Unicode, up to a first zero.
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
