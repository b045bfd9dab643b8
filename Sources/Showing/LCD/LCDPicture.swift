/// What is to be on the display: two screens, of which the server shows the one that matters more,
/// and the keys that mean something now.
package struct LCDPicture: Hashable, Sendable {
    var call = LCDScreen(.hidden)
    var board = LCDScreen(.info)
    var keys: Set<String> = []
}

/// One screen as the display server knows it.
package struct LCDScreen: Hashable, Sendable {
    /// The screens there are.
    package enum Name: String, Sendable, CustomStringConvertible {
        /// A call that rings, before everything else.
        case call
        /// Everything else.
        case board

        /// The name by which the server knows the screen.
        package var description: String { rawValue }
    }

    /// What a screen goes before.
    enum Priority: String, Sendable {
        case hidden
        case info
        case alert
    }

    /// What its light does while it is on the display.
    enum Light: String, Sendable {
        /// Whatever the server is set to.
        case open
        case on
        case off
        /// It is on, and goes out for a moment each second.
        case flash
    }

    var priority: Priority
    var light = Light.open
    /// Widgets by their names.
    var widgets: [String: LCDWidget] = [:]

    init(_ priority: Priority) {
        self.priority = priority
    }
}

/// Something on a screen; columns and rows are counted from one.
enum LCDWidget: Hashable, Sendable {
    /// A text in a row, in the display's characters, that has room there.
    case text([UInt8], column: Int, row: Int, width: Int)
    case icon(LCDIcon, column: Int, row: Int)

    /// The row that it is in.
    var row: Int {
        switch self {
        case .text(_, _, let row, _), .icon(_, _, let row): row
        }
    }

    /// Whether the other one is of the same kind, so that the one can become the other.
    func isLike(_ other: LCDWidget) -> Bool {
        switch (self, other) {
        case (.text, .text), (.icon, .icon): true
        default: false
        }
    }
}

/// A sign that displays have, or the server a letter for: one column each.
enum LCDIcon: String, Sendable {
    /// Somebody called.
    case missed = "ARROW_DOWN"
    /// Something can be heard.
    case voicemail = "ARROW_RIGHT"
}
