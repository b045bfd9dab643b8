internal import CLinux

/// Memory layout of a framebuffer.
package struct FramebufferGeometry: Hashable, Sendable {
    /// The bits of one colour within a pixel.
    package struct Field: Hashable, Sendable {
        /// Lowest bit, counted from the lowest bit of the pixel.
        package let offset: Int
        /// Number of bits.
        package let length: Int

        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// Pixel formats.
    package enum Pixels: Hashable, Sendable {
        case color(red: Field, green: Field, blue: Field)
        case grey
        /// One bit per pixel; the leftmost pixel is the lowest bit.
        case mono(isWhiteSet: Bool)
    }

    /// Visible width in pixels.
    package let width: Int
    /// Visible height in lines.
    package let height: Int
    /// First visible column.
    package let x: Int
    /// First visible line.
    package let y: Int
    /// Bits per pixel.
    package let bits: Int
    /// Bytes per line.
    package let line: Int
    /// The pixel format.
    package let pixels: Pixels

    /// Creates a layout; by default the visible area starts at the first pixel.
    package init(
        width: Int, height: Int, x: Int = 0, y: Int = 0, bits: Int, line: Int, pixels: Pixels
    ) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.bits = bits
        self.line = line
        self.pixels = pixels
    }
}

/// A framebuffer device.
package struct Framebuffer: ~Copyable {
    /// The reason why a framebuffer cannot be used.
    package enum Failure: Error, Hashable, Sendable {
        case system(Errno)
        /// A palette or another unsupported pixel format.
        case notSupported
    }

    private let file: FileDescriptor

    /// Opens the device for reading and writing.
    package init(_ path: String) throws(Errno) {
        file = try FileDescriptor(checking: unsafe callboard_open_to_read_and_write(path))
    }

    /// The current layout.
    package var geometry: FramebufferGeometry {
        get throws(Failure) {
            var found = callboard_framebuffer()
            guard unsafe callboard_framebuffer_geometry(file.rawValue, &found) == 0 else {
                throw .system(.current)
            }
            guard let pixels = Self.pixels(of: found) else { throw .notSupported }
            return FramebufferGeometry(
                width: Int(found.width), height: Int(found.height), x: Int(found.x),
                y: Int(found.y), bits: Int(found.bits), line: Int(found.line), pixels: pixels)
        }
    }

    private static func pixels(of found: callboard_framebuffer) -> FramebufferGeometry.Pixels? {
        guard found.type == UInt32(FB_TYPE_PACKED_PIXELS), found.nonstandard == 0 else {
            return nil
        }
        switch (found.bits, Int32(bitPattern: found.visual)) {
        case (1, FB_VISUAL_MONO10): return .mono(isWhiteSet: true)
        case (1, FB_VISUAL_MONO01): return .mono(isWhiteSet: false)
        case (8, _) where found.grayscale == 1: return .grey
        case (16, FB_VISUAL_TRUECOLOR), (24, FB_VISUAL_TRUECOLOR), (32, FB_VISUAL_TRUECOLOR),
            (16, FB_VISUAL_DIRECTCOLOR), (24, FB_VISUAL_DIRECTCOLOR), (32, FB_VISUAL_DIRECTCOLOR):
            func field(_ offset: UInt32, _ length: UInt32) -> FramebufferGeometry.Field? {
                guard length > 0, length <= 16, offset <= 32, offset + length <= found.bits else {
                    return nil
                }
                return .init(offset: Int(offset), length: Int(length))
            }
            guard let red = field(found.offsets.0, found.lengths.0),
                let green = field(found.offsets.1, found.lengths.1),
                let blue = field(found.offsets.2, found.lengths.2)
            else { return nil }
            return .color(red: red, green: green, blue: blue)
        default: return nil
        }
    }

    /// Writes all bytes to the memory of the device, from this byte offset on.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Errno) {
        var rest = bytes[...]
        var place = offset
        while !rest.isEmpty {
            let count = try retryingInterrupts {
                unsafe rest.withUnsafeBytes { buffer in
                    unsafe pwrite(file.rawValue, buffer.baseAddress, buffer.count, place)
                }
            }
            guard count > 0 else { throw .inputOutput }
            rest = rest.dropFirst(count)
            place += count
        }
    }
}
