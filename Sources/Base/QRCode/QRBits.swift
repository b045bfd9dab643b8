/// Bit string; the highest bit of each number comes first.
struct QRBits {
    private var bytes: [UInt8] = []
    private var count = 0

    /// Appends the lowest bits of a number.
    mutating func append(_ number: Int, count: Int) {
        for shift in (0..<count).reversed() {
            if self.count % 8 == 0 { bytes.append(0) }
            let bit = UInt8(truncatingIfNeeded: number >> shift) & 1
            bytes[self.count / 8] |= bit << (7 - self.count % 8)
            self.count += 1
        }
    }

    /// Returns the bytes with the terminator, padded to a length with two alternating bytes.
    func filled(to length: Int) -> [UInt8] {
        var filled = self
        filled.append(0b0000, count: 4)
        let padding = length - filled.bytes.count
        return filled.bytes + (0..<padding).map { $0 % 2 == 0 ? 0xEC : 0x11 }
    }
}
