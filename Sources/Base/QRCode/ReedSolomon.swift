/// Reed-Solomon code over GF(256) with the polynomial 0x11D and the generator 2.
struct ReedSolomon {
    /// The coefficients after the leading one.
    let divisor: [UInt8]

    /// Creates a code that adds this many bytes.
    init(degree: Int) {
        var divisor: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            // Multiply by (x - root); in this field minus equals plus.
            var next = divisor + [0]
            for (index, coefficient) in divisor.enumerated() {
                next[index + 1] ^= Self.product(coefficient, root)
            }
            divisor = next
            root = Self.product(root, 2)
        }
        self.divisor = Array(divisor.dropFirst())
    }

    /// Returns the error correction bytes.
    func remainder(of data: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ remainder[0]
            remainder.removeFirst()
            remainder.append(0)
            for (index, coefficient) in divisor.enumerated() {
                remainder[index] ^= Self.product(coefficient, factor)
            }
        }
        return remainder
    }

    /// Returns the product of two elements of the field.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        var left = left
        var right = right
        while right != 0 {
            if right & 1 != 0 { product ^= left }
            left = left << 1 ^ (left & 0x80 == 0 ? 0 : 0x1D)
            right >>= 1
        }
        return product
    }
}
