/// Identity of a history for the central database; batches have other members and are read by the uploader.
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
