internal import CPango
internal import Scenes

/// Drawing of icons that remain recognisable at ten pixels.
@safe
struct IconDrawing {
    private let cairo: OpaquePointer
    private let side: Double
    private let left: Double
    private let top: Double
    private let isMono: Bool

    /// Creates a drawing in the largest square in the middle of a box.
    init(_ cairo: OpaquePointer, _ box: SceneBox, isMono: Bool) {
        unsafe self.cairo = cairo
        self.isMono = isMono
        let side = min(box.width, box.height)
        self.side = Double(side)
        left = Double(box.x + (box.width - side) / 2)
        top = Double(box.y + (box.height - side) / 2)
    }

    func draw(_ icon: SceneIcon) {
        unsafe cairo_save(cairo)
        unsafe cairo_translate(cairo, left, top)
        unsafe cairo_scale(cairo, side, side)
        unsafe cairo_new_path(cairo)
        unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
        unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
        // Line widths are whole pixels.
        unsafe cairo_set_line_width(cairo, max(1, (side * 0.12).rounded()) / side)
        switch icon {
        case .phone: phone()
        case .missed: missed()
        case .voicemail: voicemail()
        case .message: message()
        }
        unsafe cairo_restore(cairo)
    }

    private func line(_ points: [(Double, Double)]) {
        for (index, point) in points.enumerated() {
            if index == 0 {
                unsafe cairo_move_to(cairo, point.0, point.1)
            } else {
                unsafe cairo_line_to(cairo, point.0, point.1)
            }
        }
        unsafe cairo_stroke(cairo)
    }

    /// An arrow that bounces off.
    private func missed() {
        line([(0.10, 0.62), (0.10, 0.22), (0.50, 0.22)])
        line([(0.10, 0.22), (0.53, 0.68), (0.95, 0.24)])
    }

    private func voicemail() {
        for center in [0.24, 0.76] {
            unsafe cairo_arc(cairo, center, 0.48, 0.18, 0, 2 * .pi)
            unsafe cairo_close_path(cairo)
            unsafe cairo_stroke(cairo)
        }
        line([(0.22, 0.68), (0.78, 0.68)])
    }

    private func message() {
        unsafe cairo_move_to(cairo, 0.06, 0.14)
        for point in [
            (0.94, 0.14), (0.94, 0.70), (0.50, 0.70), (0.26, 0.92), (0.26, 0.70),
            (0.06, 0.70),
        ] {
            unsafe cairo_line_to(cairo, point.0, point.1)
        }
        unsafe cairo_close_path(cairo)
        unsafe cairo_fill(cairo)
    }

    /// A slanted handset: an arc between two ends.
    private func phone() {
        unsafe cairo_set_line_width(cairo, 0.21)
        unsafe cairo_arc(cairo, 0.98, 0.02, 0.80, 0.54 * .pi, 0.96 * .pi)
        unsafe cairo_stroke(cairo)
        for (x, y, turn) in [(0.27, 0.20, 0.0), (0.80, 0.73, -Double.pi / 2)] {
            unsafe cairo_save(cairo)
            unsafe cairo_translate(cairo, x, y)
            unsafe cairo_rotate(cairo, turn)
            unsafe cairo_rectangle(cairo, -0.17, -0.15, 0.34, 0.30)
            unsafe cairo_fill(cairo)
            unsafe cairo_restore(cairo)
        }
    }
}
