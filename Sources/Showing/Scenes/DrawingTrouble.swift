/// What keeps a scene from being shown, by a word that both programs know.
package struct DrawingTrouble: RawRepresentable, Hashable, Sendable {
    /// The word.
    package let rawValue: String

    /// A trouble by its word; any word is one.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A line was no scene, or one of another size.
    package static let scene = DrawingTrouble(rawValue: "scene")
    /// The file cannot be written.
    package static let file = DrawingTrouble(rawValue: "file")
    /// The command cannot be started, or failed.
    package static let command = DrawingTrouble(rawValue: "command")
    /// The command did not end, or took no picture, in time.
    package static let slowCommand = DrawingTrouble(rawValue: "slow-command")
    /// The framebuffer cannot be used.
    package static let framebuffer = DrawingTrouble(rawValue: "framebuffer")
    /// There is no memory for a picture of this size.
    package static let memory = DrawingTrouble(rawValue: "memory")
    /// The program was started with arguments that it does not know.
    package static let arguments = DrawingTrouble(rawValue: "arguments")
}
