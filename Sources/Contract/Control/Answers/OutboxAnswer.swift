/// Identity of a history for the central database; batches have other members and are read by the uploader.
package struct OutboxAnswer: ControlAnswer {
    /// Random name of the history, 32 hexadecimal digits.
    package var history: String?
    /// Number of connections to the central database so far.
    package var meeting: Int64?
    /// Token agreed at the last connection; empty before the first one.
    package var token: String?
    /// Token to be agreed at this connection.
    package var next: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("history", &history, .text)
        try fields.optional("meeting", &meeting, .longNumber)
        try fields.optional("token", &token, .text)
        try fields.optional("next", &next, .text)
    }
}
