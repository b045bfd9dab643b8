/// What pictures are like and where they go: what the program that draws is started with.
package struct DrawingJob: Hashable, Sendable {
    /// How pictures are put into bytes.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case png
        case pbm
        case pgm
        case ppm
    }

    /// What a pixel can be.
    package enum Colors: String, Hashable, Sendable, CaseIterable {
        /// Black or white.
        case mono
        case grey
        case colour
    }

    /// By how many degrees pictures are turned clockwise.
    package enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// Where pictures go.
    package enum Output: Hashable, Sendable {
        /// Into a file that is replaced whole.
        case file(String, mode: UInt32)
        /// To the standard input of a shell's command, each to one of its own.
        case command(String, limit: Duration)
        /// Likewise, one after the other to one that goes on.
        case stream(String, limit: Duration)
        /// Onto a framebuffer of the kernel.
        case framebuffer(String)
    }

    /// The largest mode of a file: no more than permissions.
    package static let permissions: UInt32 = 0o777

    /// The picture's size; nil for that of the framebuffer.
    package var size: SceneSize?
    /// How pictures become bytes.
    package var format: Format
    /// Which colours pictures may have.
    package var colors: Colors
    /// How the display is turned.
    package var rotation: Rotation
    /// The family of the letters; nil for the system's own.
    package var font: String?
    /// Where pictures go.
    package var output: Output

    /// A job whose pictures are PNG files in colour, upright, unless something else is said.
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
