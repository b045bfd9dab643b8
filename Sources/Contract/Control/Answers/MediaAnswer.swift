/// The phone on which a command to a media player was performed.
package struct MediaAnswer: ControlAnswer {
    /// Name of the phone; nil for clients without permission to read.
    package var phone: String?

    package init() {}

    package init(phone: String?) {
        self.phone = phone
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("phone", &phone, .text)
    }
}
