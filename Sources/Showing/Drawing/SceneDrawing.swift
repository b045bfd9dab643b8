internal import CPango
package import Scenes

/// Drawing of a scene with Cairo and Pango.
@safe
package final class SceneDrawing {
    /// Not enough memory for an image of this size.
    package struct OutOfMemory: Error {}

    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let size: SceneSize
    private let palette: ScenePalette
    private let isMono: Bool
    private let font: String
    /// Number of characters without a glyph in any font.
    package private(set) var unknownGlyphs = 0

    private init(_ scene: Scene, _ colors: DrawingJob.Colors, font: String?) throws(OutOfMemory) {
        size = scene.size
        palette = ScenePalette(scene.look, colors)
        isMono = colors == .mono
        self.font = font ?? "sans-serif"
        unsafe surface = cairo_image_surface_create(
            CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))
        unsafe cairo = cairo_create(surface)
        guard unsafe cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { throw OutOfMemory() }
    }

    deinit {
        unsafe cairo_destroy(cairo)
        unsafe cairo_surface_destroy(surface)
    }

    /// Draws a scene.
    ///
    /// - Parameter font: the font family; nil for the system default.
    package static func draw(
        _ scene: Scene, _ colors: DrawingJob.Colors, font: String? = nil
    ) throws(OutOfMemory) -> (picture: Picture, unknownGlyphs: Int) {
        let drawing = try SceneDrawing(scene, colors, font: font)
        drawing.draw(scene.items)
        var picture = drawing.picture
        if scene.look == .night, colors == .colour { picture = picture.atNight }
        picture = picture.reduced(to: colors, isOnPaper: scene.look == .light)
        return (picture, drawing.unknownGlyphs)
    }

    private func draw(_ items: [SceneItem]) {
        // Grey edges of text would be dithered into dots on a black and white display.
        if isMono { unsafe cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE) }
        set(.paper)
        unsafe cairo_paint(cairo)
        for item in items {
            switch item {
            case .fill(let box, let color):
                set(color)
                unsafe cairo_rectangle(
                    cairo, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
                unsafe cairo_fill(cairo)
            case .rounded(let box, let radius, let color): round(box, radius, color)
            case .icon(let icon, let box, let color):
                set(color)
                unsafe IconDrawing(cairo, box, isMono: isMono).draw(icon)
            case .text(let text):
                set(text.color)
                let setting = unsafe TextSetting(cairo, text, font: font, isMono: isMono)
                setting.draw()
                unknownGlyphs += setting.unknownGlyphs
            }
        }
    }

    private func set(_ color: SceneColor) {
        let rgb = palette.rgb(color)
        func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 0xFF) / 255 }
        unsafe cairo_set_source_rgb(cairo, part(16), part(8), part(0))
    }

    private func round(_ box: SceneBox, _ radius: Int, _ color: SceneColor) {
        set(color)
        let radius = Double(min(radius, box.width / 2, box.height / 2))
        let (left, top) = (Double(box.x) + radius, Double(box.y) + radius)
        let (right, bottom) = (Double(box.right) - radius, Double(box.bottom) - radius)
        unsafe cairo_new_path(cairo)
        unsafe cairo_arc(cairo, right, top, radius, -.pi / 2, 0)
        unsafe cairo_arc(cairo, right, bottom, radius, 0, .pi / 2)
        unsafe cairo_arc(cairo, left, bottom, radius, .pi / 2, .pi)
        unsafe cairo_arc(cairo, left, top, radius, .pi, 3 * .pi / 2)
        unsafe cairo_close_path(cairo)
        unsafe cairo_fill(cairo)
    }

    private var picture: Picture {
        unsafe cairo_surface_flush(surface)
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        guard let bytes = unsafe cairo_image_surface_get_data(surface) else {
            return Picture(width: size.width, height: size.height, pixels: [])
        }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        for row in 0..<size.height {
            let line = unsafe UnsafeRawPointer(bytes + row * stride)
            for column in 0..<size.width {
                let pixel = unsafe line.load(fromByteOffset: column * 4, as: UInt32.self)
                pixels.append(pixel & 0xFF_FFFF)
            }
        }
        return Picture(width: size.width, height: size.height, pixels: pixels)
    }
}
