package import Scenes

/// Encoding of images for other programs.
package enum PictureEncoding {
    /// Returns the image in a format, with the colours that both format and display have; nil if
    /// there is not enough memory.
    ///
    /// - Parameter colors: the colours to which the image was reduced.
    package static func bytes(
        of picture: Picture, _ format: DrawingJob.Format, _ colors: DrawingJob.Colors
    ) -> [UInt8]? {
        switch format {
        case .png: PNGEncoding.bytes(of: picture, colors)
        case .pbm: pbm(picture)
        case .pgm: pgm(picture)
        case .ppm: ppm(picture)
        }
    }

    private static func header(_ picture: Picture, _ kind: String, hasLevels: Bool) -> [UInt8] {
        Array("\(kind)\n\(picture.width) \(picture.height)\n\(hasLevels ? "255\n" : "")".utf8)
    }

    /// One bit per pixel, leftmost highest, 1 for black; each row begins with a new byte.
    private static func pbm(_ picture: Picture) -> [UInt8] {
        var bytes = header(picture, "P4", hasLevels: false)
        let dots = Dithering.dots(of: picture.brightness, width: picture.width)
        for row in 0..<picture.height {
            let line = dots[(row * picture.width)..<((row + 1) * picture.width)]
            var byte: UInt8 = 0
            for (column, isWhite) in line.enumerated() {
                if !isWhite { byte |= 0x80 >> UInt8(column % 8) }
                if column % 8 == 7 || column == picture.width - 1 {
                    bytes.append(byte)
                    byte = 0
                }
            }
        }
        return bytes
    }

    private static func pgm(_ picture: Picture) -> [UInt8] {
        header(picture, "P5", hasLevels: true) + picture.brightness
    }

    private static func ppm(_ picture: Picture) -> [UInt8] {
        var bytes = header(picture, "P6", hasLevels: true)
        bytes.reserveCapacity(bytes.count + 3 * picture.pixels.count)
        for pixel in picture.pixels {
            bytes.append(UInt8(pixel >> 16 & 0xFF))
            bytes.append(UInt8(pixel >> 8 & 0xFF))
            bytes.append(UInt8(pixel & 0xFF))
        }
        return bytes
    }
}
