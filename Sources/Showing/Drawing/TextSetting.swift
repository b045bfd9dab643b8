internal import CPango
internal import Scenes

/// Text, shaped and set into its box by Pango.
@safe
final class TextSetting {
    private let cairo: OpaquePointer
    private let layout: OpaquePointer
    private let description: OpaquePointer
    private let text: SceneText
    private(set) var unknownGlyphs = 0

    /// - Parameter isMono: whether glyphs have no shades but full hinting, for black and white
    ///   displays.
    init(_ cairo: OpaquePointer, _ text: SceneText, font: String, isMono: Bool) {
        unsafe self.cairo = cairo
        self.text = text
        unsafe layout = pango_cairo_create_layout(cairo)
        unsafe description = pango_font_description_new()
        unsafe pango_font_description_set_family(description, font)
        unsafe pango_font_description_set_weight(
            description, text.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(
            options, isMono ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(
            options, isMono ? CAIRO_HINT_STYLE_FULL : CAIRO_HINT_STYLE_SLIGHT)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        let context = unsafe pango_layout_get_context(layout)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_layout_context_changed(layout)
        // The text itself determines its direction.
        unsafe pango_layout_set_auto_dir(layout, 1)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        let bytes = text.string.utf8.map { byte in
            CChar(truncatingIfNeeded: byte < 0x20 || byte == 0x7F ? 0x20 : byte)
        }
        unsafe pango_layout_set_text(layout, bytes, Int32(bytes.count))
    }

    deinit {
        unsafe pango_font_description_free(description)
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Draws the text as large as fits, clipped to its box.
    func draw() {
        let box = text.box
        fit()
        unknownGlyphs = Int(unsafe pango_layout_get_unknown_glyphs_count(layout))
        let extents = self.extents
        unsafe cairo_save(cairo)
        unsafe cairo_rectangle(
            cairo, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
        unsafe cairo_clip(cairo)
        if let pitch = text.pitch {
            drawLines(pitch)
        } else if unsafe pango_layout_get_line_count(layout) <= 1 {
            unsafe cairo_move_to(
                cairo, Double(box.x + offset(of: extents)),
                Double(box.y + ownBaseline(in: box.height)) - firstBaseline)
            unsafe pango_cairo_show_layout(cairo, layout)
        } else {
            let free = box.height - Int(extents.height)
            unsafe cairo_move_to(cairo, Double(box.x), Double(box.y + max(0, free / 2)))
            unsafe pango_cairo_show_layout(cairo, layout)
        }
        unsafe cairo_restore(cairo)
    }

    /// Draws the lines at a fixed distance, regardless of the height of their characters.
    private func drawLines(_ pitch: Int) {
        let first = ownBaseline(in: pitch)
        let count = unsafe pango_layout_get_line_count(layout)
        for index in 0..<count {
            guard let line = unsafe pango_layout_get_line_readonly(layout, index) else { return }
            var logical = PangoRectangle()
            unsafe pango_layout_line_get_pixel_extents(line, nil, &logical)
            // A right-to-left paragraph begins at the right edge.
            let isFromRight =
                unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
            let offset =
                isFromRight && text.lines > 1
                ? text.box.width - Int(logical.width) : self.offset(of: logical)
            unsafe cairo_move_to(
                cairo, Double(text.box.x + offset),
                Double(text.box.y + first + Int(index) * pitch))
            unsafe pango_cairo_show_layout_line(cairo, line)
        }
    }

    /// Returns the distance of a line from the left edge of its box.
    private func offset(of extents: PangoRectangle) -> Int {
        let free = text.box.width - Int(extents.width)
        let start =
            switch text.alignment {
            case .left: 0
            case .center: free / 2
            case .right: free
            }
        return start - Int(extents.x)
    }

    private var firstBaseline: Double {
        let units = unsafe Double(pango_layout_get_baseline(layout))
        return (units / Double(PANGO_SCALE)).rounded()
    }

    /// Returns the baseline in a line of this height: the same for all texts of a size, regardless
    /// of fallback fonts.
    private func ownBaseline(in height: Int) -> Int {
        let context = unsafe pango_layout_get_context(layout)
        guard let font = unsafe pango_context_load_font(context, description) else {
            return height * 3 / 4
        }
        let metrics = unsafe pango_font_get_metrics(font, nil)
        let ascent = unsafe Int(pango_font_metrics_get_ascent(metrics))
        let descent = unsafe Int(pango_font_metrics_get_descent(metrics))
        unsafe pango_font_metrics_unref(metrics)
        unsafe g_object_unref(UnsafeMutableRawPointer(font))
        let scale = Int(PANGO_SCALE)
        return (height * scale + ascent - descent) / (2 * scale)
    }

    /// Applies the largest size at which the text fits, or the smallest, at which it is cut.
    private func fit() {
        guard text.lines > 1 else {
            set(width: nil)
            return set(size: largestFit ?? cut())
        }
        set(width: text.box.width)
        unsafe pango_layout_set_alignment(layout, text.alignment.pango)
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
        let whole = largestFit
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        guard let broken = largestFit else { return set(size: cut()) }
        // A long word is broken only if that at least doubles the size.
        if let whole, broken < whole * 2 {
            unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
            return set(size: whole)
        }
        set(size: broken)
    }

    /// The largest size at which all of the text fits into the box with the present wrapping.
    private var largestFit: Int? {
        var (low, high) = (text.sizes.lowerBound, text.sizes.upperBound)
        guard fits(at: low) else { return nil }
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(at: middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Cuts the text to what fits at the smallest size, and returns that size.
    private func cut() -> Int {
        set(width: text.box.width)
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        let smallest = text.sizes.lowerBound
        guard text.lines > 1 else { return smallest }
        // Maximum number of lines, which Pango takes as a negative height.
        let lineHeight = text.pitch ?? max(1, smallest * 6 / 5)
        let lines = min(text.lines, max(1, text.box.height / lineHeight))
        unsafe pango_layout_set_height(layout, -Int32(lines))
        return smallest
    }

    private func fits(at size: Int) -> Bool {
        set(size: size)
        let extents = self.extents
        let lines = unsafe Int(pango_layout_get_line_count(layout))
        guard extents.width <= text.box.width, lines <= text.lines else { return false }
        if let pitch = text.pitch { return lines * pitch <= text.box.height }
        let isFixed = text.sizes.lowerBound == text.sizes.upperBound
        return extents.height <= text.box.height || isFixed && text.lines == 1
    }

    private func set(size: Int) {
        let units = Double(size) * Double(PANGO_SCALE)
        unsafe pango_font_description_set_absolute_size(description, units)
        unsafe pango_layout_set_font_description(layout, description)
    }

    private func set(width: Int?) {
        unsafe pango_layout_set_width(layout, width.map { Int32($0) * PANGO_SCALE } ?? -1)
    }

    private var extents: PangoRectangle {
        var logical = PangoRectangle()
        unsafe pango_layout_get_pixel_extents(layout, nil, &logical)
        return logical
    }
}

extension SceneText.Alignment {
    fileprivate var pango: PangoAlignment {
        switch self {
        case .left: PANGO_ALIGN_LEFT
        case .center: PANGO_ALIGN_CENTER
        case .right: PANGO_ALIGN_RIGHT
        }
    }
}
