package import Linux

/// Conversion of images to the memory layout of a framebuffer.
package struct FramebufferPacking: Sendable {
    private let geometry: FramebufferGeometry

    package init(_ geometry: FramebufferGeometry) {
        self.geometry = geometry
    }

    /// Returns each row of an image with its offset in the memory, cut to the size of the
    /// framebuffer.
    package func rows(of picture: Picture) -> [(offset: Int, bytes: [UInt8])] {
        let columns = min(picture.width, geometry.width)
        return (0..<min(picture.height, geometry.height)).map { row in
            let start = row * picture.width
            let pixels = picture.pixels[start..<(start + columns)]
            let offset = (geometry.y + row) * geometry.line + geometry.x * geometry.bits / 8
            return (offset, bytes(of: pixels))
        }
    }

    private func bytes(of pixels: ArraySlice<UInt32>) -> [UInt8] {
        var bytes: [UInt8] = []
        switch geometry.pixels {
        case .color(let red, let green, let blue):
            bytes.reserveCapacity(pixels.count * geometry.bits / 8)
            for pixel in pixels {
                let value =
                    red.place(pixel >> 16) | green.place(pixel >> 8) | blue.place(pixel)
                // Little-endian, as every supported host is.
                for byte in 0..<(geometry.bits / 8) {
                    bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)))
                }
            }
        case .grey:
            for pixel in pixels { bytes.append(UInt8(pixel & 0xFF)) }
        case .mono(let isWhiteSet):
            var byte: UInt8 = 0
            for (column, pixel) in pixels.enumerated() {
                if (pixel != 0) == isWhiteSet { byte |= 1 << UInt8(column % 8) }
                if column % 8 == 7 || column == pixels.count - 1 {
                    bytes.append(byte)
                    byte = 0
                }
            }
        }
        return bytes
    }
}

extension FramebufferGeometry.Field {
    /// Scales the lowest byte of a value to the bits of this field.
    fileprivate func place(_ value: UInt32) -> UInt64 {
        let byte = UInt64(value & 0xFF)
        let scaled = length <= 8 ? byte >> UInt64(8 - length) : byte << UInt64(length - 8)
        return scaled << UInt64(offset)
    }
}
