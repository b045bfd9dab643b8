/// Settings of the drawing program: the format of images and their destination.
package struct DrawingJob: Hashable, Sendable {
    /// File format of images.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case png
        case pbm
        case pgm
        case ppm
    }

    /// Colour range of a pixel.
    package enum Colors: String, Hashable, Sendable, CaseIterable {
        case mono
        case grey
        case colour
    }

    /// Clockwise rotation of images in degrees.
    package enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// Destination of images.
    package enum Output: Hashable, Sendable {
        /// File that is replaced atomically.
        case file(String, mode: UInt32)
        /// Standard input of a shell command, which is started for each image and must end within
        /// the limit.
        case command(String, limit: Duration)
        /// Standard input of one shell command, which takes all images and must read each within
        /// the limit.
        case stream(String, limit: Duration)
        /// Kernel framebuffer.
        case framebuffer(String)
    }

    /// Maximum file mode: permission bits only.
    package static let permissions: UInt32 = 0o777

    /// Size of the image; nil for that of the framebuffer.
    package var size: SceneSize?
    package var format: Format
    package var colors: Colors
    package var rotation: Rotation
    /// Font family; nil for the system default.
    package var font: String?
    package var output: Output

    /// Creates a job, by default with upright PNG images in colour.
    package init(
        size: SceneSize?, format: Format = .png, colors: Colors = .colour,
        rotation: Rotation = .none, font: String? = nil, output: Output
    ) {
        self.size = size
        self.format = format
        self.colors = colors
        self.rotation = rotation
        self.font = font
        self.output = output
    }
}
