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
    package var charset = Charset.ascii
    /// How many columns it has; each format says what that means for it.
    package var width: Int?
    /// What ends a line.
    package var lineEnd = LineEnd.crlf
    /// Whether the device may have something done.
    package var takesCommands = false
    /// Whether calls that the phone delivers in silence ring like all others.
    package var isLoudInSilence = false
    /// How the format `line` puts its lines together; nil where in its own way.
    package var templates: Templates?
}
