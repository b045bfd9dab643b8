package import Scenes

/// Image of pixels, row by row.
package struct Picture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Red, green and blue in the lower three bytes of each pixel, red highest.
    package private(set) var pixels: [UInt32]

    /// - Parameter pixels: the pixels, cut to the size; missing ones are black.
    package init(width: Int, height: Int, pixels: [UInt32]) {
        self.width = width
        self.height = height
        let count = width * height
        let missing = max(0, count - pixels.count)
        self.pixels = Array(pixels.prefix(count)) + Array(repeating: 0, count: missing)
    }

    /// Brightness of each pixel, from 0 to 255.
    package var brightness: [UInt8] {
        pixels.map { pixel in
            let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
            // Perceived brightness, in thousandths (ITU-R BT.601).
            return UInt8((red * 299 + green * 587 + blue * 114 + 500) / 1_000)
        }
    }

    /// The image with emoji in the dark red of the night theme.
    var atNight: Picture {
        Picture(
            width: width, height: height,
            pixels: zip(pixels, brightness).map { pixel, brightness in
                guard pixel >> 8 & 0xFF > pixel >> 17 & 0x7F else { return pixel }
                let red = UInt32(brightness) * 2 / 3
                return red << 16 | red / 4 << 8 | red / 5
            })
    }

    private func shades(_ areDarker: Bool) -> [UInt8] {
        guard areDarker else { return brightness }
        return brightness.map { UInt8(Int($0) * Int($0) / 255) }
    }

    package func turned(_ rotation: DrawingJob.Rotation) -> Picture {
        let (width, height) = (self.width, self.height)
        switch rotation {
        case .none: return self
        case .half: return Picture(width: width, height: height, pixels: pixels.reversed())
        case .quarter, .threeQuarters:
            var turned = [UInt32](repeating: 0, count: pixels.count)
            for y in 0..<height {
                for x in 0..<width {
                    let (column, row) =
                        rotation == .quarter ? (height - 1 - y, x) : (y, width - 1 - x)
                    turned[row * height + column] = pixels[y * width + x]
                }
            }
            return Picture(width: height, height: width, pixels: turned)
        }
    }

    /// Returns the image in the colours that a display has.
    ///
    /// - Parameter isOnPaper: whether shades are darkened to stand out from white; yellow faces
    ///   would otherwise be a few dots.
    package func reduced(to colors: DrawingJob.Colors, isOnPaper: Bool = false) -> Picture {
        switch colors {
        case .colour: self
        case .grey:
            Picture(
                width: width, height: height,
                pixels: brightness.map { UInt32($0) << 16 | UInt32($0) << 8 | UInt32($0) })
        case .mono:
            Picture(
                width: width, height: height,
                pixels: Dithering.dots(of: shades(isOnPaper), width: width).map {
                    $0 ? 0xFF_FFFF : 0
                })
        }
    }
}
