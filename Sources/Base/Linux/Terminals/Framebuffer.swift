internal import CLinux

/// How the pixels of a framebuffer lie in its memory.
package struct FramebufferGeometry: Hashable, Sendable {
    /// The bits of one colour within a pixel.
    package struct Field: Hashable, Sendable {
        /// The lowest of the bits, counted from the pixel's lowest.
        package let offset: Int
        /// How many bits there are.
        package let length: Int

        /// So many bits from this one on.
        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// What a pixel's bits mean.
    package enum Pixels: Hashable, Sendable {
        /// Three colours.
        case color(red: Field, green: Field, blue: Field)
        /// One brightness.
        case grey
        /// One bit, the leftmost pixel lowest.
        case mono(isWhiteSet: Bool)
    }

    /// Pixels of a line that is shown.
    package let width: Int
    /// Lines that are shown.
    package let height: Int
    /// Where what is shown begins.
    package let x: Int
    /// The first line that is shown.
    package let y: Int
    /// The bits of a pixel.
    package let bits: Int
    /// Bytes from one line to the next.
    package let line: Int
    /// What a pixel's bits mean.
    package let pixels: Pixels

    /// How pixels lie; what is shown begins with the first of them unless something else is said.
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

/// A framebuffer of the kernel.
package struct Framebuffer: ~Copyable {
    /// Why a framebuffer cannot be used.
    package enum Failure: Error, Hashable, Sendable {
        case system(Errno)
        /// Its pixels are numbers of a palette, or lie in some other way that is not known here.
        case notSupported
    }

    private let file: FileDescriptor

    /// Opens the device of a framebuffer for reading and writing.
    package init(_ path: String) throws(Errno) {
        file = try FileDescriptor(checking: unsafe callboard_open_to_read_and_write(path))
    }

    /// How its pixels lie at the moment.
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

    /// Writes bytes at a place of its memory.
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
