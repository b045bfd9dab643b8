/// Outputs that take part in a test.
///
/// A test of one port reports only that port, a test of displays reports `displays`, and a test of a named output `outlets`.
package struct TestAnswer: ControlAnswer {
    /// Name and device of the tested port.
    package var port: String?
    package var device: String?
    /// Duration of the test in seconds.
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

/// An output that takes part in a test.
package struct TestedOutlet: ControlAnswer {
    /// Section header of the display or other output.
    package var display: String?
    package var outlet: String?
    /// `port`, `display` or `lamp`.
    package var family: String?
    /// Name in the header, and location of the output.
    package var name: String?
    package var place: String?
    /// Bytes queued before the test.
    package var queuedBytes: Int?
    /// Labels of the samples; nil if there is one of each.
    package var labels: [String]?
    /// Reason why the test cannot be seen.
    package var reason: String?
    /// Whether quiet hours are in effect.
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
