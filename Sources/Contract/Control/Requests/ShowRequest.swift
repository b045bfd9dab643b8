/// Request to show a text on the displays for some time, or to remove all such texts.
package struct ShowRequest: ControlRequest {
    package typealias Answer = ShowAnswer
    package static let word = "show"
    package static let right = ControlRight.act
    package static let fieldNames = ShownText.fieldNames + ["clear"]

    /// The text to show; nil to remove all.
    package var text: ShownText?

    package init(_ text: ShownText?) {
        self.text = text
    }

    package static var blank: ShowRequest { ShowRequest(nil) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        var clears = text == nil
        try fields.usual("clear", &clears, .truth, false)
        try fields.refuse(
            "text", "seconds", "level", while: clears, "cannot be given with clear")
        if clears {
            text = nil
            return
        }
        var shown = text ?? .blank
        try shown.visit(&fields)
        text = shown
    }
}

/// A text to show on the displays.
package struct ShownText: WireShape {
    /// Valid durations in seconds.
    package static let seconds = 1...86_400
    /// Default duration.
    package static let usualSeconds = 300

    /// Urgency of a text.
    package enum Level: String, CaseIterable, Sendable {
        /// Visible, without drawing attention.
        case quiet
        /// Like most notifications.
        case normal
        /// Marked as important.
        case urgent
    }

    /// Text of one or more lines.
    package var text: String
    /// Duration; nil for the default of the bridge.
    package var seconds: Int?
    package var level: Level

    /// Creates a text of normal urgency and default duration by default.
    package init(_ text: String, seconds: Int? = nil, level: Level = .normal) {
        self.text = text
        self.seconds = seconds
        self.level = level
    }

    package static var blank: ShownText { ShownText("") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("text", &text, .text(ofBytes: ControlLimits.shownText))
        try fields.optional("seconds", &seconds, .whole(Self.seconds))
        try fields.usual("level", &level, .choice(of: "a level"), .normal)
    }
}
