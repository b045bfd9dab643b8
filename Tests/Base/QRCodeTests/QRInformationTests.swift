import Expecting
import Testing

@testable import QRCode

/// What a code says of itself, against the standard's tables.
struct QRInformationTests {
    @Test func `formats are those of the table`() {
        for (level, bits) in [(QRForm.Level.medium, 0b00), (.low, 0b01)] {
            for mask in 0..<8 {
                expect(
                    QRInformation.format(level, mask: mask),
                    is: QRReader.formats[bits << 3 | mask] ?? 0, "\(level), mask \(mask)")
            }
        }
    }

    @Test func `any two formats differ in seven bits at least`() {
        let formats = [QRForm.Level.medium, .low].flatMap { level in
            (0..<8).map { QRInformation.format(level, mask: $0) }
        }
        for (index, one) in formats.enumerated() {
            for other in formats[..<index] { #expect((one ^ other).nonzeroBitCount >= 7) }
        }
    }

    @Test(
        "versions are those of the table",
        arguments: [
            (7, 0x07C94), (8, 0x085BC), (9, 0x09A99), (10, 0x0A4D3), (11, 0x0BBF6), (12, 0x0C762),
            (40, 0x28C69),
        ])
    func version(version: Int, bits: Int) {
        expect(QRInformation.version(version), is: bits)
    }

    @Test func `the bytes of a text stand behind mode and length`() throws {
        let short = try #require(QRForm.smallest(holding: 2))
        expect(
            short.data(of: [0xAB, 0xCD]),
            is: [
                // 0100, 00000010, AB, CD, 0000, and then two bytes in turn.
                0x40, 0x2A, 0xBC, 0xD0, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
                0xEC, 0x11,
            ])
        let long = try #require(QRForm.smallest(holding: 213))
        let bytes = [UInt8](repeating: 0xFF, count: 213)
        expect(Array(long.data(of: bytes).prefix(4)), is: [0x40, 0x0D, 0x5F, 0xFF])
        expect(long.data(of: bytes).last, is: 0xF0)
    }
}
