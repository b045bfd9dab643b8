import Expecting
import Testing

@testable import QRCode

/// Error correction, against examples of the standard and its readers.
struct ReedSolomonTests {
    /// Powers of two in the field.
    private static func powers(_ exponents: [Int]) -> [UInt8] {
        exponents.map { (0..<$0).reduce(1) { power, _ in ReedSolomon.product(power, 2) } }
    }

    @Test func `the standard's example, 01234567 in version 1 at level M`() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
            0xEC, 0x11,
        ]
        expect(
            ReedSolomon(degree: 10).remainder(of: data),
            is: [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
    }

    @Test func `HELLO WORLD in version 1 at level M`() {
        let data: [UInt8] = [
            0x20, 0x5B, 0x0B, 0x78, 0xD1, 0x72, 0xDC, 0x4D, 0x43, 0x40, 0xEC, 0x11, 0xEC, 0x11,
            0xEC, 0x11,
        ]
        expect(
            ReedSolomon(degree: 10).remainder(of: data),
            is: [0xC4, 0x23, 0x27, 0x77, 0xEB, 0xD7, 0xE7, 0xE2, 0x5D, 0x17])
    }

    @Test(
        "polynomials are those of the standard's table",
        arguments: [
            [87, 229, 146, 149, 238, 102, 21],
            [251, 67, 46, 61, 118, 70, 64, 94, 32, 45],
            [8, 183, 61, 91, 202, 37, 51, 58, 58, 237, 140, 124, 5, 99, 105],
        ])
    func polynomial(exponents: [Int]) {
        expect(ReedSolomon(degree: exponents.count).divisor, is: Self.powers(exponents))
    }

    @Test func `the field has 255 powers of two`() {
        expect(Set(Self.powers(Array(0..<255))).count, is: 255)
        expect(Self.powers([8, 255]), is: [0x1D, 1])
        expect(ReedSolomon.product(0, 0x57), is: 0)
        expect(ReedSolomon.product(0x57, 1), is: 0x57)
    }
}
