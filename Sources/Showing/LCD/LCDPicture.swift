/// Content of the display: two screens, of which the server shows the one with the higher priority,
/// and the keys in use.
package struct LCDPicture: Hashable, Sendable {
    var call = LCDScreen(.hidden)
    var board = LCDScreen(.info)
    var keys: Set<String> = []
}

/// Screen in the display server.
package struct LCDScreen: Hashable, Sendable {
    /// Names of the screens.
    package enum Name: String, Sendable, CustomStringConvertible {
        /// A ringing call, shown before everything else.
        case call
        case board

        /// Name of the screen in the server.
        package var description: String { rawValue }
    }

    /// Priority of a screen over others.
    enum Priority: String, Sendable {
        case hidden
        case info
        case alert
    }

    /// State of the backlight while the screen is shown.
    enum Light: String, Sendable {
        /// State that is configured in the server.
        case open
        case on
        case off
        /// On, with a short interruption each second.
        case flash
    }

    var priority: Priority
    var light = Light.open
    var widgets: [String: LCDWidget] = [:]

    init(_ priority: Priority) {
        self.priority = priority
    }
}

/// Element of a screen; columns and rows are counted from one.
enum LCDWidget: Hashable, Sendable {
    /// Text in a row, encoded for the display, that fits into its width.
    case text([UInt8], column: Int, row: Int, width: Int)
    case icon(LCDIcon, column: Int, row: Int)

    var row: Int {
        switch self {
        case .text(_, _, let row, _), .icon(_, _, let row): row
        }
    }

    /// Returns whether the other widget is of the same kind, so that it can be updated in place.
    func isLike(_ other: LCDWidget) -> Bool {
        switch (self, other) {
        case (.text, .text), (.icon, .icon): true
        default: false
        }
    }
}

/// Icon of one column that displays have, or that the server replaces by a character.
enum LCDIcon: String, Sendable {
    /// A missed call.
    case missed = "ARROW_DOWN"
    /// A voicemail.
    case voicemail = "ARROW_RIGHT"
}
