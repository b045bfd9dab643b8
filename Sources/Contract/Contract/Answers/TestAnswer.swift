/// How outputs take part in a test of them.
///
/// A test of one port tells of that port alone, one of displays of `displays`, one of a named output of `outlets`.
package struct TestAnswer: ControlAnswer {
    /// The name and the device of the one port.
    package var port: String?
    package var device: String?
    /// After how many seconds all is as before.
    package var seconds = 0
    package var queuedBytes: Int?
    package var labels: [String]?
    package var displays: [TestedOutlet]?
    package var outlets: [TestedOutlet]?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("port", &port, .text)
        try fields.optional("device", &device, .text)
        try fields.required("seconds", &seconds, .number)
        try fields.optional("queued_bytes", &queuedBytes, .number)
        try fields.optional("labels", &labels, .texts)
        try fields.optional("displays", &displays, .objects())
        try fields.optional("outlets", &outlets, .objects())
    }
}

/// How one output takes part in a test.
package struct TestedOutlet: ControlAnswer {
    /// The header of its section: a display's, or any output's.
    package var display: String?
    package var outlet: String?
    /// `port`, `display` or `lamp`.
    package var family: String?
    /// The name in the header, and where the output is.
    package var name: String?
    package var place: String?
    /// Bytes that go out before the test.
    package var queuedBytes: Int?
    /// The labels of what is said; none where that is one of each.
    package var labels: [String]?
    /// Why nothing is seen on it.
    package var reason: String?
    /// Whether its quiet hours hold.
    package var isQuiet = false

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("display", &display, .text)
        try fields.optional("outlet", &outlet, .text)
        try fields.optional("family", &family, .text)
        try fields.optional("name", &name, .text)
        try fields.optional("place", &place, .text)
        try fields.optional("queued_bytes", &queuedBytes, .number)
        try fields.optional("labels", &labels, .texts)
        try fields.optional("reason", &reason, .text)
        try fields.usual("quiet", &isQuiet, .truth, false)
    }
}
