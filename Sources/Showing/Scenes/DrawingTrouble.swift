/// Code of a problem that the drawing program reports to the program that started it.
package struct DrawingTrouble: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Creates a problem from a code; any code is valid.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A line was not a valid scene, or had another size.
    package static let scene = DrawingTrouble(rawValue: "scene")
    package static let file = DrawingTrouble(rawValue: "file")
    package static let command = DrawingTrouble(rawValue: "command")
    /// The command did not end, or did not read an image, in time.
    package static let slowCommand = DrawingTrouble(rawValue: "slow-command")
    package static let framebuffer = DrawingTrouble(rawValue: "framebuffer")
    /// Not enough memory for an image of this size.
    package static let memory = DrawingTrouble(rawValue: "memory")
    /// The program was started with invalid arguments.
    package static let arguments = DrawingTrouble(rawValue: "arguments")
}
