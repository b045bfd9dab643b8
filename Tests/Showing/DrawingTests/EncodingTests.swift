import Drawing
import Expecting
import Foundation
import Linux
import Scenes
import Testing

struct EncodingTests {
    private static let colors: [UInt32] = [
        0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x808080, 0x123456, 0xFEDCBA, 0x010203,
    ]

    /// Nine columns, so that a row of bits ends within a byte.
    private static let picture = Picture(
        width: 9, height: 2, pixels: colors + colors.reversed())

    @Test func `a bitmap has a bit for each pixel, and rows of whole bytes`() throws {
        let mono = Self.picture.reduced(to: .mono)
        let bytes = try #require(PictureEncoding.bytes(of: mono, .pbm, .mono))
        #expect(bytes.starts(with: Array("P4\n9 2\n".utf8)))
        let bits = bytes.dropFirst("P4\n9 2\n".utf8.count)
        expect(bits.count, is: 4)
        let read = (0..<18).map { index -> UInt32 in
            let byte = bits[bits.startIndex + index / 9 * 2 + index % 9 / 8]
            return byte >> UInt8(7 - index % 9 % 8) & 1 == 1 ? 0 : 0xFF_FFFF
        }
        expect(read, is: mono.pixels)
    }

    @Test func `a grey map has a byte for each pixel, and a pixel map three`() throws {
        let grey = try #require(PictureEncoding.bytes(of: Self.picture, .pgm, .grey))
        expect(grey, is: Array("P5\n9 2\n255\n".utf8) + Self.picture.brightness)
        expect(Self.picture.brightness.prefix(6), is: [0, 255, 76, 150, 29, 128])
        let full = try #require(PictureEncoding.bytes(of: Self.picture, .ppm, .colour))
        let header = Array("P6\n9 2\n255\n".utf8)
        #expect(full.starts(with: header) && full.count == header.count + 54)
        expect(full.dropFirst(header.count + 18).prefix(3), is: [0x12, 0x34, 0x56])
    }

    @Test(arguments: DrawingJob.Colors.allCases)
    func `a PNG is read back as it was, without colours where it has none`(
        _ colors: DrawingJob.Colors
    ) throws {
        let folder = try TemporaryFolder()
        let wide = Picture(
            width: 70, height: 3, pixels: (0..<210).map { Self.colors[$0 % 9] })
        for picture in [Self.picture, wide].map({ $0.reduced(to: colors) }) {
            let bytes = try #require(PictureEncoding.bytes(of: picture, .png, colors))
            let path = folder.path + "/a.png"
            try Data(bytes).write(to: URL(filePath: path))
            try expect(DrawnScene.png(path), is: picture)
            // Whether it has colours stands at a fixed place of the first chunk.
            expect(bytes[25], is: (colors == .colour ? 2 : 0))
        }
    }

    @Test(
        arguments: [
            (DrawingJob.Rotation.none, [1, 2, 3, 4, 5, 6], 3), (.quarter, [4, 1, 5, 2, 6, 3], 2),
            (.half, [6, 5, 4, 3, 2, 1], 3), (.threeQuarters, [3, 6, 2, 5, 1, 4], 2),
        ] as [(DrawingJob.Rotation, [UInt32], Int)])
    func `a picture is turned clockwise`(
        _ rotation: DrawingJob.Rotation, _ pixels: [UInt32], _ width: Int
    ) {
        let turned = Picture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6]).turned(rotation)
        #expect(turned.pixels == pixels && turned.width == width && turned.height == 6 / width)
    }

    @Test func `a picture with too few pixels has black ones, and too many are cut`() {
        expect(Picture(width: 2, height: 2, pixels: [7]).pixels, is: [7, 0, 0, 0])
        expect(Picture(width: 1, height: 1, pixels: [7, 8]).pixels, is: [7])
    }
}

struct DitheringTests {
    @Test(arguments: [1, 32, 64, 128, 200, 254])
    func `a shade is as many white dots as it is bright`(_ level: Int) {
        let dots = Dithering.dots(of: Array(repeating: UInt8(level), count: 4_096), width: 64)
        let share = Double(dots.count { $0 }) / 4_096
        #expect(abs(share - Double(level) / 255) < 0.03)
    }

    @Test func `black and white stay as they are beside a shade`() {
        // A shade in the middle of each row.
        let row: [UInt8] = [0, 0, 255, 255] + Array(repeating: 130, count: 8) + [255, 255, 0, 0]
        let brightness = Array(repeating: row, count: 16).flatMap { $0 }
        let dots = Dithering.dots(of: brightness, width: 16)
        for (index, level) in brightness.enumerated() where level == 0 || level == 255 {
            expect(dots[index], is: (level == 255))
        }
    }

    @Test func `nothing is dithered to nothing`() {
        #expect(Dithering.dots(of: [], width: 0).isEmpty)
        expect(Dithering.dots(of: [255], width: 1), is: [true])
    }
}
