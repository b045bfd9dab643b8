/// By what a history is known to the central database; a batch of it has other members and is read by those who hand it in.
package struct OutboxAnswer: ControlAnswer {
    package var history: String?
    package var meeting: Int64?
    package var token: String?
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
