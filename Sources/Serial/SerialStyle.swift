package import Charsets
package import Formats

/// How a format writes for one device.
package struct SerialStyle: Hashable, Sendable {
    /// How a line ends.
    package enum LineEnd: String, CaseIterable, Sendable {
        case crlf
        case lf
        case cr

        var bytes: [UInt8] {
            switch self {
            case .crlf: [0x0D, 0x0A]
            case .lf: [0x0A]
            case .cr: [0x0D]
            }
        }
    }

    /// What the device can show.
    package var charset: Charset
    /// How many columns it has; each format says what that means for it.
    package var width: Int?
    /// What ends a line.
    package var lineEnd: LineEnd
    /// Whether the device may have something done.
    package var takesCommands: Bool
    /// How the format `line` puts its lines together; nil where in its own way.
    package var templates: Templates?
    /// Whether calls that the phone delivers in silence ring like all others.
    package var isLoudInSilence: Bool

    /// A device that shows ASCII of any width and may do nothing, unless something else is said.
    package init(
        charset: Charset = .ascii, width: Int? = nil, lineEnd: LineEnd = .crlf,
        takesCommands: Bool = false, isLoudInSilence: Bool = false,
        templates: Templates? = nil
    ) {
        self.charset = charset
        self.width = width
        self.lineEnd = lineEnd
        self.takesCommands = takesCommands
        self.isLoudInSilence = isLoudInSilence
        self.templates = templates
    }
}
