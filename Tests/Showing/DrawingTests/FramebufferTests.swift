import Drawing
import Expecting
import Linux
import Testing

struct FramebufferTests {
    private typealias Field = FramebufferGeometry.Field

    private static func color(
        _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int)
    ) -> FramebufferGeometry.Pixels {
        .color(
            red: Field(offset: red.0, length: red.1),
            green: Field(offset: green.0, length: green.1),
            blue: Field(offset: blue.0, length: blue.1))
    }

    @Test(
        arguments: [
            (32, color((16, 8), (8, 8), (0, 8)), [0x56, 0x34, 0x12, 0x00], "the usual"),
            (
                32, color((0, 8), (8, 8), (16, 8)), [0x12, 0x34, 0x56, 0x00],
                "red and blue exchanged"
            ),
            (24, color((16, 8), (8, 8), (0, 8)), [0x56, 0x34, 0x12], "three bytes"),
            (16, color((11, 5), (5, 6), (0, 5)), [0xAA, 0x11], "as a Raspberry Pi's panel has it"),
            (32, color((20, 10), (10, 10), (0, 10)), [0x58, 0x41, 0x83, 0x04], "ten bits each"),
        ] as [(Int, FramebufferGeometry.Pixels, [UInt8], String)])
    func `a colour lies where the kernel says`(
        _ bits: Int, _ pixels: FramebufferGeometry.Pixels, _ bytes: [UInt8], _ why: String
    ) throws {
        let geometry = FramebufferGeometry(
            width: 1, height: 1, bits: bits, line: 64, pixels: pixels)
        let picture = Picture(width: 1, height: 1, pixels: [0x12_3456])
        let rows = FramebufferPacking(geometry).rows(of: picture)
        expect(rows.map(\.bytes), is: [bytes], "\(why)")
    }

    @Test func `lines begin where the kernel says, after what is panned away`() {
        let geometry = FramebufferGeometry(
            width: 3, height: 2, x: 2, y: 5, bits: 16, line: 100,
            pixels: Self.color((11, 5), (5, 6), (0, 5)))
        let picture = Picture(width: 4, height: 3, pixels: Array(repeating: 0xFF_FFFF, count: 12))
        let rows = FramebufferPacking(geometry).rows(of: picture)
        expect(rows.map(\.offset), is: [504, 604])
        #expect(rows.allSatisfy { $0.bytes == Array(repeating: 0xFF, count: 6) })
    }

    @Test func `dots and shades`() {
        let pixels = [0, 0xFF_FFFF, 0, 0, 0, 0, 0, 0, 0xFF_FFFF, 0] as [UInt32]
        let picture = Picture(width: 10, height: 1, pixels: pixels)
        func bytes(_ bits: Int, _ kind: FramebufferGeometry.Pixels) -> [UInt8] {
            let geometry = FramebufferGeometry(
                width: 10, height: 1, bits: bits, line: 10, pixels: kind)
            return FramebufferPacking(geometry).rows(of: picture).flatMap(\.bytes)
        }
        expect(bytes(1, .mono(isWhiteSet: true)), is: [0b10, 0b01])
        expect(bytes(1, .mono(isWhiteSet: false)), is: [0b1111_1101, 0b10])
        expect(bytes(8, .grey), is: [0, 255, 0, 0, 0, 0, 0, 0, 255, 0])
    }

    @Test func `a file is no framebuffer, and a pretended one takes the bytes`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/fb"
        try ReplacedFile(path, mode: 0o600).write(Array(repeating: 9, count: 40))
        let framebuffer = try Framebuffer(path)
        #expect(throws: Framebuffer.Failure.self) { _ = try framebuffer.geometry }
        let geometry = FramebufferGeometry(
            width: 2, height: 2, bits: 32, line: 12, pixels: Self.color((16, 8), (8, 8), (0, 8)))
        let picture = Picture(width: 2, height: 2, pixels: [1, 2, 3, 4])
        for (offset, bytes) in FramebufferPacking(geometry).rows(of: picture) {
            try framebuffer.write(bytes, at: offset)
        }
        let held = try FileDescriptor.open(readingFrom: path).read(upTo: 100)
        expect(
            held,
            is: [
                1, 0, 0, 0, 2, 0, 0, 0, 9, 9, 9, 9, 3, 0, 0, 0, 4, 0, 0, 0,
            ] + Array(repeating: 9, count: 20))
    }
}
