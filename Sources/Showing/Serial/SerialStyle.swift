package import Formats

/// Properties of a device that a format has to respect.
package struct SerialStyle: Hashable, Sendable {
    /// End of a line.
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

    package var charset = Charset.ascii
    /// Columns of the device, which each format interprets in its own way; nil for the format's default.
    package var width: Int?
    package var lineEnd = LineEnd.crlf
    /// Whether the device may request actions.
    package var takesCommands = false
    /// Whether silent calls ring like all others.
    package var isLoudInSilence = false
    /// Templates of the format `line`; nil for its own layout.
    package var templates: Templates?
}
