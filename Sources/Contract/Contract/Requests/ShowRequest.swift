/// A text on the displays for some time, or the end of all of them.
package struct ShowRequest: ControlRequest {
    package typealias Answer = ShowAnswer
    package static let word = "show"
    package static let right = ControlRight.act
    package static let fieldNames = ShownText.fieldNames + ["clear"]

    /// What is to be shown; nil ends all that is shown.
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

/// A text that the host is to show.
package struct ShownText: WireShape {
    /// How long a text can be asked to be shown.
    package static let seconds = 1...86_400
    /// How long it is shown where nobody says for how long.
    package static let usualSeconds = 300

    /// How urgent a text is.
    package enum Level: String, CaseIterable, Sendable {
        /// It is there to be seen, and calls for nobody.
        case quiet
        /// As most notices are.
        case normal
        /// It is marked as important.
        case urgent
    }

    /// What is shown, in one line or more.
    package var text: String
    /// For how long; nil leaves that to the bridge.
    package var seconds: Int?
    /// How urgent it is.
    package var level: Level

    /// A text that is as urgent as most, for as long as the bridge says, unless something else is said.
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
