internal import CPango
internal import Scenes

/// PNG by Cairo's own writer, which is libpng, with three bytes per pixel or one.
enum PNGEncoding {
    private final class Sink {
        var bytes: [UInt8] = []
    }

    static func bytes(of picture: Picture, _ colors: DrawingJob.Colors) -> [UInt8]? {
        // Cairo writes an image that has only an alpha channel as one of grey levels.
        let format = colors == .colour ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_A8
        let surface = unsafe cairo_image_surface_create(
            format, Int32(picture.width), Int32(picture.height))
        defer { unsafe cairo_surface_destroy(surface) }
        guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = unsafe cairo_image_surface_get_data(surface)
        else { return nil }
        unsafe cairo_surface_flush(surface)
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        for row in 0..<picture.height {
            let line = unsafe UnsafeMutableRawPointer(data + row * stride)
            let pixels = picture.pixels[(row * picture.width)..<((row + 1) * picture.width)]
            unsafe write(pixels, colors, to: line)
        }
        unsafe cairo_surface_mark_dirty(surface)
        let sink = Sink()
        let context = unsafe Unmanaged.passUnretained(sink).toOpaque()
        let status = withExtendedLifetime(sink) {
            unsafe cairo_surface_write_to_png_stream(
                surface,
                { context, bytes, count in
                    guard let context = unsafe context, let bytes = unsafe bytes else {
                        return CAIRO_STATUS_WRITE_ERROR
                    }
                    let sink = unsafe Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                    unsafe sink.bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
                    return CAIRO_STATUS_SUCCESS
                }, context)
        }
        return status == CAIRO_STATUS_SUCCESS ? sink.bytes : nil
    }

    private static func write(
        _ pixels: ArraySlice<UInt32>, _ colors: DrawingJob.Colors, to line: UnsafeMutableRawPointer
    ) {
        switch colors {
        case .colour:
            for (column, pixel) in pixels.enumerated() {
                unsafe line.storeBytes(of: pixel, toByteOffset: column * 4, as: UInt32.self)
            }
        case .grey, .mono:
            for (column, pixel) in pixels.enumerated() {
                unsafe line.storeBytes(
                    of: UInt8(pixel & 0xFF), toByteOffset: column, as: UInt8.self)
            }
        }
    }
}
